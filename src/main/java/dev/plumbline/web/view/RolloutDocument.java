package dev.plumbline.web.view;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;
import dev.plumbline.view.RolloutView;
import dev.plumbline.view.SettlementIndex;
import dev.plumbline.web.view.NodeClassesDocument.Image;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/** The rollouts in progress with their nodes, and the course of all rollouts. */
@Schema(name = "RolloutView")
public record RolloutDocument(
    long sequence,
    @Schema(description = "The time of the evaluation.") Instant now,
    List<Rollout> rollouts,
    @Schema(
            description =
                "A point for each change, the oldest first; the latest thousand. Numbers are null"
                    + " where only the stage is recorded.")
        List<Point> history) {

  record Rollout(
      String nodeClass,
      String ami,
      Image image,
      @Schema(enumeration = {"soaking", "canary", "held", "rolling", "complete"}) String stage,
      String message,
      @Schema(description = "Since when it has been in this stage, as far as is known.")
          Instant since,
      Nodes nodes,
      @Schema(description = "Why nodes are held back.") List<Held> held) {}

  record Nodes(
      @Schema(description = "Node claims with another image.") int old,
      @Schema(description = "Node claims with the image.") @JsonProperty("new") int fresh,
      @Schema(description = "Those of them that do not work.") int failed) {}

  record Held(String rule, String message, @Schema(description = "Node claims.") int count) {}

  /** A rollout at one time; numbers are null when only the stage is known. */
  @Schema(name = "RolloutPoint")
  public record Point(
      Instant at,
      String nodeClass,
      String ami,
      String stage,
      @Nullable Integer old,
      @JsonProperty("new") @Nullable Integer fresh,
      @Nullable Integer failed) {

    @JsonIgnore
    public String name() {
      return nodeClass + "/" + ami;
    }

    /** Whether only the time differs. */
    public boolean same(Point other) {
      return name().equals(other.name())
          && stage.equals(other.stage())
          && Objects.equals(old, other.old)
          && Objects.equals(fresh, other.fresh)
          && Objects.equals(failed, other.failed);
    }

    private static Point of(RolloutView rollout, Instant at) {
      return new Point(
          at,
          rollout.stage().nodeClass(),
          rollout.stage().ami(),
          rollout.stage().stage(),
          rollout.behind(),
          rollout.running(),
          Math.toIntExact(rollout.failed()));
    }

    /** The current points, sorted by node class and image. */
    public static List<Point> all(SettlementIndex index) {
      return RolloutView.all(index).stream().map(each -> of(each, index.now())).toList();
    }

    private Instant since(List<Point> history) {
      Instant since = at;
      for (Point each : history.reversed()) {
        if (each.name().equals(name())) {
          if (!each.stage().equals(stage)) {
            return since;
          }
          since = each.at();
        }
      }
      return since;
    }
  }

  /**
   * The rollouts of a settlement.
   *
   * @param history the points before, the oldest first
   */
  public static RolloutDocument of(long sequence, SettlementIndex index, List<Point> history) {
    return new RolloutDocument(
        sequence,
        index.now(),
        RolloutView.all(index).stream()
            .map(
                each ->
                    new Rollout(
                        each.stage().nodeClass(),
                        each.stage().ami(),
                        Image.of(each.image()),
                        each.stage().stage(),
                        each.stage().message(),
                        Point.of(each, index.now()).since(history),
                        new Nodes(each.behind(), each.running(), Math.toIntExact(each.failed())),
                        each.held().stream()
                            .map(held -> new Held(held.rule(), held.message(), held.claims()))
                            .toList()))
            .toList(),
        history);
  }

  /** The same without its course. */
  public RolloutDocument withoutHistory() {
    return new RolloutDocument(sequence, now, rollouts, List.of());
  }
}
