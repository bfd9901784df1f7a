package dev.plumbline.conclusion;

import dev.plumbline.fact.Annotations.ExpectedCount;
import dev.plumbline.fact.Annotations.Key;
import dev.plumbline.fact.Fleet.FleetMember;
import dev.plumbline.fact.RecordType;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** What this cluster publishes of its images, and what the reports of others count for here. */
public sealed interface FleetConclusions extends Conclusion {

  /**
   * That releases wait here for clusters of the rings before: enough of them publish.
   *
   * @param hours fleet.hours
   * @param required fleet.clustersRequired
   */
  @ExpectedCount(1)
  record FleetAwaited(@Key String hours, @Key String required)
      implements FleetConclusions, Internal {}

  /**
   * A cluster of a ring before that of this cluster.
   *
   * @param cluster the cluster
   * @param ring its ring
   */
  @ExpectedCount(100)
  record FleetBefore(@Key String cluster, String ring) implements FleetConclusions, Internal {}

  /**
   * A cluster of a ring before under whose name no other one publishes, so that what it shows
   * counts.
   *
   * @param cluster the cluster
   * @param ring its ring
   */
  @ExpectedCount(100)
  record FleetCounted(@Key String cluster, String ring) implements FleetConclusions, Internal {}

  /**
   * That a cluster of a ring before has run a release, and how much of it counts.
   *
   * @param release the release
   * @param cluster the cluster
   * @param ring its ring
   * @param hours the healthy node-hours that count, no more than its share of fleet.hours
   * @param at when its report was published
   * @param message what it has shown, in words
   */
  record FleetEvidence(
      @Key String release, @Key String cluster, String ring, long hours, Instant at, String message)
      implements FleetConclusions {}

  /**
   * A cluster of a ring before, of the same Kubernetes minor, whose newest report is not older than
   * fleet.silentAfter.
   *
   * @param cluster the cluster
   * @param ring its ring
   */
  @ExpectedCount(100)
  record FleetReporting(@Key String cluster, String ring) implements FleetConclusions, Internal {}

  /**
   * That this cluster does not begin with a release, since other clusters have not shown it for
   * long enough, or speak against it.
   *
   * @param rule the id of the rule
   * @param release the release
   * @param message why, in words
   */
  record FleetHold(@Key String rule, @Key String release, String message)
      implements FleetConclusions {}

  /**
   * That a trusted cluster has a release in quarantine, or recalled it.
   *
   * @param release the release
   * @param cluster the cluster
   * @param ring its ring
   * @param at when its report was published
   * @param message why, in words
   */
  record FleetQuarantine(
      @Key String release, @Key String cluster, String ring, Instant at, String message)
      implements FleetConclusions {}

  /**
   * That a trusted cluster refuses a release: what has not begun with it does not, unless it is
   * proven here.
   *
   * @param release the release
   * @param message why, in words of the first of them by name
   */
  record FleetRefusal(@Key String release, String message) implements FleetConclusions {}

  /**
   * The ring of a cluster.
   *
   * @param cluster the cluster
   * @param ring the ring: a value of fleet.rings
   * @param place its place there, from 0
   */
  @ExpectedCount(100)
  record FleetRing(@Key String cluster, String ring, int place) implements FleetConclusions {}

  /**
   * That no cluster of a ring before has run a release of which other clusters have.
   *
   * @param release the release
   * @param ring the ring, of which clusters publish
   */
  record FleetRingBehind(@Key String release, @Key String ring)
      implements FleetConclusions, Internal {}

  /**
   * That the clusters of the rings before have shown a release for long enough.
   *
   * @param release the release
   * @param hours the healthy node-hours that count
   * @param clusters of how many clusters
   */
  record FleetShown(@Key String release, long hours, long clusters) implements FleetConclusions {}

  /**
   * What counts of a release, of all clusters of the rings before together.
   *
   * @param release the release
   * @param hours healthy node-hours
   * @param clusters of how many clusters
   */
  record FleetSum(@Key String release, long hours, long clusters)
      implements FleetConclusions, Internal {}

  /**
   * That what other clusters publish was not read yet, which is waited for.
   *
   * @param state syncing, or failed
   * @param until until when
   */
  @ExpectedCount(1)
  record FleetUnread(@Key String state, Instant until) implements FleetConclusions, Internal {}

  /**
   * That this cluster has run a release: nodes do now, or a verdict says so.
   *
   * @param release the release
   */
  record ReleaseBegun(@Key String release) implements FleetConclusions, Internal {}

  /**
   * What this cluster has to say of a release to others.
   *
   * @param release the release
   * @param state its state here
   * @param since since when; null if unknown
   * @param nodes how many nodes run it and are healthy, rounded down to two digits
   * @param healthyHours node-hours that its nodes were healthy, rounded down to two digits
   * @param failed how many failed within evidence.window
   * @param message why it is in that state, in words
   */
  record ReleaseReport(
      @Key String release,
      String state,
      @Nullable Instant since,
      long nodes,
      long healthyHours,
      long failed,
      String message)
      implements FleetConclusions {

    /** Whether no node must run it. */
    public boolean refused() {
      return state.equals("quarantined") || state.equals("recalled");
    }
  }

  /**
   * That this cluster has something to publish now.
   *
   * @param rule the id of the rule
   * @param cluster what this cluster is called
   * @param sequence the number of the report
   * @param previous the digest of the one before; empty for the first
   * @param kubernetes the Kubernetes minor of this cluster
   * @param message why, in words
   */
  record ReportDue(
      @Key String rule,
      @Key String cluster,
      long sequence,
      String previous,
      String kubernetes,
      String message)
      implements FleetConclusions {

    /** What it is written for: FleetMember/prod-eu-1. */
    public String object() {
      return RecordType.key(FleetMember.class, cluster);
    }
  }
}
