package dev.plumbline.fact;

import dev.plumbline.fact.Annotations.ExpectedCount;
import dev.plumbline.fact.Annotations.NamedBy;
import dev.plumbline.fact.Annotations.OneOf;
import dev.plumbline.fact.Annotations.ReadFrom;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** What people decided about images, and what is remembered of the nodes that ran them. */
public sealed interface Verdicts extends Fact {

  /**
   * An {@code ImageVerdict} (plumbline.dev/v1alpha1) on a release: one version of an alias family
   * with all its variants (al2023@v20260714), or one custom image (its id).
   *
   * @param release as its name says: al2023-v20260714 is al2023@v20260714
   * @param decision {@code spec.decision}; null when nobody decided
   * @param reason {@code spec.reason}; null when not set
   * @param author {@code spec.author}; null when not set
   * @param expires {@code spec.expires}: when the decision ends; null for never
   * @param state {@code status.state}; null before the first one is written
   * @param since {@code status.since}: since when it is in this state; null before
   * @param message {@code status.message}: why, in words; null before
   */
  @NamedBy("release")
  @ExpectedCount(100)
  @ReadFrom(of = "ImageVerdict", whole = true)
  record ImageVerdict(
      String release,
      @ReadFrom("spec.decision") @OneOf({"approve", "quarantine", "recall"})
          @Nullable String decision,
      @ReadFrom("spec.reason") @Nullable String reason,
      @ReadFrom("spec.author") @Nullable String author,
      @ReadFrom("spec.expires") @Nullable Instant expires,
      @ReadFrom("status.state")
          @OneOf({"candidate", "soaking", "canary", "rolling", "proven", "quarantined", "recalled"})
          @Nullable String state,
      @ReadFrom("status.since") @Nullable Instant since,
      @ReadFrom("status.message") @Nullable String message)
      implements Verdicts {

    @Override
    public String key() {
      return "ImageVerdict/" + name(release);
    }

    /** The name of the object for a release: al2023-v20260714 for al2023@v20260714. */
    public static String name(String release) {
      return release.replace('@', '-');
    }

    /** The release of an object of this name; an image id stays as it is. */
    public static String release(String name) {
      return name.startsWith("ami-") ? name : name.replaceFirst("-", "@");
    }

    /** Who decided and why: {@code quarantine by ada: kubelet stalls}. */
    public String decided() {
      return decision
          + (author == null ? "" : " by " + author)
          + (reason == null ? "" : ": " + reason);
    }
  }

  /**
   * How many nodes of an image ended in one way, and how long they were healthy ({@code
   * ImageVerdict.status.evidence[]}).
   *
   * @param release the release
   * @param ami {@code image}: the image id
   * @param nodeClass {@code nodeClass}
   * @param nodePool {@code nodePool}
   * @param outcome {@code outcome}, as in {@link NodeFailure}, or interrupted, consolidated,
   *     drifted, expired, removed
   * @param nodes {@code nodes}
   * @param healthySeconds {@code healthySeconds} of all of them
   */
  @ExpectedCount(1_000)
  @ReadFrom(of = "ImageVerdict", at = "status.evidence")
  record ImageEvidence(
      String release,
      @ReadFrom("image") String ami,
      @ReadFrom("nodeClass") String nodeClass,
      @ReadFrom("nodePool") String nodePool,
      @ReadFrom("outcome") String outcome,
      @ReadFrom("nodes") long nodes,
      @ReadFrom("healthySeconds") long healthySeconds)
      implements Verdicts {

    @Override
    public String key() {
      return "ImageEvidence/"
          + String.join("/", ImageVerdict.name(release), ami, nodeClass, nodePool, outcome);
    }
  }

  /**
   * A node that failed, of which the image may be the cause ({@code ImageVerdict.status.failed[]});
   * the last 20 of a release.
   *
   * @param release the release
   * @param nodeClaim {@code nodeClaim}
   * @param ami {@code image}: the image id
   * @param nodeClass {@code nodeClass}
   * @param nodePool {@code nodePool}
   * @param instanceType {@code instanceType}; null if unknown
   * @param zone {@code zone}; null if unknown
   * @param outcome {@code outcome}
   * @param at {@code at}: when it was established
   * @param message {@code message}: what proves it, in words
   */
  @ExpectedCount(100)
  @ReadFrom(of = "ImageVerdict", at = "status.failed")
  record NodeFailure(
      String release,
      @ReadFrom("nodeClaim") String nodeClaim,
      @ReadFrom("image") String ami,
      @ReadFrom("nodeClass") String nodeClass,
      @ReadFrom("nodePool") String nodePool,
      @ReadFrom("instanceType") @Nullable String instanceType,
      @ReadFrom("zone") @Nullable String zone,
      @ReadFrom("outcome")
          @OneOf({"neverRegistered", "neverReady", "notReady", "daemonSetNotReady", "repaired"})
          String outcome,
      @ReadFrom("at") Instant at,
      @ReadFrom("message") String message)
      implements Verdicts {

    @Override
    public String key() {
      return "NodeFailure/" + ImageVerdict.name(release) + "/" + nodeClaim;
    }
  }

  /**
   * A node that the evidence of a release counts already ({@code ImageVerdict.status.counted[]}).
   *
   * @param release the release
   * @param nodeClaim the name of its NodeClaim
   */
  @ExpectedCount(1_000)
  @ReadFrom(of = "ImageVerdict", value = "status.counted")
  record CountedNode(String release, String nodeClaim) implements Verdicts {

    @Override
    public String key() {
      return "CountedNode/" + ImageVerdict.name(release) + "/" + nodeClaim;
    }
  }
}
