package dev.plumbline.revision;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The status of the rules.
 *
 * @param serving the revision that serves; null before there is one
 * @param candidate the one that was offered last and does not serve; null when there is none
 * @param reasons why it does not; empty when all is well
 * @param trialFault why candidates are tried in this process; null while they are tried in one of
 *     their own, or are not meant to be
 */
public record RuleSetStatus(
    Word word,
    @Nullable Revision serving,
    @Nullable Revision candidate,
    List<String> reasons,
    RevisionHistory history,
    @Nullable String trialFault) {

  public enum Word {
    LOADED,
    /** An earlier one is active, since the latest is held, rejected or was rolled back. */
    STALE,
    /** No offered revision is valid; the shipped rules are active, if any. */
    ERROR
  }

  static final RuleSetStatus NONE =
      new RuleSetStatus(
          Word.ERROR, null, null, List.of("no rules are loaded yet"), RevisionHistory.NONE, null);
}
