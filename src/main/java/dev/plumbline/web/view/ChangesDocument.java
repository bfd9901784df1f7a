package dev.plumbline.web.view;

import java.time.Instant;
import java.util.List;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/** What is not as it was a day ago: by the decision log, and the settlement of now. */
@Schema(name = "ChangesView")
public record ChangesDocument(
    long sequence,
    @Schema(
            description =
                "With which time it is compared; null while the log is being read, and of an empty one.")
        @Nullable Instant from,
    @Schema(description = "The number of new findings.") int opened,
    @Schema(description = "The number of findings that are gone.") int resolved,
    @Schema(description = "At most 100, the most severe first.") List<Finding> findings,
    @Schema(description = "Images, conditions, rollouts and pools; at most 100.")
        List<Change> changes,
    @Schema(description = "The number of those.") int changed,
    @Schema(description = "The rules that became active since, the newest first.")
        List<Activation> rules,
    @Schema(description = "What became of the actions since, of the newest 1,000 outcomes.")
        List<Actions> actions) {

  @Schema(name = "ChangedFinding")
  public record Finding(
      String rule, String subject, String severity, String message, boolean resolved) {}

  @Schema(name = "Change")
  public record Change(
      @Schema(enumeration = {"image", "condition", "rollout", "usable"}) String kind,
      String object,
      @Schema(description = "The image, or the type of the condition.") @Nullable String name,
      @Nullable String before,
      @Nullable String after) {}

  @Schema(name = "RulesActivation")
  public record Activation(
      long sequence, Instant at, String digest, String how, @Nullable String author) {}

  @Schema(name = "ActionOutcomes")
  public record Actions(String action, String result, int count) {}
}
