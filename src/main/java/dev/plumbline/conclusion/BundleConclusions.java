package dev.plumbline.conclusion;

import dev.plumbline.fact.Annotations.ExpectedCount;
import dev.plumbline.fact.Annotations.Key;
import java.time.Instant;

/** Whether a signed bundle of rules may serve here, and what this cluster reports of it. */
public sealed interface BundleConclusions extends Conclusion {

  /**
   * That bundles wait here for clusters of the rings before: enough of them report bundles.
   *
   * @param required fleet.clustersRequired
   */
  @ExpectedCount(1)
  record BundleAwaited(@Key String required) implements BundleConclusions, Internal {}

  /**
   * That the bundle that the channel names has served in a cluster of a ring before for long
   * enough.
   *
   * @param digest of the bundle: sha256:…
   * @param cluster the cluster
   * @param ring its ring
   * @param since since when it serves there
   */
  record BundleEvidence(@Key String digest, @Key String cluster, String ring, Instant since)
      implements BundleConclusions {}

  /**
   * That a trusted cluster has taken a bundle back.
   *
   * @param digest of the bundle: sha256:…
   * @param cluster the cluster
   * @param message since when and why, in words
   */
  record BundleRefusal(@Key String digest, @Key String cluster, String message)
      implements BundleConclusions {}

  /**
   * That the bundle that the channel names may serve here: nothing lets it wait.
   *
   * @param rule the id of the rule
   * @param digest of the bundle: sha256:…
   */
  record BundleReleased(@Key String rule, String digest) implements BundleConclusions {}

  /**
   * What this cluster has to say of a bundle to others.
   *
   * @param digest of the bundle: sha256:…
   * @param title its name and version
   * @param sequence of its manifest
   * @param state what became of it here
   * @param message why, in words; empty when there is nothing to say
   */
  @ExpectedCount(3)
  record BundleReport(@Key String digest, String title, long sequence, String state, String message)
      implements BundleConclusions {}

  /**
   * A cluster of a ring before in which a bundle serves, whose newest report is not older than
   * fleet.silentAfter.
   *
   * @param cluster the cluster
   * @param ring its ring
   */
  @ExpectedCount(100)
  record BundleReporting(@Key String cluster, String ring) implements BundleConclusions, Internal {}

  /**
   * That the bundle that serves here is not to serve any longer: the one before it is activated
   * again.
   *
   * @param rule the id of the rule
   * @param digest of the bundle: sha256:…
   * @param message why, in words
   */
  record BundleTakenBack(@Key String rule, @Key String digest, String message)
      implements BundleConclusions {}

  /**
   * A reason for which the bundle that the channel names does not serve here yet.
   *
   * @param rule the id of the rule
   * @param digest of the bundle: sha256:…
   * @param message what it waits for, in words
   */
  record BundleWait(@Key String rule, @Key String digest, @Key String message)
      implements BundleConclusions {}
}
