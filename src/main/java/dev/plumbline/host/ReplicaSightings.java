package dev.plumbline.host;

import dev.plumbline.fact.ReplicaRevision;
import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.api.model.coordination.v1.LeaseSpec;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What was seen of the other replicas, by the clocks of this process alone: one counts from when it
 * was first seen to serve something, and is gone when its last renewal was seen too long ago.
 */
final class ReplicaSightings {

  /** A Lease of somebody who has not renewed it for so many of its durations is litter. */
  private static final int LITTER = 40;

  private final Map<String, Seen> byName = new HashMap<>();

  /**
   * A renewal, and when it was first seen.
   *
   * @param since when it was first seen to serve what it serves
   */
  private record Seen(
      Lease lease, @Nullable ZonedDateTime renewed, long nanos, String digest, Instant since) {

    boolean older(long now, Duration fallback, int times) {
      LeaseSpec spec = lease.getSpec();
      Integer told = spec == null ? null : spec.getLeaseDurationSeconds();
      Duration duration = told == null || told <= 0 ? fallback : Duration.ofSeconds(told);
      return now - nanos >= duration.toNanos() * times;
    }
  }

  /**
   * Takes what there is now.
   *
   * @param others the Leases of the others
   * @param nanos as {@link System#nanoTime}
   * @param now by the clock of this process
   */
  void look(List<Lease> others, long nanos, Instant now) {
    var names = new HashSet<String>();
    for (Lease lease : others) {
      String name = lease.getMetadata().getName();
      names.add(name);
      Map<String, String> annotations = lease.getMetadata().getAnnotations();
      String digest = annotations == null ? "" : annotations.getOrDefault(ReplicaLeases.SERVES, "");
      ZonedDateTime renewed = lease.getSpec() == null ? null : lease.getSpec().getRenewTime();
      Seen before = byName.get(name);
      if (before == null) {
        byName.put(name, new Seen(lease, renewed, nanos, digest, now));
      } else {
        boolean renewal = !Objects.equals(before.renewed(), renewed);
        Instant since = before.digest().equals(digest) ? before.since() : now;
        byName.put(name, new Seen(lease, renewed, renewal ? nanos : before.nanos(), digest, since));
      }
    }
    byName.keySet().retainAll(names);
  }

  /** Those that are there, in the order of their names. */
  List<ReplicaRevision> present(long nanos, Duration fallback) {
    var present = new ArrayList<ReplicaRevision>();
    byName.entrySet().stream()
        .sorted(Map.Entry.comparingByKey())
        .map(Map.Entry::getValue)
        .filter(seen -> !seen.digest().isEmpty() && !seen.older(nanos, fallback, 1))
        .forEach(
            seen ->
                present.add(
                    new ReplicaRevision(holder(seen.lease()), seen.digest(), seen.since(), false)));
    return present;
  }

  /** The Leases that somebody left behind. */
  List<Lease> litter(long nanos, Duration fallback) {
    return byName.values().stream()
        .filter(seen -> seen.older(nanos, fallback, LITTER))
        .map(Seen::lease)
        .toList();
  }

  private static String holder(Lease lease) {
    String holder = lease.getSpec() == null ? null : lease.getSpec().getHolderIdentity();
    return holder == null || holder.isEmpty() ? lease.getMetadata().getName() : holder;
  }
}
