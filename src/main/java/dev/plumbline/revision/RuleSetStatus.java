package dev.plumbline.revision;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How it stands with the rules.
 *
 * @param word whether what was offered last serves
 * @param serving the revision that serves; null before there is one
 * @param candidate the one that was offered last and does not serve; null when there is none
 * @param reasons why it does not; empty when all is well
 * @param history what is recorded
 */
public record RuleSetStatus(
    Word word,
    @Nullable Revision serving,
    @Nullable Revision candidate,
    List<String> reasons,
    RevisionHistory history) {

  /** Whether what was offered last serves. */
  public enum Word {
    /** It does. */
    LOADED,
    /** One before it does, since it is held, rejected or was rolled back. */
    STALE,
    /** Nothing that anybody wrote can be used; the shipped rules stand in, if anything does. */
    ERROR
  }

  /** Before anything was read. */
  static final RuleSetStatus NONE =
      new RuleSetStatus(
          Word.ERROR, null, null, List.of("no rules are loaded yet"), RevisionHistory.NONE);
}
