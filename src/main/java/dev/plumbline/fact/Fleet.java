package dev.plumbline.fact;

import dev.plumbline.fact.Annotations.ExpectedCount;
import dev.plumbline.fact.Annotations.NamedBy;
import dev.plumbline.fact.Annotations.OneOf;
import dev.plumbline.fact.Policy.Parameter;
import dev.plumbline.fact.Verdicts.ImageVerdict;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** What clusters publish of the images and rules that they run, as far as it was verified. */
public sealed interface Fleet extends Fact {

  /**
   * What a cluster says in its newest verified report of a bundle of rules.
   *
   * @param cluster the cluster
   * @param digest of the bundle: sha256:…
   * @param title its name and version, for people
   * @param sequence of its manifest
   * @param state what became of it there
   * @param since when the cluster first reported it in this state
   * @param at when the report was published, by the clock of its cluster
   * @param message why it is in that state, in words of the cluster; empty when there is nothing to
   *     say
   */
  @NamedBy({"title", "cluster"})
  @ExpectedCount(100)
  record FleetBundle(
      String cluster,
      String digest,
      String title,
      long sequence,
      @OneOf({"candidate", "held", "rejected", "serving", "taken-back"}) String state,
      Instant since,
      Instant at,
      String message)
      implements Fleet {

    @Override
    public String key() {
      return "FleetBundle/" + cluster + "/" + digest;
    }
  }

  /**
   * What this cluster is called where clusters publish.
   *
   * @param cluster {@code plumbline.verdicts.cluster}
   */
  @ExpectedCount(1)
  record FleetIdentity(String cluster) implements Fleet {

    @Override
    public String key() {
      return "FleetIdentity";
    }
  }

  /**
   * The newest report of a cluster, this one included, whose signature and place in the chain were
   * verified.
   *
   * @param cluster the cluster
   * @param sequence the number of the report, from 0; -1 when there is none yet
   * @param digest SHA-256 of the report, hexadecimal; empty when there is none yet
   * @param at when it was published, by the clock of its cluster; null when there is none yet
   * @param kubernetes the Kubernetes minor of the cluster: 1.33; null when there is none yet
   * @param fault why its later reports are not used; null when there is nothing to say
   * @param writers the API servers of two clusters whose reports alternate under its name, by the
   *     fingerprints of their authorities; null where it is one cluster
   */
  @NamedBy("cluster")
  @ExpectedCount(100)
  record FleetMember(
      String cluster,
      long sequence,
      String digest,
      @Nullable Instant at,
      @Nullable String kubernetes,
      @Nullable String fault,
      @Nullable String writers)
      implements Fleet {

    @Override
    public String key() {
      return "FleetMember/" + cluster;
    }

    /** The number of its next report. */
    public long next() {
      return sequence + 1;
    }
  }

  /**
   * What a cluster says in its newest verified report of a release that its nodes run or ran.
   *
   * @param cluster the cluster
   * @param release version of an alias family (al2023@v20260714), or the id of a custom image
   * @param kubernetes the Kubernetes minor of the cluster: 1.33
   * @param state the state of the release there
   * @param since since when; null if unknown
   * @param runningSince when the cluster first reported nodes on it, as one of this minor
   * @param nodes how many nodes run it and are healthy, rounded down to two digits
   * @param healthyHours node-hours that its nodes were healthy, rounded down to two digits
   * @param hoursBefore those of them, rounded up, that the cluster had shown before it was of this
   *     minor
   * @param failed how many nodes failed within the evidence.window of the cluster
   * @param at when the report was published, by the clock of its cluster
   * @param message why it is in that state, in words of the cluster
   */
  @NamedBy({"release", "cluster"})
  @ExpectedCount(1_000)
  record FleetVerdict(
      String cluster,
      String release,
      String kubernetes,
      @OneOf({"candidate", "soaking", "canary", "rolling", "proven", "quarantined", "recalled"})
          String state,
      @Nullable Instant since,
      Instant runningSince,
      long nodes,
      long healthyHours,
      long hoursBefore,
      long failed,
      Instant at,
      String message)
      implements Fleet {

    @Override
    public String key() {
      return "FleetVerdict/" + cluster + "/" + ImageVerdict.name(release);
    }

    /** Whether more than this percentage of its nodes failed there. */
    public boolean fails(Parameter percent) {
      return percent.exceededByShare(failed, nodes + failed);
    }

    /** The node-hours that its nodes were healthy while the cluster was of this minor. */
    public long shownHours() {
      return Math.max(0, healthyHours - hoursBefore);
    }

    /**
     * The hours that count of one cluster, where so many hours are asked of so many clusters: no
     * more than its share, rounded up.
     */
    public long counted(Parameter hours, Parameter clusters) {
      BigDecimal all = hours.number();
      BigDecimal parts = clusters.number();
      if (all == null || parts == null || parts.signum() <= 0) {
        return 0;
      }
      return Math.min(shownHours(), all.divide(parts, 0, RoundingMode.CEILING).longValue());
    }
  }
}
