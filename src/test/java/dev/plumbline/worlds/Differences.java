package dev.plumbline.worlds;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What one question was answered by Karpenter's algorithm and by our rules, over many worlds. */
final class Differences {

  private static final int SHOWN = 12;

  private final String question;
  private final List<String> unexplained = new ArrayList<>();
  private final Map<String, Integer> answers = new TreeMap<>();
  private final Map<String, Integer> kinds = new TreeMap<>();
  private int compared;
  private int documented;

  Differences(String question) {
    this.question = question;
  }

  /**
   * Compares one answer.
   *
   * @param karpenter what Karpenter would do; null for nothing
   * @param expected the same with the differences that are documented
   * @param ours what we concluded
   */
  void compare(
      long seed,
      String object,
      @Nullable Object karpenter,
      @Nullable Object expected,
      @Nullable Object ours) {
    compared++;
    answers.merge(Objects.toString(karpenter), 1, Integer::sum);
    if (!Objects.equals(karpenter, expected)) {
      documented++;
    }
    if (!Objects.equals(expected, ours)) {
      unexplained.add(
          "seed %d, %s: Karpenter %s%s, we %s"
              .formatted(
                  seed,
                  object,
                  karpenter,
                  Objects.equals(karpenter, expected) ? "" : " (as documented: " + expected + ")",
                  ours));
    }
  }

  /** Counts one more case of a kind. */
  void count(String kind) {
    kinds.merge(kind, 1, Integer::sum);
  }

  /** That there were more than so many cases of a kind. */
  Differences counted(int least, String kind) {
    assertThat(kinds.getOrDefault(kind, 0)).as("%s: %s", question, kind).isGreaterThan(least);
    return this;
  }

  /** That there is no difference but those documented, among so many comparisons. */
  void hold(int least) {
    assertThat(unexplained.stream().limit(SHOWN).toList())
        .as("%s: %d differ of %d compared", question, unexplained.size(), compared)
        .isEmpty();
    assertThat(compared).as(question).isGreaterThan(least);
  }

  /**
   * That Karpenter answered so often with each of these: a question with one answer proves little.
   */
  Differences answered(int least, String... each) {
    for (String answer : each) {
      assertThat(answers.getOrDefault(answer, 0))
          .as("%s: %s", question, answer)
          .isGreaterThan(least);
    }
    return this;
  }

  @Override
  public String toString() {
    return "%s: %d compared, %d differ as documented, %d otherwise; %s %s"
        .formatted(
            question,
            compared,
            documented,
            unexplained.size(),
            kinds,
            answers.size() > 20 ? answers.size() + " answers" : answers);
  }
}
