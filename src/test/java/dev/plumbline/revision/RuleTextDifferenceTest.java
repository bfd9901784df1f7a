package dev.plumbline.revision;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.engine.RuleSet;
import dev.plumbline.fact.Policy.Parameter;
import dev.plumbline.fact.Revisions.RevisionImpact;
import dev.plumbline.language.RuleFiles;
import dev.plumbline.loop.Evaluation;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Limits that are times are loosened when they grow. */
class RuleTextDifferenceTest {

  private static final RuleSet RULES = RuleSet.compile(RuleFiles.shipped());

  @ParameterizedTest
  @CsvSource({"30s, 30s, false", "30s, 1m, true", "60s, 1m, false", "1m, 30s, false", "5, 6, true"})
  void aLimitIsLoosenedWhenItIsMore(String before, String after, boolean loosened) {
    assertThat(measures(List.of(limit(before)), List.of(limit(after))).contains("limitsLoosened"))
        .isEqualTo(loosened);
  }

  @Test
  void aLimitThatIsGoneIsLoosened() {
    assertThat(measures(List.of(limit("30s")), List.of())).contains("limitsLoosened");
  }

  @Test
  void aGuardedParameterThatChangesIsNamedWithBothValues() {
    List<Parameter> before =
        List.of(
            new Parameter("revision.guarded", "0", "actions.*"),
            new Parameter("actions.mode", "PinAmis", "observe"),
            new Parameter("actions.interval", "", "10m"),
            new Parameter("ami.minimumAge", "", "7d"));
    List<Parameter> after =
        List.of(
            new Parameter("revision.guarded", "0", "actions.mod"),
            new Parameter("actions.mode", "PinAmis", "enforce"),
            new Parameter("actions.mode", "TagAmi", "enforce"),
            new Parameter("ami.minimumAge", "", "1d"));

    List<RevisionImpact> impacts =
        RuleTextDifference.between(RULES, before, RULES, after).impacts("d");

    assertThat(impacts)
        .extracting(it -> it.measure() + " " + it.lost() + " of " + it.before() + it.told())
        .containsExactly(
            "guardedParametersChanged 4 of 4 (actions.interval: 10m -> none, actions.mode of"
                + " PinAmis: observe -> enforce, actions.mode of TagAmi: none -> enforce and 1"
                + " more)");
  }

  @Test
  void theShippedListGuardsWhatIsWritten() {
    List<Parameter> shipped = Evaluation.with(RULES.files()).policy().parameters();
    var looser = new ArrayList<>(shipped);
    looser.add(new Parameter("actions.mode", "PinAmis", "enforce"));

    assertThat(measures(shipped, looser)).containsExactly("guardedParametersChanged");
    assertThat(measures(shipped, shipped)).isEmpty();
  }

  /** The rules that judge revisions say what an approver reads. */
  @Test
  void messagesOfAGuardFileAreAGuardFile() {
    String name = "rule-revisions.messages.yaml";
    RuleSet reworded =
        RuleSet.compile(RULES.files().with(name, RULES.files().text(name) + "\n# Reworded.\n"));

    RuleTextDifference difference =
        RuleTextDifference.between(RULES, List.of(), reworded, List.of());

    assertThat(difference.files()).containsExactly(name);
    assertThat(difference.impacts("d"))
        .extracting(RevisionImpact::measure)
        .containsExactly("guardFilesChanged");
  }

  @Test
  void aMeasureThatIsGoneIsARuleGoneAndAGuardChanged() {
    String name = "rule-revisions.measures.yaml";
    String text = String.valueOf(RULES.files().text(name));
    RuleSet without =
        RuleSet.compile(
            RULES.files().with(name, text.substring(0, text.indexOf("\n  REV-051:") + 1)));

    assertThat(RuleTextDifference.between(RULES, List.of(), without, List.of()).impacts("d"))
        .extracting(it -> it.measure() + " " + it.lost() + it.told())
        .containsExactly("rulesRemoved 1 (REV-051)", "guardFilesChanged 1 (" + name + ")");
  }

  private static List<String> measures(List<Parameter> before, List<Parameter> after) {
    return RuleTextDifference.between(RULES, before, RULES, after).impacts("d").stream()
        .map(RevisionImpact::measure)
        .toList();
  }

  private static Parameter limit(String value) {
    return new Parameter("revision.agreeWithin", "", value);
  }
}
