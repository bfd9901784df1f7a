package dev.plumbline.fact;

import dev.plumbline.fact.Annotations.ExpectedCount;
import dev.plumbline.fact.Annotations.OneOf;
import dev.plumbline.fact.Annotations.ReadFrom;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/**
 * The cluster and the account it runs in, the time, and what an action has written or failed at.
 */
public sealed interface Cluster extends Fact {

  /**
   * The AWS account that the cluster runs in: what {@code self} means as an owner.
   *
   * @param id twelve digits; null if unknown
   */
  @ExpectedCount(1)
  record Account(@Nullable String id) implements Cluster {

    @Override
    public String key() {
      return "Account";
    }
  }

  /**
   * The Kubernetes version of the control plane ({@code /version}).
   *
   * @param version major and minor: 1.33
   * @param minor 33
   */
  @ExpectedCount(1)
  record ClusterVersion(String version, int minor) implements Cluster {

    @Override
    public String key() {
      return "ClusterVersion";
    }
  }

  /**
   * The time at which the rules judge. Rules know no other clock. A rule that asks by {@code
   * reached}, {@code within} or {@code before} is evaluated again when the answer changes; one that
   * reads {@code instant} each time the clock moves.
   *
   * @param instant UTC
   */
  @ExpectedCount(1)
  record EvaluationTime(Instant instant) implements Cluster {

    @Override
    public String key() {
      return "EvaluationTime";
    }

    @Override
    public Instant instant() {
      TimeConditions.read();
      return instant;
    }

    /**
     * Whether {@code time} has come, compared in whole seconds as Karpenter does; never for null.
     */
    public boolean reached(@Nullable Instant time) {
      return time != null && !before(time.truncatedTo(ChronoUnit.SECONDS));
    }

    /** Whether less than {@code span} has passed since {@code time}; true for an unknown time. */
    public boolean within(@Nullable Instant time, Duration span) {
      return time == null || before(time.plus(span));
    }

    /** Whether {@code time} is still to come; never for null. */
    public boolean before(@Nullable Instant time) {
      if (time == null) {
        return false;
      }
      TimeConditions.changes(time, instant);
      return instant.isBefore(time);
    }

    /**
     * Whole node-hours of nodes until now, rounded down to two digits.
     *
     * @param nodes how many
     * @param since the sum of the epoch seconds since when, less the seconds of nodes that are gone
     */
    public long nodeHours(long nodes, long since) {
      long hours = (nodes * instant.getEpochSecond() - since) / 3_600;
      if (nodes > 0) {
        long next = Math.ceilDiv(TwoDigits.above(hours) * 3_600 + since, nodes);
        TimeConditions.changes(
            Instant.ofEpochSecond(Math.min(next, Instant.MAX.getEpochSecond())), instant);
      }
      return TwoDigits.of(hours);
    }

    /** The same as {@link #instant}, for a caller that reports itself when its answer changes. */
    Instant unwatched() {
      return instant;
    }
  }

  /**
   * That one object or row of a source could not be read; the source continues without it.
   *
   * @param source images, node-pools, …
   * @param object the object: NodePool/default, Ami/ami-0123
   * @param message what is wrong with it, with its path and advice
   */
  record ObjectFault(String source, String object, String message) implements Cluster {

    @Override
    public String key() {
      return "ObjectFault/" + source + "/" + object;
    }
  }

  /**
   * One of {@code status.conditions} of a Kubernetes object.
   *
   * @param kind the kind of the object: EC2NodeClass, NodePool, NodeOverlay, NodeClaim, Node
   * @param name its name
   * @param type {@code type}: AMIsReady
   * @param status {@code status}: True, False, Unknown
   * @param reason {@code reason}; empty when not set
   * @param message {@code message}; empty when not set
   * @param since {@code lastTransitionTime}; null when not set, and of Pods
   */
  @ReadFrom(of = "EC2NodeClass", at = "status.conditions")
  @ReadFrom(of = "NodePool", at = "status.conditions")
  @ReadFrom(of = "NodeOverlay", at = "status.conditions")
  @ReadFrom(of = "NodeClaim", at = "status.conditions[DisruptionReason]")
  @ReadFrom(of = "NodeClaim", at = "status.conditions[Drifted]")
  @ReadFrom(of = "NodeClaim", at = "status.conditions[InstanceTerminating]")
  @ReadFrom(of = "Pod", at = "status.conditions[PodScheduled]")
  record StatusCondition(
      String kind,
      String name,
      @ReadFrom("type") String type,
      @ReadFrom("status") @OneOf({"False", "True", "Unknown"}) String status,
      @ReadFrom("reason") String reason,
      @ReadFrom("message") String message,
      @ReadFrom("lastTransitionTime") @Nullable Instant since)
      implements Cluster {

    @Override
    public String key() {
      return "StatusCondition/" + kind + "/" + name + "/" + type;
    }

    /** The status with reason and message: {@code False (AMINotFound: no AMI)}. */
    public String told() {
      String why = reason + (reason.isEmpty() || message.isEmpty() ? "" : ": ") + message;
      return why.isEmpty() ? status : status + " (" + why + ")";
    }
  }

  /**
   * An {@code Event} (v1) about a NodeClaim in which Karpenter says why it does not replace or
   * remove it: its {@code reason} is DisruptionBlocked. The API server forgets it after an hour.
   *
   * @param event {@code metadata.namespace} and {@code name}: default/web-1.18ea4d86f3f30179
   * @param nodeClaim {@code involvedObject.name}
   * @param message {@code message}: Pdb prevents pod evictions (PodDisruptionBudget=[shop/cart])
   * @param at {@code lastTimestamp}, rounded down to ten minutes; null when not set
   */
  @ExpectedCount(value = 1_000, bounds = true)
  @ReadFrom(
      of = "Event",
      value = {"reason", "involvedObject.kind"})
  record DisruptionBlocked(
      String event,
      @ReadFrom("involvedObject.name") String nodeClaim,
      @ReadFrom("message") String message,
      @ReadFrom("lastTimestamp") @Nullable Instant at)
      implements Cluster {

    /** {@code reason} of such an Event. */
    public static final String REASON = "DisruptionBlocked";

    @Override
    public String key() {
      return "DisruptionBlocked/" + event;
    }
  }

  /**
   * An {@code Event} (v1) in which Karpenter says that it deletes a NodeClaim since EC2 takes its
   * instance: a spot interruption, a reservation that ends, a stop, a scheduled change. Its {@code
   * reason} is TerminatingOnInterruption. The API server forgets it after an hour.
   *
   * @param event {@code metadata.namespace} and {@code name}: default/web-1.18ea4d86f3f30180
   * @param nodeClaim {@code involvedObject.name}
   * @param at {@code lastTimestamp}, rounded down to ten minutes; null when not set
   */
  @ExpectedCount(value = 1_000, bounds = true)
  @ReadFrom(
      of = "Event",
      value = {"reason", "involvedObject.kind"})
  record NodeInterruption(
      String event,
      @ReadFrom("involvedObject.name") String nodeClaim,
      @ReadFrom("lastTimestamp") @Nullable Instant at)
      implements Cluster {

    /** {@code reason} of such an Event. */
    public static final String REASON = "TerminatingOnInterruption";

    @Override
    public String key() {
      return "NodeInterruption/" + event;
    }
  }
}
