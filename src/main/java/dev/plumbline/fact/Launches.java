package dev.plumbline.fact;

import dev.plumbline.fact.Annotations.ExpectedCount;
import dev.plumbline.fact.Annotations.OneOf;
import dev.plumbline.fact.Annotations.ReadFrom;
import dev.plumbline.fact.Nodes.NodeClaim;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** What past launches have shown: those that succeeded, and those that failed. */
public sealed interface Launches extends Fact {

  /**
   * A NodeClaim that was launched and is gone by now ({@code pastLaunches} in {@code
   * snapshot.yaml}).
   *
   * @param nodeClaim its name
   * @param nodePool its pool
   * @param instanceType the type that was launched
   * @param ami the image it was launched with
   * @param launched when
   * @param promised {@code status.allocatable} of the claim
   * @param allocatable {@code status.allocatable} of its node; null when it never joined
   * @param nodeClass {@code spec.nodeClassRef.name}; null if unknown
   * @param zone label {@code topology.kubernetes.io/zone}; null if unknown
   * @param registered when condition Registered became True; null if it never did
   * @param initialized when condition Initialized became True; null if it never did
   * @param ready status of condition Ready of its node before its deletion began; null when none
   *     was seen
   * @param readySince {@code lastTransitionTime} of that condition; null when none was seen
   * @param deleted when its deletion began ({@code metadata.deletionTimestamp}); else when it was
   *     found gone; null if unknown
   * @param disruption why Karpenter disrupted it (reason of condition DisruptionReason: Drifted,
   *     Underutilized, Empty, …); null if it did not
   * @param interrupted when Karpenter deleted it since EC2 took its instance ({@code lastTimestamp}
   *     of the Event TerminatingOnInterruption); null if it did not say so
   * @param expires when Karpenter would have deleted it for its age; null when never
   * @param node {@code status.nodeName}; null if it never registered, or unknown
   * @param drift reason of condition Drifted when it was deleted: AMIDrift, NodePoolDrifted, …;
   *     null if it had not drifted
   * @param deletedWith what was deleted before it: NodePool, its pool, whose deletion takes its
   *     claims along; Node, its node, which Karpenter's finalizer takes the claim along with; null
   *     when neither was seen
   */
  record PastLaunch(
      String nodeClaim,
      String nodePool,
      String instanceType,
      String ami,
      Instant launched,
      Resources promised,
      @Nullable Resources allocatable,
      @Nullable String nodeClass,
      @Nullable String zone,
      @Nullable Instant registered,
      @Nullable Instant initialized,
      @Nullable String ready,
      @Nullable Instant readySince,
      @Nullable Instant deleted,
      @Nullable String disruption,
      @Nullable Instant interrupted,
      @Nullable Instant expires,
      @Nullable String node,
      @Nullable String drift,
      @OneOf({"Node", "NodePool"}) @Nullable String deletedWith)
      implements Launches {

    /** Whether Karpenter said why, or its age says so, or what it was deleted with. */
    public boolean explained() {
      return interrupted != null || disruption != null || expired() || deletedWith != null;
    }

    /** The name of its node; its own where that is unknown. */
    public String nodeOrClaim() {
      return node == null ? nodeClaim : node;
    }

    /** Whether its node was not Ready when its deletion began. */
    public boolean notReady() {
      return ready != null && !ready.equals("True") && readySince != null && deleted != null;
    }

    /** Whether its deletion began at {@code time} or later; false when that is unknown. */
    public boolean deletedFrom(Instant time) {
      return deleted != null && !deleted.isBefore(time);
    }

    /** Why Karpenter disrupted it: {@code Drifted (AMIDrift)}; empty if it did not. */
    public String disruptedFor() {
      return disruption == null
          ? ""
          : disruption + (drift == null || !disruption.equals("Drifted") ? "" : " (" + drift + ")");
    }

    /** Whether its deletion began when it was as old as {@code spec.expireAfter} says. */
    public boolean expired() {
      return expires != null && deleted != null && !deleted.isBefore(expires);
    }

    /** How long its node was healthy: from initialized until it went NotReady or was deleted. */
    public long healthySeconds() {
      return Times.seconds(initialized, "True".equals(ready) ? deleted : readySince);
    }

    /** The same launch, which was interrupted then. */
    public PastLaunch interruptedAt(Instant at) {
      return new PastLaunch(
          nodeClaim,
          nodePool,
          instanceType,
          ami,
          launched,
          promised,
          allocatable,
          nodeClass,
          zone,
          registered,
          initialized,
          ready,
          readySince,
          deleted,
          disruption,
          at,
          expires,
          node,
          drift,
          deletedWith);
    }

    /** A launch of which nothing but its capacity is known. */
    public PastLaunch(
        String nodeClaim,
        String nodePool,
        String instanceType,
        String ami,
        Instant launched,
        Resources promised,
        @Nullable Resources allocatable) {
      this(
          nodeClaim,
          nodePool,
          instanceType,
          ami,
          launched,
          promised,
          allocatable,
          null,
          null,
          null,
          null,
          null,
          null,
          null,
          null,
          null,
          null,
          null,
          null,
          null);
    }

    @Override
    public String key() {
      return "PastLaunch/" + nodeClaim;
    }
  }

  /**
   * That Karpenter failed to launch NodeClaims of a pool, and has not launched one since ({@code
   * launchFailures} in {@code snapshot.yaml}). EC2 had no capacity: Karpenter deletes such a claim
   * at once and says so in an {@code Event} (v1), its {@code reason} InsufficientCapacityError, of
   * which no more than 300 characters are kept, so that it often names one offering of many, or
   * none. For anything else condition {@code Launched} of the claim stays Unknown, with a reason.
   *
   * @param nodePool label {@code karpenter.sh/nodepool} of the claims; else their names without the
   *     last five characters
   * @param capacityType what was asked for: spot, on-demand or reserved; {@code *} if unknown
   * @param instanceType the type that EC2 names, or the only one the claims admit; {@code *} if
   *     unknown
   * @param zone the zone that EC2 names, or the only one the claims admit; {@code *} if unknown
   * @param code the code EC2 gave: InsufficientInstanceCapacity; InsufficientCapacityError if
   *     Karpenter quotes none; else the {@code reason} of condition Launched
   * @param message the {@code message} of condition Launched; empty for want of capacity
   * @param since the first failure of those without a launch between them
   * @param last the last one
   */
  @ExpectedCount(100)
  @ReadFrom(
      of = "Event",
      value = {"reason", "involvedObject.kind", "involvedObject.name", "message", "lastTimestamp"})
  @ReadFrom(
      of = "NodeClaim",
      value = {
        "metadata.labels",
        "status.conditions[Launched].status",
        "status.conditions[Launched].reason",
        "status.conditions[Launched].message",
        "status.conditions[Launched].lastTransitionTime"
      })
  record LaunchFailure(
      String nodePool,
      @OneOf({"*", "on-demand", "reserved", "spot"}) String capacityType,
      String instanceType,
      String zone,
      String code,
      String message,
      Instant since,
      Instant last)
      implements Launches {

    /** {@code reason} of the Event for want of capacity. */
    public static final String REASON = "InsufficientCapacityError";

    private static final Duration FIRST_PAUSE = Duration.ofMinutes(3);

    @Override
    public String key() {
      return "LaunchFailure/" + nodePool + "/" + capacityType + "/" + instanceType + "/" + zone;
    }

    /**
     * Whether EC2 could not fulfil it, so that Karpenter tries something else. Where condition
     * Launched has the reason, it tries the same again.
     */
    public boolean capacity() {
      return message.isEmpty();
    }

    /** Whether it is known which offering failed. */
    public boolean offering() {
      return !capacityType.equals("*") && !instanceType.equals("*") && !zone.equals("*");
    }

    /**
     * Until when it is best not tried again: after the last failure as long again as it has failed
     * until then, {@code shortest} at least and {@code longest} at most. One that fails whenever it
     * is tried again waits twice as long each time.
     */
    public Instant retry(Duration shortest, Duration longest) {
      Duration pause = Duration.between(since, last);
      pause = pause.compareTo(shortest) < 0 ? shortest : pause;
      return last.plus(pause.compareTo(longest) > 0 ? longest : pause);
    }

    /** When an offering may be tried again that is left alone for {@code span}. */
    public Instant until(Duration span) {
      return last.plus(span);
    }

    /** Whether Karpenter has launched {@code claim} since, of what failed. */
    public boolean overcomeBy(NodeClaim claim) {
      return claim.launched()
          && nodePool.equals(claim.nodePool())
          && claim.created() != null
          && claim.created().isAfter(last)
          && (capacityType.equals("*") || capacityType.equals(claim.capacityType()))
          && (instanceType.equals("*") || instanceType.equals(claim.instanceType()))
          && (zone.equals("*") || zone.equals(claim.zone()));
    }

    /** Both as one, with the code of the later; {@code other} has the same key. */
    public LaunchFailure with(LaunchFailure other) {
      boolean later =
          other.last.isAfter(last)
              || (other.last.equals(last) && other.reason().compareTo(reason()) > 0);
      return new LaunchFailure(
          nodePool,
          capacityType,
          instanceType,
          zone,
          later ? other.code : code,
          later ? other.message : message,
          other.since.isBefore(since) ? other.since : since,
          later ? other.last : last);
    }

    /**
     * Whether {@code other} came so long after it that it is not the same want: after twice the
     * pause that follows {@link #last}.
     */
    public boolean over(Instant other) {
      return other.isAfter(
          last.plus(
              Duration.between(last, retry(FIRST_PAUSE, Duration.ofDays(1))).multipliedBy(2)));
    }

    /** The code with the message, if there is one. */
    public String reason() {
      return message.isEmpty() ? code : code + ": " + message;
    }
  }
}
