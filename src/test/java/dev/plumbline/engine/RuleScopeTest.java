package dev.plumbline.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.language.RuleFiles;
import java.util.Set;
import org.junit.jupiter.api.Test;

class RuleScopeTest {

  private static final RuleFiles FILES = RuleFiles.shipped();
  private static final RuleSet SHIPPED = RuleSet.compile(FILES);

  private static RuleScope edited(String file, String before, String after) {
    String text = String.valueOf(FILES.text(file));
    assertThat(text).contains(before);
    return RuleScope.between(
        SHIPPED, RuleSet.compile(FILES.with(file, text.replace(before, after))), Set.of());
  }

  @Test
  void sameRulesHaveNoScope() {
    RuleScope scope = RuleScope.between(SHIPPED, RuleSet.compile(FILES), Set.of());

    assertThat(scope.edited()).isEmpty();
    assertThat(scope.affected()).isEmpty();
    assertThat(scope.reads()).isEmpty();
  }

  @Test
  void placesAndCommentsBetweenRulesDoNotCount() {
    RuleScope scope =
        edited("rollout-stuck.drl", "\nrule \"", "\n// a comment, which moves it\n\nrule \"");

    assertThat(scope.edited()).isEmpty();
    assertThat(scope.affected()).isEmpty();
  }

  @Test
  void whatFollowsFromAnEditIsAffectedAndItsReasonsAreRead() {
    RuleScope scope =
        edited(
            "rollout-stuck.drl",
            "stage == \"rolling\" || stage == \"complete\"",
            "stage == \"rolling\"");

    assertThat(scope.edited()).containsExactly("STUCK-002");
    assertThat(scope.affected()).contains("ReplacementLate", "ReplacementObstacle");
    assertThat(scope.affected()).doesNotContain("RolloutStage", "InstanceTypeUsable");
    assertThat(scope.reads()).contains("RolloutStage", "NodeClaim", "EvaluationTime");
  }

  @Test
  void factsThatDifferAffectTheRulesThatReadThem() {
    RuleScope scope = RuleScope.between(SHIPPED, SHIPPED, Set.of("AmiFamily"));

    assertThat(scope.edited()).isEmpty();
    assertThat(scope.affected()).isNotEmpty();
    assertThat(scope.reads()).contains("AmiFamily");
  }

  @Test
  void messagesCount() {
    String messages = String.valueOf(FILES.text("rollout-stuck.messages.yaml"));
    RuleSet other =
        RuleSet.compile(
            FILES.with(
                "rollout-stuck.messages.yaml",
                messages.replace("it has been draining", "it drains")));

    assertThat(RuleScope.between(SHIPPED, other, Set.of()).edited()).containsExactly("STUCK-010");
  }

  @Test
  void coreHasTheEditedRulesAndWhatTheyRead() {
    String text = String.valueOf(FILES.text("node-removals.drl"));
    RuleSet other =
        RuleSet.compile(FILES.with("node-removals.drl", text.replace("\nwhen\n", "\nwhen // x\n")));
    RuleScope core = RuleScope.core(SHIPPED, other, Set.of());

    assertThat(core.edited()).allMatch(id -> id.startsWith("GONE-")).hasSizeGreaterThan(5);
    assertThat(core.affected()).containsExactlyInAnyOrder("RemovalReason", "NodeGone");
    assertThat(core.reads()).contains("PastLaunch", "Parameter");
    assertThat(core.whole()).contains("RemovalReason").doesNotContain("NodeGone", "Finding");
  }
}
