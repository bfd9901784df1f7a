package dev.plumbline.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.plumbline.fleet.FleetLogs;
import dev.plumbline.log.DecisionLog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code plumbline fleet} over the logs of two clusters, and of one that is broken. */
class FleetCommandTest {

  @TempDir private static Path folder;

  private record Ran(int exit, String out, String err) {}

  @BeforeAll
  static void record() throws IOException {
    FleetLogs.record(folder.resolve("fine/old"), "old");
    try (DecisionLog log = FleetLogs.open(folder.resolve("fine/prod"), "prod")) {
      new FleetLogs(log).from(Instant.now()).begin();
    }
    FleetLogs.record(folder.resolve("broken/dev"), "dev");
    Files.delete(folder.resolve("broken/dev/segments/00000000000000000012.leaves"));
  }

  private static Ran fleet(String... words) {
    var terminal = new Terminal();
    var all = new ArrayList<>(List.of("fleet", "--color", "never"));
    all.addAll(List.of(words));
    int exit = terminal.run(all.toArray(String[]::new));
    return new Ran(exit, terminal.out(), terminal.err());
  }

  private static String fine() {
    return folder.resolve("fine").toString();
  }

  @Test
  void tableHasARowForEachCluster() {
    Ran ran = fleet(folder.toString());

    assertThat(ran.exit()).as(ran.err()).isZero();
    assertThat(ran.out().lines().map(String::strip).toList())
        .startsWith("3 clusters: 1 ok, 1 old, 1 broken; 1 set of rules", "")
        .anyMatch(line -> line.matches("cluster +status +newest entry +entries +rules +.*"))
        .anyMatch(line -> line.matches("dev +broken +not known +14 +not known +not known.*"))
        .anyMatch(line -> line.matches("old +old +.*ago +14 +ab12ab12ab12 +0 +1 high, 1 low"))
        .anyMatch(line -> line.matches("prod +ok +.*ago +3 +ab12ab12ab12 +0 +1 high, 1 low"))
        .anyMatch(line -> line.matches("old +default +2 +al2023@v1 +soaking +7"))
        .anyMatch(line -> line.matches("old +policy 1.0 +1{12} +serving"))
        .anyMatch(line -> line.matches("old +not known +2{12} +waits"))
        .anyMatch(line -> line.matches("old +waits +BUNDLE-010 for others; BUNDLE-011 .*"))
        .anyMatch(
            line ->
                line.startsWith("dev  altered  " + folder.resolve("broken/dev/segments") + "/"));
  }

  @Test
  void exitCodeIsAskedFor() {
    assertThat(fleet(folder.toString(), "--exit-code").exit()).isEqualTo(3);
    assertThat(fleet(fine(), "--exit-code").exit()).isEqualTo(3);
    assertThat(fleet(fine(), "--exit-code", "--clusters", "pr*").exit()).isZero();
    assertThat(fleet(fine(), "--exit-code", "--max-age", "90000d").exit()).isZero();
  }

  @Test
  void jsonHasNullForWhatIsNotKnown() throws IOException {
    JsonNode json = new JsonMapper().readTree(fleet(folder.toString(), "-o", "json").out());

    assertThat(json.path("clusters")).hasSize(3);
    JsonNode dev = json.at("/clusters/0");
    assertThat(dev.path("status").asText()).isEqualTo("broken");
    for (String field : List.of("last", "rules", "images", "bundles", "gates", "findings")) {
      assertThat(dev.path(field).isNull()).as(field).isTrue();
    }
    assertThat(dev.at("/problems/0/kind").asText()).isEqualTo("altered");
    JsonNode prod = json.at("/clusters/2");
    assertThat(prod.path("writer").asText()).isEqualTo("pod-1");
    assertThat(prod.at("/images/0/nodes").asInt()).isEqualTo(7);
    assertThat(prod.at("/findings/high").asInt()).isEqualTo(1);
    assertThat(prod.at("/bundles/0/title").asText()).isEqualTo("policy 1.0");
    assertThat(prod.at("/bundles/1/title").isNull()).isTrue();
    assertThat(prod.path("gates")).isEmpty();
    assertThat(prod.path("verified").asBoolean()).isFalse();
    assertThat(fleet(fine(), "--verify", "-o", "json").out()).contains("\"verified\" : true");
  }

  @Test
  void badInputIsNamed() throws IOException {
    Path empty = Files.createDirectories(folder.resolve("broken/dev/objects"));
    for (List<String> each :
        List.of(
            List.of("there is no decision log in it", empty.toString()),
            List.of("nowhere: no such folder", "nowhere"),
            List.of("s3:// names no bucket", "s3://"),
            List.of("is given twice", fine(), folder.resolve("fine/old").toString()),
            List.of("--clusters x* matches no log. Try: old, prod.", fine(), "--clusters", "x*"),
            List.of("--max-age: invalid duration 'soon'", fine(), "--max-age", "soon"),
            List.of("--interval: invalid duration '0s'", fine(), "--follow", "--interval", "0s"),
            List.of("--interval is how often with --follow", fine(), "--interval", "9s"),
            List.of("--exit-code has no use", fine(), "--follow", "--exit-code"),
            List.of("unsupported output format", fine(), "-o", "yaml"))) {
      Ran ran = fleet(each.subList(1, each.size()).toArray(String[]::new));

      assertThat(ran.exit()).as(each.getFirst()).isEqualTo(2);
      assertThat(ran.out()).isEmpty();
      assertThat(ran.err()).contains(each.getFirst(), "Try: ");
    }
  }
}
