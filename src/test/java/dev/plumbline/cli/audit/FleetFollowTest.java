package dev.plumbline.cli.audit;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.plumbline.fleet.Fleet;
import dev.plumbline.fleet.Fleet.Settings;
import dev.plumbline.fleet.FleetLogs;
import dev.plumbline.log.DecisionLog;
import dev.plumbline.log.s3.LogDiscovery;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code plumbline fleet --follow} prints, look by look. */
class FleetFollowTest {

  private static final Duration MAX_AGE = Duration.ofMinutes(30);

  @TempDir private Path folder;
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  private boolean away;

  @BeforeEach
  void record() {
    FleetLogs.record(folder.resolve("prod"), "prod");
  }

  private Fleet fleet() {
    return new Fleet(
        known -> {
          if (away) {
            throw new IOException("s3://logs/ cannot be listed");
          }
          return LogDiscovery.in(folder);
        },
        new Settings(name -> true, false, 1),
        () -> FleetLogs.end().plusSeconds(30),
        progress -> {});
  }

  private void look(FleetFollow follow) {
    out.getBuffer().setLength(0);
    follow.look(new PrintWriter(out), new PrintWriter(err));
  }

  private void closeGate() {
    try (DecisionLog log = FleetLogs.open(folder.resolve("prod"), "prod")) {
      new FleetLogs(log).from(FleetLogs.end()).gateCloses();
    }
  }

  @Test
  void changesAreLinesAndABucketThatIsAwayIsSaidOnce() throws IOException {
    Fleet fleet = fleet();
    var follow = new FleetFollow(fleet, fleet.read(), MAX_AGE, false);
    look(follow);
    assertThat(out.toString()).isEmpty();

    closeGate();
    away = true;
    look(follow);
    look(follow);
    assertThat(out.toString()).isEmpty();
    assertThat(err.toString().lines())
        .containsExactly("plumbline: s3://logs/ cannot be listed (trying again)");

    away = false;
    look(follow);
    assertThat(out.toString())
        .isEqualTo("2026-11-20T12:02:30Z  prod  gates closed: ami-resolution\n");
    look(follow);
    assertThat(out.toString()).isEmpty();
  }

  @Test
  void jsonHasEveryClusterFirst() throws IOException {
    Fleet fleet = fleet();
    var follow = new FleetFollow(fleet, fleet.read(), MAX_AGE, true);
    follow.all(new PrintWriter(out));
    JsonNode first = new JsonMapper().readTree(out.toString());
    assertThat(first.path("cluster").asText()).isEqualTo("prod");
    assertThat(first.at("/changes/0").asText()).startsWith("its log was found: ");
    assertThat(first.at("/now/entries").asInt()).isEqualTo(14);

    closeGate();
    look(follow);
    JsonNode then = new JsonMapper().readTree(out.toString());
    assertThat(out.toString()).endsWith("}\n").hasLineCount(1);
    assertThat(then.at("/changes/0").asText()).isEqualTo("gates closed: ami-resolution");
    assertThat(then.at("/now/gates/0/waitsFor").asText()).isEqualTo("ec2");
  }
}
