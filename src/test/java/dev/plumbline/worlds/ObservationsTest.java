package dev.plumbline.worlds;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plumbline.engine.Settlement;
import dev.plumbline.fact.Nodes.Node;
import dev.plumbline.log.MemoryLog;
import dev.plumbline.query.ControlReport;
import dev.plumbline.query.ControlState;
import dev.plumbline.query.ControlStatus;
import dev.plumbline.query.ExportedFindings;
import dev.plumbline.query.LogArchive;
import dev.plumbline.query.NodePopulation;
import dev.plumbline.query.NodePopulation.PopulationNode;
import dev.plumbline.query.Ocsf;
import dev.plumbline.query.Oscal;
import dev.plumbline.query.OscalSchema;
import dev.plumbline.record.LogBuilder;
import dev.plumbline.record.RecordedStory;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What an auditor sees of the controls, in random worlds. */
class ObservationsTest {

  private static final Instant AT = RecordedStory.FIRST;

  /** One assessment: the export, and the same as OSCAL. */
  private record Assessed(
      SettledWorld world, Settlement settlement, LogArchive archive, ExportedFindings exported) {

    static Assessed of(SettledWorld world) {
      Settlement settlement = SettledWorld.settle(world.facts());
      var log = new MemoryLog("plumbline.dev/log/test");
      new LogBuilder(log)
          .start(AT)
          .rules(AT, SettledWorld.RULES, "ann", "CHG-1")
          .take(world.facts(), settlement)
          .state(AT);
      LogArchive archive = RecordedStory.archive(log);
      return new Assessed(
          world, settlement, archive, ExportedFindings.of(archive, null, null, "0.1.0"));
    }

    /** The rules that concluded something. */
    Set<String> applied() {
      var rules = new TreeSet<String>();
      settlement.all().forEach(it -> it.derivations().forEach(d -> rules.addAll(d.rules())));
      return rules;
    }

    Set<String> observed() {
      var rules = new TreeSet<String>();
      exported.observations().forEach(each -> rules.add(each.rule().id()));
      return rules;
    }
  }

  @Test
  @Tag("long")
  void everyRuleWithAControlEndsInAnObservation() {
    var silent = new TreeSet<String>();
    SettledWorld.RULES.rules().forEach(rule -> silent.add(rule.id()));
    var observed = new TreeSet<String>();
    for (SettledWorld world : SettledWorld.settled()) {
      Assessed assessed = Assessed.of(world);
      silent.removeAll(assessed.applied());
      observed.addAll(assessed.observed());
    }

    var missing = new TreeSet<String>();
    SettledWorld.RULES.rules().forEach(rule -> missing.add(rule.id()));
    missing.removeAll(observed);
    missing.removeAll(silent);
    assertThat(missing).isEmpty();
  }

  @Test
  void everyNodeIsInThePopulation() {
    int notJudged = 0;
    for (SettledWorld world : SettledWorld.settled().subList(0, 25)) {
      NodePopulation population = Assessed.of(world).exported().population();
      List<Node> nodes = world.facts(Node.class);
      assertThat(population.nodes())
          .as("world %d", world.seed())
          .extracting(PopulationNode::node)
          .containsExactlyElementsOf(nodes.stream().map(Node::name).sorted().toList());
      Set<String> foreign = new TreeSet<>();
      nodes.stream().filter(it -> it.runBy() != null).forEach(it -> foreign.add(it.name()));
      for (PopulationNode each : population.nodes()) {
        if (each.judged()) {
          assertThat(foreign).doesNotContain(each.node());
          assertThat(each.nodeClaim()).isNotEmpty();
        } else {
          notJudged++;
        }
      }
    }
    assertThat(notJudged).isPositive();
  }

  @Test
  void noControlIsSatisfiedWithoutAnObservation() {
    int judged = 0;
    for (SettledWorld world : SettledWorld.settled().subList(0, 25)) {
      Assessed assessed = Assessed.of(world);
      ObjectNode document = Oscal.of(assessed.exported());
      assertThat(OscalSchema.problems(document)).as("world %d", world.seed()).isEmpty();
      JsonNode result = document.at("/assessment-results/results/0");
      var observations = new HashSet<>(result.path("observations").findValuesAsText("uuid"));
      assertThat(observations).hasSize(result.path("observations").size());
      for (JsonNode finding : result.path("findings")) {
        List<String> related =
            finding.path("related-observations").findValuesAsText("observation-uuid");
        assertThat(related).as("world %d, %s", world.seed(), finding).isNotEmpty();
        assertThat(observations).containsAll(related);
        judged++;
      }

      List<ControlStatus> controls = new ControlReport(assessed.archive()).at(AT, null);
      assertThat(controls)
          .allSatisfy(
              each -> {
                boolean none =
                    each.observed().isEmpty()
                        && assessed.exported().findings().stream()
                            .noneMatch(found -> found.controls().contains(each.control()));
                assertThat(each.state() == ControlState.NOT_ASSESSED)
                    .as("world %d, %s", world.seed(), each.control())
                    .isEqualTo(none);
              });
      // The table and the document say the same.
      assertThat(result.path("findings").findValuesAsText("title"))
          .as("world %d", world.seed())
          .containsExactlyElementsOf(
              controls.stream()
                  .filter(each -> each.state().judged())
                  .map(ControlStatus::control)
                  .toList());
      assertThat(Ocsf.of(assessed.exported()).lines())
          .hasSize(
              assessed.exported().findings().size() + assessed.exported().observations().size());
    }
    assertThat(judged).isPositive();
  }
}
