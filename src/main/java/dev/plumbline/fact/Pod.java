package dev.plumbline.fact;

import dev.plumbline.fact.Annotations.ExpectedCount;
import dev.plumbline.fact.Annotations.ReadFrom;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A {@code Pod} (v1) that waits for a node: phase Pending, bound to none. What the scheduler says
 * of it is a {@link StatusCondition}, further terms of its node affinity are {@link
 * NodeAffinityTerm}.
 *
 * @param namespace {@code metadata.namespace}
 * @param name {@code metadata.name}
 * @param created {@code metadata.creationTimestamp}; null when not told
 * @param requests what its containers ask for together, as the scheduler counts it: the greater of
 *     the sum over {@code containers} and the greatest of {@code initContainers}, sidecars counted
 *     with both, and {@code overhead}; one of {@code pods}
 * @param requirements {@code spec.nodeSelector} together with the first term of the node affinity
 *     that is required during scheduling
 * @param tolerations {@code spec.tolerations} as text: {@code key=value:effect}, {@code key:effect}
 *     for any value, {@code key} for any effect too, {@code *} for any taint
 * @param unjudged what else it asks of a node, which nothing here judges: spread over topologies,
 *     affinity to pods, volumes
 * @param daemonSet whether a DaemonSet owns it
 * @param deleting whether {@code metadata.deletionTimestamp} is set
 */
@ExpectedCount(10_000)
@ReadFrom(
    of = "Pod",
    value = {"status.phase", "spec.nodeName"})
public record Pod(
    String namespace,
    String name,
    @ReadFrom("metadata.creationTimestamp") @Nullable Instant created,
    @ReadFrom({
          "spec.initContainers.resources.requests",
          "spec.initContainers.restartPolicy",
          "spec.containers.resources.requests",
          "spec.resources.requests",
          "spec.overhead"
        })
        Resources requests,
    @ReadFrom({
          "spec.nodeSelector",
          "spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms"
        })
        Requirements requirements,
    @ReadFrom("spec.tolerations") Values tolerations,
    @ReadFrom({
          "spec.topologySpreadConstraints.whenUnsatisfiable",
          "spec.topologySpreadConstraints.topologyKey",
          "spec.affinity.podAffinity.requiredDuringSchedulingIgnoredDuringExecution.topologyKey",
          "spec.affinity.podAntiAffinity.requiredDuringSchedulingIgnoredDuringExecution.topologyKey",
          "spec.volumes.persistentVolumeClaim.claimName"
        })
        Values unjudged,
    @ReadFrom("metadata.ownerReferences.kind") boolean daemonSet,
    @ReadFrom("metadata.deletionTimestamp") boolean deleting)
    implements Fact {

  @Override
  public String key() {
    return "Pod/" + path();
  }

  /** What tells it from every other pod: shop/cart-0. */
  public String path() {
    return namespace + "/" + name;
  }

  /** Whether it was there already at {@code time}; true when its age is not told. */
  public boolean waitedAt(Instant time) {
    return created == null || !created.isAfter(time);
  }

  /** All that it asks of a node in one text, the same for pods that ask for the same. */
  public String shape() {
    return shapeWith(requirements);
  }

  /** The same with another term of its node affinity in place of the first. */
  public String shapeWith(Requirements term) {
    return requests
        + (term.none() ? "" : "; " + term)
        + (tolerations.none() ? "" : "; tolerates " + tolerations);
  }
}
