package dev.plumbline.action.kubernetes;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plumbline.action.Change.Apply;
import dev.plumbline.action.Change.Delete;
import dev.plumbline.action.Change.Patch;
import dev.plumbline.action.Change.Status;
import dev.plumbline.action.ChangeWriter.WriteFaultException;
import dev.plumbline.action.ChangeWriter.Written;
import dev.plumbline.action.kubernetes.ManagedFields.OwnedFields;
import dev.plumbline.action.plan.MergePatch;
import dev.plumbline.fact.ObjectRef;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Writes objects: reads each one first, and writes only differences, only to the object that was
 * planned for, and only if the fields concerned have not changed since. On a conflict the object is
 * read once more.
 */
public final class ObjectWriter {

  public static final String MANAGED_BY = "app.kubernetes.io/managed-by";

  private static final Set<String> FORCED = Set.of("apiVersion", "kind", "metadata", "spec");

  private final ObjectServer server;

  public ObjectWriter(ObjectServer server) {
    this.server = server;
  }

  public static boolean isOurs(JsonNode object) {
    return object
        .path("metadata")
        .path("labels")
        .path(MANAGED_BY)
        .asText()
        .equals(ObjectApi.FIELD_MANAGER);
  }

  /**
   * Applies.
   *
   * @throws WriteFaultException when the API server refuses or cannot be reached
   */
  public Written write(ObjectRef ref, Apply change) {
    return twice(ref, () -> apply(ref, change));
  }

  /**
   * Patches.
   *
   * @throws WriteFaultException when the API server refuses or cannot be reached
   */
  public Written write(ObjectRef ref, Patch change) {
    return twice(ref, () -> patch(ref, change));
  }

  /**
   * Writes a status.
   *
   * @throws WriteFaultException when the API server refuses or cannot be reached
   */
  public Written write(ObjectRef ref, Status change) {
    return twice(ref, () -> status(ref, change));
  }

  /**
   * Deletes.
   *
   * @throws WriteFaultException when the API server refuses or cannot be reached
   */
  public Written write(ObjectRef ref, Delete change) {
    return twice(ref, () -> delete(ref, change));
  }

  private Written apply(ObjectRef ref, Apply change) {
    JsonNode applied = change.applied();
    JsonNode live = server.get(ref);
    if (live == null) {
      if (change.before() != null) {
        return gone(ref);
      }
      server.apply(ref, applied, isOurs(applied));
      return Written.DONE;
    }
    if (isOurs(applied) && !isOurs(live)) {
      throw new WriteFaultException(
          "NotOurs",
          ref
              + " exists and belongs to somebody else. Try: rename it, or give it the label "
              + MANAGED_BY
              + "="
              + ObjectApi.FIELD_MANAGER
              + ".");
    }
    if (JsonComparison.covers(live, applied)
        && !OwnedFields.beyond(live, applied, ObjectApi.FIELD_MANAGER)) {
      return Written.UNCHANGED;
    }
    Written outdated = outdated(ref, change.before(), live, applied);
    if (outdated != null) {
      return outdated;
    }
    ObjectNode exact = applied.deepCopy();
    ObjectNode metadata = (ObjectNode) exact.path("metadata");
    // Under its uid an object that has gone meanwhile is not made anew from what is ours of it.
    metadata.set("uid", live.path("metadata").path("uid"));
    metadata.set("resourceVersion", live.path("metadata").path("resourceVersion"));
    JsonNode written = server.apply(ref, exact, isOurs(applied) || onlyWeight(applied));
    return version(written).equals(version(live))
        ? Written.UNCHANGED
        : Written.doneAfter(ManagedFields.lastOther(live));
  }

  private Written patch(ObjectRef ref, Patch change) {
    JsonNode live = server.get(ref);
    if (live == null) {
      return gone(ref);
    }
    if (JsonComparison.same(live, MergePatch.apply(live, change.patch()))) {
      return Written.UNCHANGED;
    }
    Written outdated = outdated(ref, change.before(), live, change.patch());
    if (outdated != null) {
      return outdated;
    }
    JsonNode written = server.merge(ref, exactly(change.patch(), live));
    return done(live, written);
  }

  /** Counts are added to the status that was planned from: it must not have changed at all. */
  private Written status(ObjectRef ref, Status change) {
    JsonNode live = server.get(ref);
    if (live == null) {
      return gone(ref);
    }
    if (JsonComparison.same(live, MergePatch.apply(live, change.patch()))) {
      return Written.UNCHANGED;
    }
    if (!sameObject(change.before(), live)) {
      return Written.outdated(ref + " is another one than was planned for");
    }
    if (!JsonComparison.same(change.before().path("status"), live.path("status"))) {
      return Written.outdated("the status of " + ref + " has been changed by others");
    }
    JsonNode written = server.mergeStatus(ref, exactly(change.patch(), live));
    return done(live, written);
  }

  private static ObjectNode exactly(JsonNode patch, JsonNode live) {
    ObjectNode exact = patch.isEmpty() ? JsonNodeFactory.instance.objectNode() : patch.deepCopy();
    ObjectNode metadata = exact.withObjectProperty("metadata");
    metadata.put("resourceVersion", version(live));
    metadata.put("uid", live.path("metadata").path("uid").asText());
    return exact;
  }

  private static Written done(JsonNode live, JsonNode written) {
    return version(written).equals(version(live))
        ? Written.UNCHANGED
        : Written.doneAfter(ManagedFields.lastOther(live));
  }

  private Written delete(ObjectRef ref, Delete change) {
    JsonNode live = server.get(ref);
    if (live == null || live.path("metadata").hasNonNull("deletionTimestamp")) {
      return Written.UNCHANGED;
    }
    if (!sameObject(change.before(), live)) {
      return Written.outdated(ref + " is another one than was planned for");
    }
    if (!isOurs(live)) {
      return Written.outdated(ref + " is not ours any more: it has lost its label " + MANAGED_BY);
    }
    server.delete(ref, live);
    return Written.DONE;
  }

  private static @Nullable Written outdated(
      ObjectRef ref, @Nullable JsonNode before, JsonNode live, JsonNode change) {
    if (before == null) {
      return Written.outdated(ref + " has been made meanwhile");
    }
    if (!sameObject(before, live)) {
      return Written.outdated(ref + " is another one than was planned for");
    }
    if (!JsonComparison.sameWhereTouched(before, live, change)) {
      return Written.outdated("what is to be changed of " + ref + " has been changed by others");
    }
    return null;
  }

  /** Weighs only: then somebody else's value gives way, as the pool asks for by enforcing it. */
  private static boolean onlyWeight(JsonNode applied) {
    for (var field : applied.properties()) {
      if (!FORCED.contains(field.getKey())) {
        return false;
      }
    }
    JsonNode spec = applied.path("spec");
    return spec.isMissingNode() || spec.isEmpty() || (spec.size() == 1 && spec.has("weight"));
  }

  private static Written twice(ObjectRef ref, Supplier<Written> once) {
    try {
      return once.get();
    } catch (WriteFaultException first) {
      if (!isPassedOver(first)) {
        throw first;
      }
      try {
        return once.get();
      } catch (WriteFaultException second) {
        if (isPassedOver(second) && !second.code().equals("NotFound")) {
          return Written.outdated(ref + " changes while it is written: " + second.getMessage());
        }
        if (second.code().equals("NotFound")) {
          throw new WriteFaultException(
              "NotFound",
              "the cluster does not serve "
                  + ref.kind()
                  + ". Try: install its CustomResourceDefinition.");
        }
        throw second;
      }
    }
  }

  private static boolean isPassedOver(WriteFaultException e) {
    return (e.code().equals("Conflict")
            && !String.valueOf(e.getMessage()).contains("conflict with"))
        || e.code().equals("NotFound")
        || e.code().equals("AlreadyExists");
  }

  private static Written gone(ObjectRef ref) {
    return Written.outdated(ref + " has gone");
  }

  private static boolean sameObject(JsonNode before, JsonNode live) {
    String uid = before.path("metadata").path("uid").asText();
    return uid.isEmpty() || uid.equals(live.path("metadata").path("uid").asText());
  }

  private static String version(JsonNode object) {
    return object.path("metadata").path("resourceVersion").asText();
  }
}
