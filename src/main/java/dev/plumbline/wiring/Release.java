package dev.plumbline.wiring;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plumbline.action.Action;
import dev.plumbline.action.Action.Mode;
import dev.plumbline.action.ActionKind;
import dev.plumbline.action.Change;
import dev.plumbline.action.ChangeWriter;
import dev.plumbline.action.ChangeWriter.WriteFaultException;
import dev.plumbline.action.ChangeWriter.Written;
import dev.plumbline.action.LiveObjects;
import dev.plumbline.action.Outcome.Result;
import dev.plumbline.action.Plan;
import dev.plumbline.action.kubernetes.ManagedFields;
import dev.plumbline.action.kubernetes.ObjectApi;
import dev.plumbline.action.kubernetes.ObjectWriter;
import dev.plumbline.fact.ObjectKind;
import dev.plumbline.fact.ObjectRef;
import dev.plumbline.source.FieldMask;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/** Releases what Plumbline owns in a cluster: fields, objects, reports. */
public final class Release {

  private static final Logger LOG = Logger.getLogger(Release.class);

  private static final String REPORTS = "openreports.io/v1alpha1";

  /** How often to plan again after concurrent changes. */
  private static final int MAX_ATTEMPTS = 3;

  /**
   * The outcome of one release.
   *
   * @param result null when it was not attempted
   * @param fault why it failed; null when it succeeded or was not attempted
   */
  public record Given(Action action, @Nullable Result result, @Nullable String fault) {}

  private final ObjectApi server;
  private final ReleasePlan planner;
  private final ChangeWriter writer;

  public Release(ObjectApi server, ReleasePlan planner, ChangeWriter writer) {
    this.server = server;
    this.planner = planner;
    this.writer = writer;
  }

  public static Release of(ObjectApi server, ReleasePlan planner) {
    var objects = new ObjectWriter(server);
    return new Release(
        server,
        planner,
        action ->
            switch (action.change()) {
              case Change.Apply apply -> objects.write(action.object(), apply);
              case Change.Patch patch -> objects.write(action.object(), patch);
              case Change.Delete delete -> objects.write(action.object(), delete);
              case Change.Status status -> Written.UNCHANGED;
              case Change.PublishFindings publish -> Written.UNCHANGED;
              case Change.TagImage tags -> Written.UNCHANGED;
              case Change.PublishReport publish -> Written.UNCHANGED;
            });
  }

  /**
   * Releases everything, or lists it.
   *
   * @param dryRun whether to list only
   * @throws WriteFaultException when the cluster cannot be read
   */
  public List<Given> run(boolean dryRun) {
    return run(dryRun, EnumSet.allOf(ActionKind.class));
  }

  /** As {@link #run(boolean)}, for what actions of these kinds have written. */
  public List<Given> run(boolean dryRun, Set<ActionKind> of) {
    if (dryRun) {
      return plan(of).stream().map(action -> new Given(action, null, null)).toList();
    }
    var given = new LinkedHashMap<String, Given>();
    boolean again = true;
    for (int attempt = 0; attempt < MAX_ATTEMPTS && again; attempt++) {
      again = false;
      for (Action action : plan(of)) {
        Given one = giveBack(action);
        again |= one.result() == Result.OUTDATED;
        if (one.result() != Result.UNCHANGED) {
          given.put(action.kind().wire() + "/" + action.object().key(), one);
        }
      }
    }
    if (of.containsAll(EnumSet.allOf(ActionKind.class))) {
      leave();
    }
    return List.copyOf(given.values());
  }

  /** Removes the field manager from released objects; best effort. */
  private void leave() {
    try {
      boolean again = true;
      for (int attempt = 0; attempt < MAX_ATTEMPTS && again; attempt++) {
        again = false;
        for (JsonNode each : objects().values()) {
          again |= ManagedFields.of(each) && !left(each);
        }
      }
    } catch (WriteFaultException e) {
      LOG.warnf("Fields that are given back may still be noted as ours code=%s", e.code());
    }
  }

  private boolean left(JsonNode object) {
    try {
      ManagedFields.leave(server, ref(object), object);
      return true;
    } catch (WriteFaultException e) {
      LOG.warnf(
          "Fields are given back and still noted as ours object=%s code=%s",
          ref(object).key(), e.code());
      return false;
    }
  }

  private Given giveBack(Action action) {
    try {
      Written written = writer.write(action);
      String fault = written.result() == Result.OUTDATED ? written.message() : null;
      return new Given(action, written.result(), fault);
    } catch (WriteFaultException e) {
      return new Given(action, Result.FAILED, e.code() + ": " + e.getMessage());
    }
  }

  private List<Action> plan(Set<ActionKind> of) {
    Plan plan = planner.release(new LiveObjects(objects()), of);
    var actions = new ArrayList<Action>(plan.actions());
    if (!of.contains(ActionKind.REPORT)) {
      return actions;
    }
    String selector = ObjectWriter.MANAGED_BY + "=" + ObjectApi.FIELD_MANAGER;
    for (String kind : List.of("ClusterReport", "Report")) {
      for (JsonNode report : server.list(REPORTS, kind, selector)) {
        actions.add(
            new Action(
                ActionKind.REPORT,
                ref(report),
                Mode.ENFORCE,
                null,
                new Change.Delete(report),
                List.of("it is a report of Plumbline's")));
      }
    }
    return actions;
  }

  private TreeMap<ObjectRef, JsonNode> objects() {
    var objects = new TreeMap<ObjectRef, JsonNode>();
    for (ObjectKind kind : FieldMask.wholeKinds()) {
      if (kind == ObjectKind.IMAGE_VERDICT) {
        continue; // ours, and nothing of others: what was observed stays
      }
      server.list(kind.apiVersion(), kind.kind(), "").forEach(each -> objects.put(ref(each), each));
    }
    return objects;
  }

  private static ObjectRef ref(JsonNode object) {
    JsonNode metadata = object.path("metadata");
    return new ObjectRef(
        object.path("apiVersion").asText(),
        object.path("kind").asText(),
        metadata.hasNonNull("namespace") ? metadata.path("namespace").asText() : null,
        metadata.path("name").asText());
  }

  @FunctionalInterface
  public interface ReleasePlan {

    /**
     * The changes that release what actions of these kinds have written to {@code objects}; every
     * one is to be carried out.
     */
    Plan release(LiveObjects objects, Set<ActionKind> of);
  }
}
