package dev.plumbline.record;

import dev.plumbline.log.Checkpoint;
import dev.plumbline.log.DecisionLog.LogHead;
import dev.plumbline.log.Hashes;
import dev.plumbline.log.InvalidLogException;
import dev.plumbline.log.store.LogFolder;
import dev.plumbline.log.store.StoredLog;
import dev.plumbline.wiring.LeaseIdentity;
import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.api.model.coordination.v1.LeaseBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.IOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The newest checkpoint in an annotation of a Lease: who can write the volume of the log, and has
 * its key, but may not write Leases, cannot replace what is below. It outlives the pod and the
 * volume. A log that does not continue it is not kept in its place.
 */
final class CheckpointLease implements CheckpointKeeper.Place {

  /** The annotation: a signed note, as {@code plumbline audit checkpoint} prints it. */
  static final String CHECKPOINT = "plumbline.dev/checkpoint";

  private final KubernetesClient client;
  private final LeaseIdentity place;
  private final String name;
  private final Path folder;
  private final InstantSource clock;

  /** Whether the log is known to continue what the Lease has. */
  private boolean continues;

  /**
   * Sends no request before {@link #keep}.
   *
   * @param name of the Lease, which need not exist
   */
  CheckpointLease(
      KubernetesClient client, LeaseIdentity place, String name, Path folder, InstantSource clock) {
    this.client = client;
    this.place = place;
    this.name = name;
    this.folder = folder;
    this.clock = clock;
  }

  @Override
  public String kind() {
    return "lease";
  }

  @Override
  public String name() {
    return place.namespace() + "/" + name;
  }

  @Override
  public boolean keep() throws IOException {
    try (var files = new LogFolder(folder)) {
      var log = new StoredLog(files);
      Checkpoint newest = log.checkpoint();
      Lease there = client.leases().inNamespace(place.namespace()).withName(name).get();
      Checkpoint kept = kept(there);
      if (kept != null) {
        check(log, newest, kept.head());
        if (kept.head().size() == newest.head().size()) {
          return false;
        }
      }
      write(there, newest);
      continues = true;
      return true;
    }
  }

  private void check(StoredLog log, Checkpoint signed, LogHead kept) throws IOException {
    LogHead newest = signed.head();
    boolean isLost = newest.size() < kept.size() || !newest.origin().equals(kept.origin());
    if (isLost || (!continues && !kept.root().equals(root(log, signed, kept.size())))) {
      throw new IOException(
          ("the log of %d entries does not continue the checkpoint of %s over %d entries of %s:"
                  + " entries were removed or replaced. Try: plumbline audit verify --checkpoint"
                  + " with that annotation; delete it when the log was begun anew on purpose.")
              .formatted(newest.size(), CHECKPOINT, kept.size(), kept.origin()));
    }
  }

  /** The root over the first entries; that which is asked for where they are kept in a bucket. */
  private static String root(StoredLog log, Checkpoint signed, long size) {
    try {
      return Hashes.hex(log.subtrees(signed).root(size));
    } catch (InvalidLogException | IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "it cannot be told whether the log continues it: " + e.getMessage(), e);
    }
  }

  private static @Nullable Checkpoint kept(@Nullable Lease lease) {
    Map<String, String> annotations = lease == null ? null : lease.getMetadata().getAnnotations();
    String note = annotations == null ? null : annotations.get(CHECKPOINT);
    return note == null ? null : Checkpoint.read(note);
  }

  private void write(@Nullable Lease there, Checkpoint newest) {
    LeaseBuilder builder = there == null ? new LeaseBuilder() : new LeaseBuilder(there);
    Lease lease =
        builder
            .editOrNewMetadata()
            .withName(name)
            .withNamespace(place.namespace())
            .addToLabels("app.kubernetes.io/managed-by", "plumbline")
            .addToAnnotations(CHECKPOINT, newest.note())
            .endMetadata()
            .editOrNewSpec()
            .withHolderIdentity(place.identity())
            .withRenewTime(clock.instant().truncatedTo(ChronoUnit.MICROS).atZone(ZoneOffset.UTC))
            .endSpec()
            .build();
    var leases = client.leases().inNamespace(place.namespace()).resource(lease);
    Lease unused = there == null ? leases.create() : leases.update();
  }
}
