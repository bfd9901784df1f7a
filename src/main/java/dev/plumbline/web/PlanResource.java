package dev.plumbline.web;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.plumbline.action.Action;
import dev.plumbline.action.Change;
import dev.plumbline.action.Outcome;
import dev.plumbline.fact.ObjectRef;
import dev.plumbline.loop.HostSnapshot;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;
import org.jspecify.annotations.Nullable;

/** The planned actions with their diffs and reasons, and the outcomes of earlier ones. */
@Path("/api/v1/plan")
@Produces(MediaType.APPLICATION_JSON)
@Tag(name = "Now")
class PlanResource {

  private final Current current;

  PlanResource(Current current) {
    this.current = current;
  }

  record Plan(
      long sequence,
      Instant at,
      @Schema(description = "Whether this replica acts.") boolean leader,
      List<PlannedAction> actions,
      @Schema(description = "The last outcome of each action on an object, oldest first.")
          List<ActionOutcome> outcomes) {}

  @Schema(name = "Action")
  record PlannedAction(
      @Schema(description = "Its kind, such as PinAmis.") String action,
      ObjectRef object,
      @Schema(enumeration = {"observe", "enforce"}) String mode,
      @Schema(description = "Whether it is carried out.") boolean due,
      @Schema(description = "Why it is not carried out now though it is enforced.")
          @Nullable String held,
      @Schema(
              enumeration = {
                "create", "apply", "patch", "status", "delete", "tag", "say", "publish"
              })
          String change,
      List<FieldChange> diff,
      @Schema(description = "What is reported; of say alone.")
          @JsonInclude(JsonInclude.Include.NON_NULL)
          @Nullable List<SettlementResource.ConclusionDocument> findings,
      List<String> reasons,
      @Schema(description = "The outcome of the last attempt.") @Nullable ActionOutcome outcome) {

    static PlannedAction of(Action action, HostSnapshot live) {
      return new PlannedAction(
          action.kind().wire(),
          action.object(),
          lower(action.mode()),
          action.due(),
          action.held(),
          switch (action.change()) {
            case Change.Apply apply -> apply.before() == null ? "create" : "apply";
            case Change.Patch patch -> "patch";
            case Change.Status status -> "status";
            case Change.Delete delete -> "delete";
            case Change.TagImage tags -> "tag";
            case Change.PublishFindings publish -> "say";
            case Change.PublishReport publish -> "publish";
          },
          FieldChange.of(action.change()),
          action.change() instanceof Change.PublishFindings publish
              ? publish.findings().stream().map(SettlementResource.ConclusionDocument::of).toList()
              : null,
          action.reasons(),
          live.outcomes().values().stream()
              .filter(each -> each.kind() == action.kind() && each.object().equals(action.object()))
              .findFirst()
              .map(ActionOutcome::of)
              .orElse(null));
    }
  }

  @Schema(name = "Outcome")
  record ActionOutcome(
      String action,
      ObjectRef object,
      @Schema(enumeration = {"done", "unchanged", "outdated", "failed"}) String result,
      @Nullable String code,
      String message,
      Instant at) {

    static ActionOutcome of(Outcome outcome) {
      return new ActionOutcome(
          outcome.kind().wire(),
          outcome.object(),
          lower(outcome.result()),
          outcome.code(),
          outcome.message(),
          outcome.at());
    }
  }

  record FieldChange(
      @Schema(description = "A JSON pointer into the object.") String path,
      @Schema(description = "Absent when the field is added.")
          @JsonInclude(JsonInclude.Include.NON_NULL)
          @Nullable JsonNode before,
      @Schema(description = "Absent when the field is removed.")
          @JsonInclude(JsonInclude.Include.NON_NULL)
          @Nullable JsonNode after) {

    private static final Set<String> IDENTITY = Set.of("/apiVersion", "/kind", "/metadata/name");

    /** The changed fields, in the order of the object. */
    static List<FieldChange> of(Change change) {
      var changes = new ArrayList<FieldChange>();
      switch (change) {
        case Change.Apply apply -> add("", apply.before(), apply.applied(), changes);
        case Change.Patch patch -> add("", patch.before(), patch.patch(), changes);
        case Change.Status status -> add("", status.before(), status.patch(), changes);
        case Change.Delete delete -> changes.add(new FieldChange("", delete.before(), null));
        case Change.TagImage tags -> {
          tags.set()
              .forEach(
                  (key, value) -> add("/" + key, tag(tags, key), new TextNode(value), changes));
          tags.removed()
              .forEach(key -> changes.add(new FieldChange("/" + key, tag(tags, key), null)));
        }
        case Change.PublishReport publish -> add("", null, publish.report(), changes);
        case Change.PublishFindings publish -> {
          // A report changes no fields.
        }
      }
      return changes;
    }

    /** In a merge patch null removes a field; applied objects have no nulls. */
    private static void add(
        String path, @Nullable JsonNode before, JsonNode after, List<FieldChange> to) {
      if (after.isObject() && !after.isEmpty()) {
        for (Map.Entry<String, JsonNode> field : after.properties()) {
          add(
              path + "/" + field.getKey().replace("~", "~0").replace("/", "~1"),
              before == null ? null : before.get(field.getKey()),
              field.getValue(),
              to);
        }
      } else if (!IDENTITY.contains(path)
          && !(after.isNull() ? before == null : after.equals(before))) {
        to.add(new FieldChange(path, before, after.isNull() ? null : after));
      }
    }

    private static @Nullable JsonNode tag(Change.TagImage tags, String key) {
      String value = tags.before().get(key);
      return value == null ? null : new TextNode(value);
    }
  }

  @GET
  @Operation(
      summary = "The planned actions with diffs, reasons and the last outcome of each.",
      description =
          "Only what would change something. An action with mode observe is never carried out; one"
              + " with held waits for the reason that it names.")
  public Plan plan() {
    HostSnapshot live = current.live();
    return new Plan(
        live.sequence(),
        live.at(),
        live.leader(),
        live.plan().actions().stream().map(action -> PlannedAction.of(action, live)).toList(),
        live.outcomes().values().stream().map(ActionOutcome::of).toList());
  }

  private static String lower(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }
}
