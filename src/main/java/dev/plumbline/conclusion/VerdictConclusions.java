package dev.plumbline.conclusion;

import dev.plumbline.fact.Annotations.Key;
import dev.plumbline.fact.Annotations.OneOf;
import dev.plumbline.fact.Cluster.EvaluationTime;
import dev.plumbline.fact.ObjectKind;
import dev.plumbline.fact.Policy.Parameter;
import dev.plumbline.fact.TwoDigits;
import dev.plumbline.fact.Verdicts.ImageVerdict;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** What became of the nodes of an image, what that says of it, and who may launch it. */
public sealed interface VerdictConclusions extends Conclusion {

  /**
   * That a node class must not launch an image that it selects yet: the train has another one.
   *
   * @param rule the id of the rule
   * @param nodeClass the node class
   * @param ami the image id
   * @param message why, in words
   */
  record AmiHeldBack(@Key String rule, @Key String nodeClass, @Key String ami, String message)
      implements VerdictConclusions {}

  /**
   * That a pod of a DaemonSet does not work on its node, though others do on nodes of another
   * release.
   *
   * @param pod namespace and name of the pod
   * @param node the node
   * @param since since when it has not worked
   * @param message what proves it, in words
   */
  record DaemonSetFailure(@Key String pod, @Key String node, Instant since, String message)
      implements VerdictConclusions, Internal {}

  /**
   * That a larger share of the nodes of a release failed than of those of another one.
   *
   * @param release the release
   * @param than the other one
   */
  record FailsMoreOften(@Key String release, @Key String than) implements VerdictConclusions {}

  /**
   * The release that the name of an image of Amazon tells.
   *
   * @param ami the image id
   * @param release the release: al2023@v20260714
   */
  record FamilyRelease(@Key String ami, String release) implements VerdictConclusions, Internal {}

  /**
   * A node that is initialized and Ready.
   *
   * @param nodeClaim its node claim
   * @param release the release it runs
   * @param nodeClass its node class
   * @param since since when it is both, in epoch seconds
   */
  record HealthyNode(@Key String nodeClaim, String release, String nodeClass, long since)
      implements VerdictConclusions, Internal {}

  /**
   * The nodes of a release in a node class that are initialized and Ready.
   *
   * @param release the release
   * @param nodeClass the node class
   * @param nodes how many
   * @param since the sum of the epoch seconds since when they are both
   */
  record HealthyNodes(@Key String release, @Key String nodeClass, long nodes, long since)
      implements VerdictConclusions, Internal {

    /**
     * Whole node-hours until now and {@code ended} seconds of nodes that are gone, rounded down to
     * two digits: a figure that changes with every second would be written with every second.
     */
    public long hours(EvaluationTime now, long ended) {
      return now.nodeHours(nodes, since - ended);
    }
  }

  /**
   * How the nodes of a release do in a node class, ended ones included.
   *
   * @param release the release
   * @param nodeClass the node class
   * @param nodes how many are initialized and Ready now
   * @param healthyHours whole node-hours that its nodes were Ready, rounded down to two digits
   * @param failed how many failed within evidence.window
   */
  record ImageHealth(
      @Key String release, @Key String nodeClass, long nodes, long healthyHours, long failed)
      implements VerdictConclusions {

    /** {@link TwoDigits#of}, for rules that were written before it. */
    public static long twoDigits(long count) {
      return TwoDigits.of(count);
    }

    /** How many nodes can be judged. */
    public long judged() {
      return nodes + failed;
    }

    /** Whether more than this percentage of the nodes failed. */
    public boolean fails(Parameter percent) {
      return percent.exceededByShare(failed, judged());
    }

    /** Whether its nodes were healthy for so many node-hours together. */
    public boolean healthyFor(Parameter hours) {
      return hours.reachedBy((int) Math.min(Integer.MAX_VALUE, healthyHours));
    }
  }

  /**
   * The release that an image belongs to.
   *
   * @param ami the image id
   * @param release version of an alias family (al2023@v20260714), or the id itself
   */
  record ImageRelease(@Key String ami, String release) implements VerdictConclusions {

    /** The version of an alias family: v20260714; the id of a custom image. */
    public String version() {
      return release.substring(release.indexOf('@') + 1);
    }

    /** The object of its verdict in conclusions: ImageVerdict/al2023-v20260714. */
    public String verdict() {
      return ObjectKind.IMAGE_VERDICT.key(ImageVerdict.name(release));
    }

    /** What one image serves: the alias family, or {@code architecture} of a custom image. */
    public String slot(String architecture) {
      int at = release.indexOf('@');
      return at < 0 ? architecture : release.substring(0, at);
    }
  }

  /**
   * That nodes of a node class run a release, or did.
   *
   * @param release the release
   * @param nodeClass the node class
   */
  record ImageRun(@Key String release, @Key String nodeClass)
      implements VerdictConclusions, Internal {}

  /**
   * The state of a release.
   *
   * @param release the release
   * @param state the state
   * @param message why, in words
   */
  record ImageState(
      @Key String release,
      @OneOf({"candidate", "soaking", "canary", "rolling", "proven", "quarantined", "recalled"})
          String state,
      String message)
      implements VerdictConclusions {

    /** Its object in conclusions: ImageVerdict/al2023-v20260714. */
    public String object() {
      return ObjectKind.IMAGE_VERDICT.key(ImageVerdict.name(release));
    }
  }

  /**
   * An image that a node class selects or a node runs.
   *
   * @param ami the image id
   */
  record ImageConsidered(@Key String ami) implements VerdictConclusions, Internal {}

  /**
   * What became of a node that the evidence of its release does not count yet.
   *
   * @param nodeClaim the node claim
   * @param release the release it ran
   * @param ami the image id
   * @param nodeClass the node class
   * @param nodePool its pool
   * @param instanceType its type; null if unknown
   * @param zone its zone; null if unknown
   * @param outcome neverRegistered, neverReady, notReady, daemonSetNotReady, repaired (it failed);
   *     interrupted, consolidated, drifted, expired, removed (it ended otherwise)
   * @param at when that was established
   * @param healthySeconds how long it was initialized and Ready before
   * @param message what proves it, in words
   */
  record NodeOutcome(
      @Key String nodeClaim,
      String release,
      String ami,
      String nodeClass,
      String nodePool,
      @Nullable String instanceType,
      @Nullable String zone,
      @OneOf({
            "neverRegistered",
            "neverReady",
            "notReady",
            "daemonSetNotReady",
            "repaired",
            "interrupted",
            "consolidated",
            "drifted",
            "expired",
            "removed"
          })
          String outcome,
      Instant at,
      long healthySeconds,
      String message)
      implements VerdictConclusions {

    /** Whether the image may be the cause. */
    public boolean failed() {
      return isFailure(outcome);
    }

    /** Whether an image may be the cause of this outcome. */
    public static boolean isFailure(String outcome) {
      return switch (outcome) {
        case "neverRegistered", "neverReady", "notReady", "daemonSetNotReady", "repaired" -> true;
        default -> false;
      };
    }
  }

  /**
   * A proven image of a node class.
   *
   * @param nodeClass the node class
   * @param slot what one image serves: the alias family, or the architecture of a custom image
   * @param release its release
   * @param created creation date in epoch seconds
   */
  record ProvenImage(@Key String nodeClass, @Key String slot, @Key String release, long created)
      implements VerdictConclusions, Internal {}

  /**
   * How the nodes of a release do, in all node classes.
   *
   * @param release the release
   * @param nodes how many are initialized and Ready now
   * @param healthyHours whole node-hours that its nodes were Ready
   * @param failed how many failed within evidence.window
   */
  record ReleaseHealth(@Key String release, long nodes, long healthyHours, long failed)
      implements VerdictConclusions {

    /** How many nodes there are, rounded down to two digits: not every node is news. */
    public long roundedNodes() {
      return TwoDigits.of(nodes);
    }

    /** How many nodes can be judged. */
    public long judged() {
      return nodes + failed;
    }

    /** The share of failed nodes in whole percent; 0 while none can be judged. */
    public long failedPercent() {
      return judged() == 0 ? 0 : failed * 100 / judged();
    }

    /** Whether more than this percentage of the nodes failed. */
    public boolean fails(Parameter percent) {
      return percent.exceededByShare(failed, judged());
    }
  }

  /**
   * A release that is spoken of: it is or was launched, or is to be.
   *
   * @param release the release
   * @param launched whether a node runs it or has run it
   */
  record ReleaseConsidered(@Key String release, @Key boolean launched)
      implements VerdictConclusions, Internal {}

  /**
   * That every node class that may launch a release has a newer one that is proven.
   *
   * @param release the release
   * @param message which ones, in words
   */
  record ReleaseOvertaken(@Key String release, String message)
      implements VerdictConclusions, Internal {}

  /**
   * That a node class which may launch a release has a newer one that is proven.
   *
   * @param release the release
   * @param nodeClass the node class
   * @param slot what one image serves: the alias family, or the architecture of a custom image
   * @param by the newer one
   */
  record ReleasePassed(@Key String release, @Key String nodeClass, @Key String slot, @Key String by)
      implements VerdictConclusions, Internal {}

  /**
   * That a release soaks: its newest image is younger than rollout.soak.
   *
   * @param release the release
   * @param until when it has soaked
   */
  record ReleaseSoaking(@Key String release, Instant until) implements VerdictConclusions {}

  /**
   * The state of a release as far as it does not depend on where it is launched.
   *
   * @param release the release
   * @param state proven, quarantined or recalled
   * @param message why, in words
   */
  record ReleaseStatus(
      @Key String release,
      @OneOf({"proven", "quarantined", "recalled"}) String state,
      String message)
      implements VerdictConclusions {}

  /**
   * What a release waits for before a node class launches it, or before it counts as proven.
   *
   * @param rule the id of the rule
   * @param release the release
   * @param nodeClass the node class that does not launch it yet; null when all of them wait
   * @param message what it waits for, in words
   * @param until until when; null when no time is known
   */
  record ReleaseWait(
      @Key String rule,
      @Key String release,
      @Key @Nullable String nodeClass,
      @Key String message,
      @Nullable Instant until)
      implements VerdictConclusions {}

  /**
   * That a release is too young to be launched.
   *
   * @param rule the id of the rule
   * @param release the release
   * @param until when it is old enough
   * @param message why, in words
   */
  record ReleaseYoung(@Key String rule, @Key String release, Instant until, String message)
      implements VerdictConclusions {}

  /**
   * That a release has been tried for as long as train.ringFor asks.
   *
   * @param release the release
   */
  record ReleaseTried(@Key String release) implements VerdictConclusions {}

  /**
   * That a node class may launch a release that is not proven yet.
   *
   * @param rule the id of the rule
   * @param nodeClass the node class
   * @param release the release
   * @param message why, in words
   */
  record RingAdmitted(@Key String rule, @Key String nodeClass, @Key String release, String message)
      implements VerdictConclusions {}

  /**
   * The release that a node class would launch next.
   *
   * @param nodeClass the node class
   * @param slot what one image serves: the alias family, or the architecture of a custom image
   * @param release the release
   */
  record TrainCandidate(@Key String nodeClass, @Key String slot, String release)
      implements VerdictConclusions {}

  /**
   * That a node class takes no new candidate, since nodes put a release into quarantine less than
   * train.pauseAfterQuarantine ago.
   *
   * @param nodeClass the node class
   * @param slot what one image serves: the alias family, or the architecture of a custom image
   * @param failed the release in quarantine
   */
  record TrainPause(@Key String nodeClass, @Key String slot, @Key String failed)
      implements VerdictConclusions {}

  /**
   * A node class of a train that has not shown the candidate for long enough.
   *
   * @param train the train
   * @param nodeClass the node class
   * @param release the candidate
   * @param ring its ring
   */
  record RingBehind(@Key String train, @Key String nodeClass, @Key String release, int ring)
      implements VerdictConclusions {}

  /**
   * An image of a node class that neither soaks nor is in quarantine.
   *
   * @param nodeClass the node class
   * @param slot what one image serves: the alias family, or the architecture of a custom image
   * @param release its release
   * @param created creation date in epoch seconds
   */
  record RipeImage(@Key String nodeClass, @Key String slot, @Key String release, long created)
      implements VerdictConclusions, Internal {}

  /**
   * The node classes that launch one selection of images one after another.
   *
   * @param train {@code plumbline.dev/train}, else the selector terms
   * @param nodeClass the node class
   * @param ring {@code plumbline.dev/ring}: the order in which its node classes take a candidate
   */
  record TrainClass(@Key String train, @Key String nodeClass, int ring)
      implements VerdictConclusions {}

  /**
   * An image that a node class may use and that is to be launched in its turn.
   *
   * @param nodeClass the node class
   * @param slot what one image serves: the alias family, or the architecture of a custom image
   * @param ami the image id
   * @param release its release
   * @param created creation date in epoch seconds; {@link Long#MIN_VALUE} when unknown
   */
  record TrainImage(
      @Key String nodeClass, @Key String slot, @Key String ami, String release, long created)
      implements VerdictConclusions {}

  /**
   * The newest proven release of a node class, which it launches until the next one is proven.
   *
   * @param nodeClass the node class
   * @param slot what one image serves: the alias family, or the architecture of a custom image
   * @param release the release
   * @param created creation date of its newest image in epoch seconds
   */
  record TrainIncumbent(@Key String nodeClass, @Key String slot, String release, long created)
      implements VerdictConclusions {}

  /**
   * A reason for which a release is in a state; the one of the least rank decides.
   *
   * @param rule the id of the rule
   * @param release the release
   * @param rank the order of precedence, from 1
   * @param state the state
   * @param message why, in words
   */
  record VerdictReason(
      @Key String rule, @Key String release, int rank, String state, String message)
      implements VerdictConclusions, Internal {}

  /**
   * An image that a node class would use but for its age (ami.minimumAge).
   *
   * @param nodeClass the node class
   * @param slot what one image serves: the alias family, or the architecture of a custom image
   * @param ami the image id
   * @param release its release
   * @param created when EC2 made it
   */
  record YoungImage(
      @Key String nodeClass, @Key String slot, @Key String ami, String release, Instant created)
      implements VerdictConclusions {}
}
