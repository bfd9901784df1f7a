package dev.plumbline.conclusion;

import dev.plumbline.fact.Annotations.Key;
import dev.plumbline.fact.Policy.Parameter;
import java.math.BigDecimal;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** The stage of a new image, which nodes wait, and what is pinned or promoted. */
public sealed interface RolloutConclusions extends Conclusion {

  /**
   * One term of {@code EC2NodeClass.spec.amiSelectorTerms} that pins what is now resolved. Exactly
   * one of alias and id is set.
   *
   * @param rule the id of the rule
   * @param nodeClass the node class
   * @param position the place in the list, from 1
   * @param alias {@code alias} with a version: al2023@v20261101
   * @param id {@code id}: ami-0123
   * @param message why, in words
   */
  record AmiPin(
      @Key String rule,
      @Key String nodeClass,
      @Key int position,
      @Nullable String alias,
      @Nullable String id,
      String message)
      implements RolloutConclusions {}

  /**
   * A reason not to pin the images of a node class; one is enough.
   *
   * @param rule the id of the rule
   * @param nodeClass the node class
   * @param message what would be lost, and what to do
   */
  record AmiPinObjection(@Key String rule, @Key String nodeClass, String message)
      implements RolloutConclusions, Objection {}

  /**
   * That the images of a node class must not be pinned: an {@link AmiPinObjection} that is not
   * waived.
   *
   * @param nodeClass the node class
   */
  record AmiPinRefusal(@Key String nodeClass) implements RolloutConclusions, Internal {}

  /**
   * That a pool takes a new image before the others of its node class.
   *
   * @param nodePool the pool
   * @param nodeClass the node class
   */
  record CanaryPool(@Key String nodePool, @Key String nodeClass) implements RolloutConclusions {}

  /**
   * One way in which a node claim differs from what would be launched in its place.
   *
   * @param rule the id of the rule
   * @param nodeClaim the node claim
   * @param reason as Karpenter names it: NodePoolDrifted, RequirementsDrifted, AMIDrift
   * @param rank the place of the reason in the order in which Karpenter looks, from 1
   * @param message what differs, in words
   */
  record DriftFinding(
      @Key String rule, @Key String nodeClaim, @Key String reason, int rank, String message)
      implements RolloutConclusions {}

  /**
   * That Karpenter is to replace a node claim, and the first reason it finds.
   *
   * @param nodeClaim the node claim
   * @param reason NodePoolDrifted, RequirementsDrifted, InstanceTypeNotFound, NodeClassDrift,
   *     AMIDrift, SecurityGroupDrift, SubnetDrift, CapacityReservationDrift
   * @param message what differs, in words
   */
  record NodeClaimDrifted(@Key String nodeClaim, @Key String reason, String message)
      implements RolloutConclusions {}

  /**
   * A reason not to promote an image yet; one is enough.
   *
   * @param rule the id of the rule
   * @param ami the image id
   * @param message what it waits for, in words
   */
  record PromotionHold(@Key String rule, @Key String ami, String message)
      implements RolloutConclusions, Objection {}

  /**
   * That a node claim, though it drifted to a new image, must not be replaced yet.
   *
   * @param nodeClaim the node claim
   * @param rule the id of the rule
   * @param message what it waits for, in words
   */
  record ReplacementHeld(@Key String nodeClaim, @Key String rule, String message)
      implements RolloutConclusions, Objection {}

  /**
   * That a node of a rollout has waited for its replacement for longer than rollout.stuckAfter.
   *
   * @param nodeClaim the node claim
   * @param ami the image that its replacement is to run
   * @param nodePool its pool
   * @param nodeClass its node class
   * @param since when it drifted or was to be replaced
   */
  record ReplacementLate(
      @Key String nodeClaim, @Key String ami, String nodePool, String nodeClass, Instant since)
      implements RolloutConclusions, Internal {}

  /**
   * One thing that a node waits for.
   *
   * @param rule the id of the rule
   * @param nodeClaim the node claim
   * @param rank the order of publication if there are several, from 1
   * @param message what it is, in words
   */
  record ReplacementObstacle(@Key String rule, @Key String nodeClaim, int rank, String message)
      implements RolloutConclusions, Internal {}

  /**
   * What a node waits for that should have been replaced long ago.
   *
   * @param nodeClaim the node claim
   * @param message what it is, in words
   */
  record ReplacementWaits(@Key String nodeClaim, String message) implements RolloutConclusions {}

  /**
   * That some nodes of a node class still run another image than this one, which their types map
   * to.
   *
   * @param nodeClass the node class
   * @param ami the image id
   */
  record Rollout(@Key String nodeClass, @Key String ami) implements RolloutConclusions {}

  /**
   * That a rollout leads away from a release in quarantine: it waits neither for a soak nor for
   * canary pools.
   *
   * @param nodeClass the node class
   * @param ami the image id
   */
  record RolloutBack(@Key String nodeClass, @Key String ami)
      implements RolloutConclusions, Internal {}

  /**
   * A node that was launched with the image of a rollout and does not work.
   *
   * @param nodeClass the node class
   * @param ami the image id
   * @param nodeClaim the node claim
   * @param initialized whether it worked once
   * @param message what is wrong, in words
   */
  record RolloutFailure(
      @Key String nodeClass,
      @Key String ami,
      @Key String nodeClaim,
      boolean initialized,
      String message)
      implements RolloutConclusions {}

  /**
   * How the nodes on the image of a rollout do; those that have time left to start are not judged.
   *
   * @param nodeClass the node class
   * @param ami the image id
   * @param initialized how many were initialized
   * @param neverInitialized how many were not, in the time they have
   * @param lost how many were initialized and are not ready
   */
  record RolloutHealth(
      @Key String nodeClass, @Key String ami, long initialized, long neverInitialized, long lost)
      implements RolloutConclusions {

    /** How many nodes can be judged. */
    public long judged() {
      return initialized + neverInitialized;
    }

    /** How many of them do not work. */
    public long failed() {
      return neverInitialized + lost;
    }

    /**
     * Whether more than {@code percent} of the nodes do not work, and at least {@code nodes} can be
     * judged.
     */
    public boolean failing(Parameter percent, Parameter nodes) {
      BigDecimal most = percent.number();
      BigDecimal least = nodes.number();
      return most != null
          && least != null
          && BigDecimal.valueOf(judged()).compareTo(least) >= 0
          && BigDecimal.valueOf(failed() * 100)
                  .compareTo(most.multiply(BigDecimal.valueOf(judged())))
              > 0;
    }
  }

  /**
   * A reason for which a rollout must not go on everywhere yet. One is enough.
   *
   * @param rule the id of the rule
   * @param nodeClass the node class
   * @param ami the image id
   * @param rank of several, the one with the lowest rank is the stage of the rollout: 1 soaking, 2
   *     and 3 held, 4 and more canary
   * @param stage soaking, held or canary
   * @param message what it waits for, in words
   */
  record RolloutHold(
      @Key String rule,
      @Key String nodeClass,
      @Key String ami,
      int rank,
      String stage,
      String message)
      implements RolloutConclusions, Objection {}

  /**
   * That a rollout does not move, though nothing of ours holds it back.
   *
   * @param nodeClass the node class
   * @param ami the image id
   * @param nodes how many nodes have waited for too long
   * @param message what the first of them waits for, in words
   */
  record RolloutStuck(@Key String nodeClass, @Key String ami, long nodes, String message)
      implements RolloutConclusions {}

  /**
   * The stage of the rollout of an image.
   *
   * @param nodeClass the node class
   * @param ami the image id
   * @param stage soaking (no node is replaced yet), canary (those of canary pools alone), rolling,
   *     held (it failed too often) or complete
   * @param message why, in words
   */
  record RolloutStage(@Key String nodeClass, @Key String ami, String stage, String message)
      implements RolloutConclusions {}

  /**
   * A reason that is seen for the end of a node.
   *
   * @param rule the id of the rule
   * @param nodeClaim its NodeClaim
   * @param reason Drifted, Underutilized, Empty, Interrupted, Expired, NodePoolDeleted,
   *     NeverRegistered, Repaired, NodeDeleted, InstanceGone
   * @param message the same in words
   */
  record RemovalReason(@Key String rule, @Key String nodeClaim, String reason, String message)
      implements RolloutConclusions, Internal {}

  /**
   * Why a node went.
   *
   * @param nodeClaim its NodeClaim
   * @param node the node; the NodeClaim if that is unknown
   * @param nodePool the pool
   * @param ami the image it ran
   * @param deleted when its deletion began
   * @param reason as Karpenter calls it (Drifted, Underutilized, Empty), or Interrupted, Expired,
   *     NodePoolDeleted, NeverRegistered, Repaired, NodeDeleted, InstanceGone; Unexplained if
   *     nobody said why
   * @param message the same in words
   */
  record NodeGone(
      @Key String nodeClaim,
      @Key String node,
      String nodePool,
      String ami,
      Instant deleted,
      String reason,
      String message)
      implements RolloutConclusions {}
}
