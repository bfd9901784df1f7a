package dev.plumbline.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumbline.log.Checkpoint;
import dev.plumbline.log.store.LogFolder;
import dev.plumbline.log.verify.Verification;
import dev.plumbline.loop.Await;
import dev.plumbline.wiring.LeaseIdentity;
import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.server.mock.EnableKubernetesMockClient;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the Lease has cannot be replaced by who has the volume and the key of the log. */
@EnableKubernetesMockClient(crud = true)
class CheckpointLeaseTest {

  private static final Instant AT = Instant.parse("2026-11-20T00:00:00Z");

  @TempDir Path folder;

  private KubernetesClient client;
  private Instant at = AT;

  @Test
  void theNewestCheckpointIsWrittenWhenItIsNewer() throws IOException {
    TestFolder.append(folder, 5, at);
    CheckpointLease lease = lease();

    boolean first = lease.keep();
    boolean again = lease.keep();
    TestFolder.append(folder, 4, at);
    boolean later = lease.keep();

    assertThat(List.of(first, again, later)).containsExactly(true, false, true);
    Checkpoint kept = Checkpoint.read(note());
    assertThat(kept.head().size()).isEqualTo(9);
    var verified = new Verification(new LogFolder(folder), null, kept).run();
    assertThat(verified.fault()).isNull();
    assertThat(there().getSpec().getHolderIdentity()).isEqualTo("pod-1");
  }

  @Test
  void anotherProcessGoesOnWhereTheLogContinues() throws IOException {
    TestFolder.append(folder, 5, at);
    lease().keep();
    TestFolder.append(folder, 1, at);

    assertThat(lease().keep()).isTrue();
    assertThat(Checkpoint.read(note()).head().size()).isEqualTo(6);
  }

  @Test
  void aLogThatWasReplacedIsFoundOutAndTheLeaseLeftAsItIs() throws IOException {
    TestFolder.append(folder, 5, at);
    lease().keep();
    String kept = note();
    byte[] key = Files.readAllBytes(folder.resolve("key.pem"));
    TestFolder.clear(folder);
    Files.write(folder.resolve("key.pem"), key);
    at = AT.plusSeconds(1);
    TestFolder.append(folder, 7, at);

    assertThatThrownBy(lease()::keep)
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith(
            "the log of 7 entries does not continue the checkpoint of plumbline.dev/checkpoint"
                + " over 5 entries of plumbline.dev/log/test: entries were removed or replaced."
                + " Try: ");
    assertThat(note()).isEqualTo(kept);
  }

  @Test
  void aLogThatWasCutIsFoundOutByTheProcessThatWrote() throws IOException {
    TestFolder.append(folder, 5, at);
    CheckpointLease lease = lease();
    lease.keep();
    TestFolder.clear(folder);
    TestFolder.append(folder, 2, at);

    assertThatThrownBy(lease::keep)
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith("the log of 2 entries does not continue");
  }

  @Test
  void onlyWhoWritesTheLogKeepsIt() {
    TestFolder.append(folder, 5, at);
    var writes = new AtomicBoolean();
    try (var keeper =
        new CheckpointKeeper(lease(), Duration.ofMillis(5), writes::get, InstantSource.fixed(AT))) {
      keeper.start();
      assertThat(keeper.kept()).isNull();
      // When
      writes.set(true);
      Await.until("the Lease has it", () -> keeper.kept() != null);
    }
    assertThat(Checkpoint.read(note()).head().size()).isEqualTo(5);
  }

  private CheckpointLease lease() {
    return new CheckpointLease(
        client,
        new LeaseIdentity("plumbline", "pod-1"),
        "plumbline-checkpoint",
        folder,
        InstantSource.fixed(AT));
  }

  private Lease there() {
    return client.leases().inNamespace("plumbline").withName("plumbline-checkpoint").get();
  }

  private String note() {
    return there().getMetadata().getAnnotations().get(CheckpointLease.CHECKPOINT);
  }
}
