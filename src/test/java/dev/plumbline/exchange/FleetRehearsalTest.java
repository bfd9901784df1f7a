package dev.plumbline.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plumbline.rehearsal.GoldenWorld;
import dev.plumbline.rehearsal.ImageBehavior;
import dev.plumbline.rehearsal.ImageBehavior.Failure;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Clusters in three rings on the model of Karpenter, in virtual time, with the shipped rules. */
@Tag("long")
class FleetRehearsalTest {

  private static final ImageBehavior FAILS_AFTER_TWO_HOURS =
      new ImageBehavior(Failure.NOT_READY, Duration.ofHours(2), 0.5);

  private static List<String> twenty() {
    var names = new ArrayList<String>();
    for (String ring : List.of("dev", "staging", "prod", "prod")) {
      for (int i = 1; i <= 5; i++) {
        String name = ring + "-" + i;
        names.add(names.contains(name) ? ring + "-" + (i + 5) : name);
      }
    }
    return names;
  }

  /** The report, with a million hours on an image in place of what it says of it. */
  private static ObjectNode claiming(ObjectNode report, int version) {
    ArrayNode releases = report.withArray("releases");
    for (int i = releases.size() - 1; i >= 0; i--) {
      if (releases.get(i).path("release").asText().equals(GoldenWorld.ami(version))) {
        releases.remove(i);
      }
    }
    ObjectNode release = releases.addObject();
    release.put("release", GoldenWorld.ami(version)).put("state", "proven");
    release.put("nodes", 1_000L).put("healthyHours", 1_000_000L).put("failed", 0L);
    release.put("message", "1000000 healthy node-hours");
    return report;
  }

  @Test
  void aBadReleaseInfectsTheFirstRingAloneAndAGoodOneReachesTheLast() {
    try (var fleet = new FleetRehearsal(twenty())) {
      fleet.member("dev-1").says(report -> claiming(report, 2));
      fleet.runFor(Duration.ofHours(4));
      assertThat(fleet.members("")).hasSize(20).allMatch(each -> each.state(1).equals("proven"));

      fleet.member("dev-2").beSilent();
      fleet.member("staging-2").beSilent();
      fleet.release(2, FAILS_AFTER_TWO_HOURS);
      fleet.runFor(Duration.ofHours(5));

      assertThat(fleet.members("dev"))
          .allMatch(each -> each.launched(2) > 0)
          .anyMatch(each -> each.state(2).equals("quarantined"));
      assertThat(fleet.members("staging")).allMatch(each -> each.launched(2) == 0);
      assertThat(fleet.members("prod")).allMatch(each -> each.launched(2) == 0);
      // What the lying one claims counts no more than its share.
      assertThat(fleet.member("prod-1").concludes("FleetEvidence"))
          .anySatisfy(
              each ->
                  assertThat(each)
                      .contains(GoldenWorld.ami(2), "cluster=dev-1", "hours=6", "1000000 healthy"));
      assertThat(fleet.member("prod-1").concludes("FleetQuarantine"))
          .anyMatch(each -> each.contains(" in ring dev says that it is quarantined, as of 2026-"));

      fleet.release(3, null);
      fleet.runUntil(each -> each.runs(3), "dev", Duration.ofHours(4));
      assertThat(fleet.members("staging")).allMatch(each -> each.launched(3) == 0);
      fleet.runUntil(each -> each.runs(3), "staging", Duration.ofHours(8));
      assertThat(fleet.members("prod")).allMatch(each -> each.launched(3) == 0);
      fleet.runUntil(each -> each.runs(3), "prod", Duration.ofHours(8));

      assertThat(fleet.member("prod-1").concludes("Finding"))
          .anyMatch(each -> each.contains("staging-2 in ring staging has published nothing since"));
      assertThat(fleet.members("")).allMatch(each -> each.unrecorded() == 0);
      assertThat(fleet.members("staging")).allMatch(each -> each.launched(2) == 0);
      assertThat(fleet.members("prod")).allMatch(each -> each.launched(2) == 0);
    }
  }

  /** Where one cluster is enough, one that lies is: the bound is what the parameter says. */
  @Test
  void theBoundIsTheNumberOfClustersThatAreRequired() {
    try (var fleet =
        new FleetRehearsal(List.of("dev-1", "dev-2", "staging-1"), "fleet.clustersRequired: 1")) {
      fleet.member("dev-1").says(report -> claiming(report, 2));
      fleet.runFor(Duration.ofHours(4));
      fleet.release(2, FAILS_AFTER_TWO_HOURS);
      fleet.runFor(Duration.ofHours(2));
      assertThat(fleet.member("staging-1").launched(2)).isPositive();
    }
  }
}
