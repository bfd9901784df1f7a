package dev.plumbline.fact;

import dev.plumbline.fact.Annotations.ExpectedCount;
import dev.plumbline.fact.Annotations.NamedBy;
import dev.plumbline.fact.Annotations.OneOf;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Gates, what they wait for, and the status of each source. */
public sealed interface Gates extends Fact {

  /**
   * Whether an error code passes by itself ({@code error-classes.yaml}).
   *
   * @param code the code as EC2 or SSM gives it
   * @param errorClass transient, persistent, notFound, or insufficientCapacity: EC2 has none of
   *     what is requested now
   */
  @ExpectedCount(10)
  record ErrorClass(String code, String errorClass) implements Gates {

    @Override
    public String key() {
      return "ErrorClass/" + code;
    }
  }

  /**
   * An activity that waits while what it depends on is missing ({@code gates.yaml}).
   *
   * @param name ami-resolution, instance-type-mapping, drift, …, or a kind of action: PinAmis
   */
  @ExpectedCount(10)
  record Gate(String name) implements Gates {

    @Override
    public String key() {
      return "Gate/" + name;
    }

    /** Whether it is a kind of action: those are written in CamelCase. */
    public boolean action() {
      return Character.isUpperCase(name.charAt(0));
    }
  }

  /**
   * What an activity waits for while it is missing or cannot be relied on ({@code gates.yaml}).
   *
   * @param gate the activity: drift
   * @param subjects the objects it is so for: node-pool-in-use
   * @param waitsFor a source, or another gate, which concerns the same object, its node class or
   *     the cluster
   */
  @ExpectedCount(10)
  record GateDependency(String gate, String subjects, String waitsFor) implements Gates {

    @Override
    public String key() {
      return "GateDependency/" + gate + "/" + subjects + "/" + waitsFor;
    }
  }

  /**
   * What is known of a source of facts, whatever its answer ({@code gates.yaml}); how it is doing,
   * its {@link SourceStatus} reports.
   *
   * @param name images, instance-types, …
   * @param whole the source it is a part of, which is not ready when that one is not; null when it
   *     is none: node-pools is a part of cluster
   * @param neverEmpty whether an answer without a thing in it cannot be true
   */
  @ExpectedCount(10)
  record Source(String name, @Nullable String whole, boolean neverEmpty) implements Gates {

    @Override
    public String key() {
      return "Source/" + name;
    }
  }

  /**
   * What the last request of a live source covered: anything else is not missing, it was not
   * requested yet. A snapshot has it where {@code plumbline snapshot} recorded it.
   *
   * @param source images, ssm-parameters
   * @param asked the queries as {@code ImageQuery} names them; the names of SSM parameters
   */
  @ExpectedCount(10)
  record SourceScope(String source, Values asked) implements Gates {

    @Override
    public String key() {
      return "SourceScope/" + source;
    }

    /** Whether {@code thing} was not requested. */
    public boolean lacks(String thing) {
      return !asked.has(thing);
    }
  }

  /**
   * What the files of a snapshot cover, where that is not everything: anything else is not missing,
   * it was not queried. Without it a file is all that there is.
   *
   * @param source images, ssm-parameters, instance-types, instance-type-offerings, prices or
   *     spot-prices
   * @param covers names of SSM parameters; {@code /path/*} for all below a path; {@code id ami-1}
   *     and {@code of OWNER} for images; instance types for the others
   */
  @ExpectedCount(10)
  record SnapshotCoverage(String source, Values covers) implements Gates {

    @Override
    public String key() {
      return "SnapshotCoverage/" + source;
    }

    /** Whether {@code thing} is not covered, so that its absence says nothing. */
    public boolean lacks(String thing) {
      return !covers.has(thing)
          && covers.list().stream()
              .noneMatch(
                  each ->
                      each.endsWith("/*")
                          && thing.startsWith(each.substring(0, each.length() - 1)));
    }

    /** Whether one of {@code things} is not covered. */
    public boolean lacksAny(Values things) {
      return things.list().stream().anyMatch(this::lacks);
    }
  }

  /**
   * How far the facts of one source can be relied on.
   *
   * @param source images, instance-types, instance-type-offerings, ssm-parameters, prices,
   *     spot-prices, instances, cluster, node-pools, node-claims, node-overlays, ec2-node-classes,
   *     nodes, pods, daemon-sets, image-verdicts, daemon-set-pods, node-workloads,
   *     pod-disruption-budgets, cluster-events, config-maps, replicas, fleet-verdicts, decision-log
   * @param state synced, syncing, failed or absent (not in this snapshot, its kind is not installed
   *     in the cluster: code NoSuchKind, it is not watched: code NotWatched, or nothing shows that
   *     the snapshot was queried for it: code NotQueried)
   * @param operation the call that fills it: DescribeImages
   * @param code the error code of the last failure; null when there is none
   * @param since since when it has been in this state; null if unknown
   * @param lastSuccess when it last succeeded; null if never or unknown
   * @param failures how many times in a row it has failed now
   * @param items how many items the last response had; null if unknown
   * @param held how many things of an earlier answer are held in its place, because the last one
   *     was empty; 0 when the last answer itself is in use
   */
  @NamedBy("source")
  @ExpectedCount(10)
  record SourceStatus(
      String source,
      @OneOf({"absent", "failed", "synced", "syncing"}) String state,
      String operation,
      @Nullable String code,
      @Nullable Instant since,
      @Nullable Instant lastSuccess,
      int failures,
      @Nullable Integer items,
      int held)
      implements Gates {

    @Override
    public String key() {
      return "SourceStatus/" + source;
    }

    /** The error code; {@code Unknown} if there is none. */
    public String codeOrUnknown() {
      return code == null ? "Unknown" : code;
    }

    /** What kubectl calls its kind of objects: nodeclaims for node-claims. */
    public String resource() {
      return source.equals("cluster-events") ? "events" : source.replace("-", "");
    }

    /** Since when it cannot be relied on; null if unknown. */
    public @Nullable Instant sinceOrLastSuccess() {
      return since == null ? lastSuccess : since;
    }

    /** When its last answer is older than {@code limit}; null when it has none. */
    public @Nullable Instant staleFrom(Duration limit) {
      return lastSuccess == null ? null : lastSuccess.plus(limit);
    }
  }
}
