package dev.plumbline.conclusion;

import dev.plumbline.fact.Annotations.Key;
import dev.plumbline.fact.Annotations.OneOf;
import dev.plumbline.fact.ObjectKind;
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

    /** How many nodes can be judged. */
    public long judged() {
      return nodes + failed;
    }
  }

  /**
   * The release that an image belongs to.
   *
   * @param ami the image id
   * @param release version of an alias family (al2023@v20260714), or the id itself
   */
  record ImageRelease(@Key String ami, String release) implements VerdictConclusions {}

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
   * What became of a node that the evidence of its release does not count yet.
   *
   * @param nodeClaim the node claim
   * @param release the release it ran
   * @param ami the image id
   * @param nodeClass the node class
   * @param nodePool its pool
   * @param instanceType its type; null if unknown
   * @param zone its zone; null if unknown
   * @param outcome neverRegistered, neverReady, notReady, repaired (it failed); interrupted,
   *     consolidated, drifted, expired, removed (it ended otherwise)
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
        case "neverRegistered", "neverReady", "notReady", "repaired" -> true;
        default -> false;
      };
    }
  }

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
}
