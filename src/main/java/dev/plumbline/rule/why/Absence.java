package dev.plumbline.rule.why;

import dev.plumbline.conclusion.Conclusion;
import dev.plumbline.rule.Rule;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Why a conclusion does not hold.
 *
 * @param wanted the conclusion
 * @param held those of it that do hold; none, or it is not absent
 * @param attempts the rules that could conclude it, the one that gets furthest first
 * @param others how many rules conclude the type, but never this one
 * @param told whether it was told above; then nothing else is told here
 */
public record Absence(
    Wanted wanted, List<Conclusion> held, List<Attempt> attempts, int others, boolean told) {

  /**
   * A rule that could conclude it.
   *
   * @param met how many of its conditions are met, one after the other
   * @param of how many conditions it has
   * @param obstacle the first that is not
   * @param deeper why what is missing there does not hold; null when it is no conclusion
   */
  public record Attempt(Rule rule, int met, int of, Obstacle obstacle, @Nullable Absence deeper) {}
}
