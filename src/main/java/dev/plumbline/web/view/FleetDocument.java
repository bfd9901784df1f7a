package dev.plumbline.web.view;

import dev.plumbline.fleet.ClusterStatus;
import dev.plumbline.fleet.ClusterStatus.BundleInUse;
import dev.plumbline.fleet.ClusterStatus.ClosedGate;
import dev.plumbline.fleet.ClusterStatus.ImageInUse;
import dev.plumbline.fleet.Fleet.FleetStatus;
import dev.plumbline.fleet.LogProblem;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/** Many clusters, in the form of {@code plumbline fleet -o json}; null is what is not known. */
@Schema(name = "Fleet")
public record FleetDocument(
    @Schema(description = "When they were read.") Instant at,
    @Schema(description = "Why they cannot be read now; null when they can.")
        @Nullable String fault,
    List<FleetCluster> clusters) {

  /** A cluster, by its log. */
  @Schema(name = "FleetCluster")
  public record FleetCluster(
      @Schema(description = "The name of its log.") String cluster,
      @Schema(description = "Where its log is.") String place,
      @Schema(enumeration = {"ok", "old", "stopped", "empty", "broken"}) String status,
      @Nullable String origin,
      @Schema(description = "The id of the key that signs the log.") @Nullable String key,
      @Schema(description = "The replica that writes it.") @Nullable String writer,
      @Schema(description = "The first entry that is kept.") @Nullable Long first,
      @Schema(description = "How many entries the newest checkpoint signs.") @Nullable Long entries,
      @Schema(description = "When the newest entry was recorded.") @Nullable Instant last,
      @Nullable Long ageSeconds,
      @Schema(description = "The digest of the active rules.") @Nullable String rules,
      @Schema(description = "The entry of kind state from which on it was read.")
          @Nullable Long state,
      @Schema(description = "Whether all of the log was read and is unaltered.") boolean verified,
      @Schema(description = "What each node class launches.") @Nullable List<FleetImage> images,
      @Schema(description = "Signed bundles of rules, where clusters report them to each other.")
          @Nullable List<FleetBundleState> bundles,
      @Nullable List<FleetGate> gates,
      @Schema(description = "How many findings do not pass, by severity.")
          @Nullable Map<String, Integer> findings,
      List<FleetProblem> problems) {}

  /** What a node class launches. */
  @Schema(name = "FleetImage")
  public record FleetImage(
      String nodeClass,
      String release,
      @Nullable String train,
      @Nullable Integer ring,
      @Nullable String state,
      @Nullable Long nodes) {}

  /** What became of a bundle of rules. */
  @Schema(name = "FleetBundle")
  public record FleetBundleState(
      String digest,
      @Schema(description = "Its name and version; null while it waits.") @Nullable String title,
      @Schema(
              enumeration = {"serving", "candidate", "held", "rejected", "taken-back", "waits"},
              description = "It waits for clusters of the rings before, or was taken back.")
          String state,
      @Schema(description = "Why; empty when there is nothing to say.") String message) {}

  /** A gate that is closed. */
  @Schema(name = "FleetGate")
  public record FleetGate(
      String gate, String blocks, String waitsFor, @Nullable String since, String message) {}

  /** What is wrong with a log. */
  @Schema(name = "FleetProblem")
  public record FleetProblem(
      @Schema(enumeration = {"unreadable", "altered", "gap", "two-writers"}) String kind,
      @Schema(description = "The file or object, below the place of the log.") String object,
      String message) {}

  /**
   * The document.
   *
   * @param fault why they cannot be read now
   */
  public static FleetDocument of(FleetStatus fleet, @Nullable String fault, Duration maxAge) {
    return new FleetDocument(
        fleet.at(),
        fault,
        fleet.clusters().stream().map(each -> cluster(each, fleet.at(), maxAge)).toList());
  }

  private static FleetCluster cluster(ClusterStatus of, Instant at, Duration maxAge) {
    boolean known = of.state() != null;
    return new FleetCluster(
        of.cluster(),
        of.place(),
        of.status(at, maxAge).wire(),
        of.origin(),
        of.key(),
        of.writer(),
        of.first(),
        of.entries(),
        of.last(),
        of.last() == null ? null : of.age(at).toSeconds(),
        of.rules(),
        of.state(),
        of.verified(),
        known ? of.images().stream().map(FleetDocument::image).toList() : null,
        known ? of.bundles().stream().map(FleetDocument::bundle).toList() : null,
        known ? of.gates().stream().map(FleetDocument::gate).toList() : null,
        known ? of.findings() : null,
        of.problems().stream().map(FleetDocument::problem).toList());
  }

  private static FleetImage image(ImageInUse of) {
    return new FleetImage(
        of.nodeClass(), of.release(), of.train(), of.ring(), of.state(), of.nodes());
  }

  private static FleetBundleState bundle(BundleInUse of) {
    return new FleetBundleState(of.digest(), of.title(), of.state(), of.message());
  }

  private static FleetGate gate(ClosedGate of) {
    return new FleetGate(of.gate(), of.blocks(), of.waitsFor(), of.since(), of.message());
  }

  private static FleetProblem problem(LogProblem of) {
    return new FleetProblem(of.kind().wire(), of.object(), of.message());
  }
}
