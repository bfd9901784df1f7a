package dev.plumbline.rehearsal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The model of Karpenter against watch streams of the real one, recorded with simulated instances:
 * the same objects go through the same states. What the streams say is condensed in {@code
 * src/test/resources/karpenter-traces}; names and times differ, and which nodes are chosen.
 */
class RecordedKarpenterTest {

  private static final Path RECORDED = Path.of("../shared/data/karpenter-traces");
  private static final Path CONDENSED = Path.of("src/test/resources/karpenter-traces");

  @ParameterizedTest
  @ValueSource(strings = {"never-ready", "goes-bad-after-100s"})
  void textIsWhatTheStreamsSay(String story) throws IOException {
    assumeTrue(
        Files.isDirectory(RECORDED),
        "the recorded streams are not here: their condensed form alone is compared");
    String text = WatchTrace.recorded(RECORDED.resolve(story)).text();
    if (Boolean.getBoolean("golden.update")) {
      Files.writeString(CONDENSED.resolve(story + ".txt"), text);
    }
    assertThat(text).isEqualTo(condensed(story));
  }

  @Test
  void imageWhoseNodesNeverBecomeReady() throws IOException {
    // How many commands start depends on the uids of the pods: with this seed three, as recorded.
    var karpenter = new ModelCluster(Instant.parse("2026-11-22T07:30:33Z"), 7);
    WatchTrace trace = karpenter.record();
    karpenter.image("v13").image("v12");
    karpenter.nodeClass(ModelCluster.GOLDEN);
    karpenter.nodePool("50%");
    karpenter.model.demand("web", Map.of(), 8);
    karpenter.until("2026-11-22T07:32:16Z");
    karpenter.model.behavior(ModelCluster.ami("v14"), ImageBehavior.of("never"));
    karpenter.image("v14");
    karpenter.until("2026-11-22T07:43:57Z");
    karpenter.model.demand("web", Map.of(), 10);
    karpenter.until("2026-11-22T07:44:30Z");
    assertThat(trace.text()).isEqualTo(condensed("never-ready"));
  }

  @Test
  void imageWhoseNodesGoBadAfter100Seconds() throws IOException {
    var karpenter = new ModelCluster(Instant.parse("2026-11-22T07:07:56Z"), 1);
    karpenter.image("v13").image("v12");
    karpenter.nodeClass(ModelCluster.GOLDEN);
    karpenter.nodePool("1");
    karpenter.model.demand("web", Map.of(), 8);
    karpenter.until("2026-11-22T07:09:02Z");
    karpenter.pin("v13", "v12");
    karpenter.until("2026-11-22T07:09:30Z");
    WatchTrace trace = karpenter.record();
    karpenter.until("2026-11-22T07:09:42Z");
    karpenter.model.behavior(ModelCluster.ami("v14"), ImageBehavior.of("100s"));
    karpenter.image("v14");
    karpenter.until("2026-11-22T07:10:03Z");
    karpenter.pin("v14", "v12");
    karpenter.hold(true);
    karpenter.until("2026-11-22T07:10:28Z");
    karpenter.model.demand("web", Map.of(), 10);
    karpenter.until("2026-11-22T07:11:44Z");
    karpenter.hold(false);
    karpenter.until("2026-11-22T07:12:40.1Z");
    karpenter.hold(true);
    karpenter.until("2026-11-22T07:12:40.6Z");
    karpenter.hold(false);
    karpenter.until("2026-11-22T07:12:41Z");
    karpenter.hold(true);
    karpenter.until("2026-11-22T07:22:40Z");
    assertThat(trace.text()).isEqualTo(condensed("goes-bad-after-100s"));
  }

  private static String condensed(String story) throws IOException {
    return Files.readString(CONDENSED.resolve(story + ".txt"));
  }
}
