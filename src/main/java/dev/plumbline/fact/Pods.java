package dev.plumbline.fact;

import dev.plumbline.fact.Annotations.ExpectedCount;
import dev.plumbline.fact.Annotations.ReadFrom;
import dev.plumbline.fact.Cluster.EvaluationTime;
import dev.plumbline.fact.Cluster.StatusCondition;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Pods that wait, DaemonSets that every node runs, those of their pods that do not start, and how
 * many pods of which kind run on a node.
 */
public sealed interface Pods extends Fact {

  /**
   * A {@code DaemonSet} (apps/v1): what each node that its pods run on has less for others.
   *
   * @param namespace {@code metadata.namespace}
   * @param name {@code metadata.name}
   * @param requests what one of its pods requests, as {@link Pod#requests} counts it
   * @param requirements of its pod template, as {@link Pod#requirements}
   * @param tolerations of its pod template, as {@link Pod#tolerations}
   */
  @ReadFrom(of = "DaemonSet", at = "spec.template.spec")
  record DaemonSet(
      String namespace,
      String name,
      @ReadFrom({
            "initContainers.resources.requests",
            "initContainers.restartPolicy",
            "containers.resources.requests",
            "resources.requests",
            "overhead"
          })
          Resources requests,
      @ReadFrom({
            "nodeSelector",
            "affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms"
          })
          Requirements requirements,
      @ReadFrom("tolerations") Values tolerations)
      implements Pods {

    @Override
    public String key() {
      return "DaemonSet/" + path();
    }

    /** Namespace and name: kube-system/kube-proxy. */
    public String path() {
      return namespace + "/" + name;
    }
  }

  /**
   * A {@code Pod} (v1) of a DaemonSet that is bound to a node. Of a live cluster these are the pods
   * on nodes of Karpenter that are not ready, or have not been since they last started anew, and
   * for each DaemonSet and image one that is.
   *
   * @param namespace {@code metadata.namespace}
   * @param name {@code metadata.name}
   * @param daemonSet the DaemonSet in {@code metadata.ownerReferences}, with the namespace:
   *     kube-system/aws-node
   * @param node {@code spec.nodeName}
   * @param created {@code metadata.creationTimestamp}; null if unknown
   * @param ready whether condition Ready is True
   * @param since {@code lastTransitionTime} of condition Ready; null when it has none
   * @param restarts the greatest {@code restartCount} of its containers, init containers included
   * @param waiting why a container does not run ({@code state.waiting.reason}): CrashLoopBackOff;
   *     empty when all do
   */
  @ExpectedCount(value = 1_000, bounds = true)
  @ReadFrom(of = "Pod", value = "spec.nodeName")
  record DaemonSetPod(
      String namespace,
      String name,
      @ReadFrom({"metadata.ownerReferences.kind", "metadata.ownerReferences.name"})
          String daemonSet,
      @ReadFrom("spec.nodeName") String node,
      @ReadFrom("metadata.creationTimestamp") @Nullable Instant created,
      @ReadFrom("status.conditions[Ready].status") boolean ready,
      @ReadFrom("status.conditions[Ready].lastTransitionTime") @Nullable Instant since,
      @ReadFrom({
            "status.initContainerStatuses.restartCount",
            "status.containerStatuses.restartCount"
          })
          int restarts,
      @ReadFrom({
            "status.initContainerStatuses.state.waiting.reason",
            "status.containerStatuses.state.waiting.reason"
          })
          String waiting)
      implements Pods {

    private static final Duration STEADY = Duration.ofMinutes(10);
    private static final int LOOP = 5;

    @Override
    public String key() {
      return keyOf(namespace, name);
    }

    /** {@link #key()} by namespace and name. */
    public static String keyOf(String namespace, String name) {
      return "DaemonSetPod/" + namespace + "/" + name;
    }

    /** Namespace and name: kube-system/aws-node-x7k2p. */
    public String path() {
      return namespace + "/" + name;
    }

    /** Whether it is ready at a time, and did not restart within ten minutes before. */
    public boolean steady(EvaluationTime now) {
      return ready && (restarts == 0 || since == null || !now.within(since, STEADY));
    }

    /** The same at an instant. */
    public boolean steady(Instant now) {
      return steady(new EvaluationTime(now));
    }

    /**
     * Since when it has not worked; null while it is ready. A pod that has restarted at least five
     * times, and once in ten minutes all its life, has never worked, though it is ready for a
     * moment after each start.
     */
    public @Nullable Instant failingSince(EvaluationTime now) {
      if (ready) {
        return null;
      }
      boolean loops =
          restarts >= LOOP
              && created != null
              && now.before(created.plus(STEADY.multipliedBy(restarts)).plusNanos(1));
      return loops || since == null ? created : since;
    }

    /** The same at an instant. */
    public @Nullable Instant failingSince(Instant now) {
      return failingSince(new EvaluationTime(now));
    }

    /**
     * Its status for messages: {@code CrashLoopBackOff, 7 restarts}; {@code not ready, 0 restarts}.
     */
    public String summary() {
      String times = restarts + (restarts == 1 ? " restart" : " restarts");
      return (waiting.isEmpty() ? "not ready" : waiting) + ", " + times;
    }
  }

  /**
   * A further term of the node affinity that a pod requires during scheduling: one that may hold in
   * place of the first, which its {@link Pod} or {@link DaemonSet} tells.
   *
   * @param kind Pod or DaemonSet
   * @param object its namespace and name: shop/cart-0
   * @param position its position among the terms, from 2
   * @param requirements the term together with {@code nodeSelector}
   */
  @ReadFrom(of = "Pod", at = "spec")
  @ReadFrom(of = "DaemonSet", at = "spec.template.spec")
  record NodeAffinityTerm(
      String kind,
      String object,
      int position,
      @ReadFrom({
            "nodeSelector",
            "affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms"
          })
          Requirements requirements)
      implements Pods {

    @Override
    public String key() {
      return "NodeAffinityTerm/" + kind + "/" + object + "/" + position;
    }
  }

  /**
   * What the pods on a node are: those bound to it ({@code spec.nodeName}) that have not finished
   * and are not being deleted, by what owns them. Of a live cluster it is at most five minutes old
   * ({@code nodeWorkloads} in {@code snapshot.yaml}). It says all there is only while source {@code
   * node-workloads} is synced; a node without one runs no pods then.
   *
   * @param node the node: ip-10-0-1-21.ec2.internal
   * @param statefulSetPods pods of StatefulSets
   * @param replicaSetPods pods of ReplicaSets, so of Deployments too
   * @param jobPods pods of Jobs
   * @param otherPods pods that another kind of object owns: a ReplicationController, an operator's
   *     own kind
   * @param unownedPods pods that nothing owns: nobody makes them anew elsewhere
   * @param daemonSetPods pods of DaemonSets
   * @param staticPods static pods, which the kubelet runs
   * @param volumePods how many of {@link #pods} mount a PersistentVolumeClaim
   * @param doNotDisruptPods how many of {@link #pods} have the annotation {@code
   *     karpenter.sh/do-not-disrupt: "true"}; with a duration they are not counted
   * @param blockedPods how many of {@link #pods} have a PodDisruptionBudget whose {@code
   *     status.disruptionsAllowed} is 0, or more than one, so that their eviction fails; null where
   *     that is not known
   */
  @ExpectedCount(value = 1_000, bounds = true)
  record NodeWorkload(
      String node,
      int statefulSetPods,
      int replicaSetPods,
      int jobPods,
      int otherPods,
      int unownedPods,
      int daemonSetPods,
      int staticPods,
      int volumePods,
      int doNotDisruptPods,
      @Nullable Integer blockedPods)
      implements Pods {

    @Override
    public String key() {
      return "NodeWorkload/" + node;
    }

    /**
     * How many pods go elsewhere when the node goes: all but those of DaemonSets and static ones.
     */
    public int pods() {
      return statefulSetPods + replicaSetPods + jobPods + otherPods + unownedPods;
    }
  }

  /**
   * A {@code Pod} (v1) that waits for a node: phase Pending, bound to none. What the scheduler says
   * of it is a {@link StatusCondition}, further terms of its node affinity are {@link
   * NodeAffinityTerm}.
   *
   * @param namespace {@code metadata.namespace}
   * @param name {@code metadata.name}
   * @param created {@code metadata.creationTimestamp}; null if unknown
   * @param requests what its containers ask for together, as the scheduler counts it: the greater
   *     of the sum over {@code containers} and the greatest of {@code initContainers}, sidecars
   *     counted with both, and {@code overhead}; one of {@code pods}
   * @param requirements {@code spec.nodeSelector} together with the first term of the node affinity
   *     that is required during scheduling
   * @param tolerations {@code spec.tolerations} as text: {@code key=value:effect}, {@code
   *     key:effect} for any value, {@code key} for any effect too, {@code *} for any taint
   * @param unjudged further constraints on nodes that are not evaluated: spread over topologies,
   *     affinity to pods, volumes, resource claims
   * @param daemonSet whether a DaemonSet owns it
   * @param deleting whether {@code metadata.deletionTimestamp} is set
   * @param nominatedNode {@code status.nominatedNodeName}: the node where the scheduler removes
   *     other pods for it; null when it does not
   */
  @ExpectedCount(value = 10_000, bounds = true)
  @ReadFrom(
      of = "Pod",
      value = {"status.phase", "spec.nodeName"})
  record Pod(
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
            "spec.volumes.persistentVolumeClaim.claimName",
            "spec.resourceClaims.name"
          })
          Values unjudged,
      @ReadFrom("metadata.ownerReferences.kind") boolean daemonSet,
      @ReadFrom("metadata.deletionTimestamp") boolean deleting,
      @ReadFrom("status.nominatedNodeName") @Nullable String nominatedNode)
      implements Pods {

    /** What {@link #unjudged} says of a claim of devices begins with. */
    public static final String CLAIM = "resource claim ";

    /** Whether it asks for devices by {@code spec.resourceClaims}. */
    public boolean claimsResources() {
      return unjudged.list().stream().anyMatch(each -> each.startsWith(CLAIM));
    }

    @Override
    public String key() {
      return "Pod/" + path();
    }

    /** Namespace and name: shop/cart-0. */
    public String path() {
      return namespace + "/" + name;
    }

    /** Whether it was there already at {@code time}; true if its age is unknown. */
    public boolean waitedAt(Instant time) {
      return created == null || !created.isAfter(time);
    }

    /** All its constraints on a node as one string, equal for pods with equal constraints. */
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
}
