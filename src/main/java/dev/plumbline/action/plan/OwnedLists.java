package dev.plumbline.action.plan;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plumbline.action.Action;
import dev.plumbline.action.ActionKind;
import dev.plumbline.action.Change;
import dev.plumbline.action.Mode;
import dev.plumbline.fact.ObjectRef;
import dev.plumbline.fact.Requirement;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What the kinds of action that own entries of a list of a NodePool have in common. */
final class OwnedLists {

  private OwnedLists() {}

  /** The action that makes {@code wanted} our entries; null when there is nothing to do. */
  static @Nullable Action action(
      ActionKind kind, ObjectRef ref, Mode mode, Target target, List<String> reasons) {
    OwnEntries.Write write = target.entries().to(target.planned(), target.wanted());
    if (write == null) {
      return null;
    }
    String veto =
        "somebody has removed "
            + OwnEntries.array(write.vetoed())
            + ". To have it written again, remove the annotation "
            + target.entries().annotation()
            + ".";
    var why = new ArrayList<>(reasons);
    if (why.isEmpty()) {
      why.add("it is not needed any more: our entries are removed");
    }
    if (!write.vetoed().isEmpty() && !write.onlyVetoed()) {
      why.add(veto);
    }
    return new Action(
        kind,
        ref,
        mode,
        write.onlyVetoed() ? veto : null,
        new Change.Patch(target.live(), write.patch()),
        List.copyOf(why));
  }

  /**
   * A list of an object.
   *
   * @param entries which list
   * @param live the object as it is
   * @param planned the object with what the API server takes for granted in that list
   * @param wanted our entries
   */
  record Target(OwnEntries entries, JsonNode live, JsonNode planned, List<JsonNode> wanted) {

    Target(OwnEntries entries, JsonNode live, List<JsonNode> wanted) {
      this(entries, live, live, wanted);
    }
  }

  /** A requirement as Karpenter writes it. */
  static ObjectNode requirement(Requirement requirement) {
    ObjectNode entry =
        requirement(requirement.key(), requirement.operator().wire(), requirement.values());
    if (requirement.minValues() != null) {
      entry.put("minValues", requirement.minValues());
    }
    return entry;
  }

  static ObjectNode requirement(String key, String operator, List<String> values) {
    ObjectNode entry = JsonNodeFactory.instance.objectNode();
    entry.put("key", key).put("operator", operator);
    if (!values.isEmpty()) {
      ArrayNode list = entry.putArray("values");
      values.forEach(list::add);
    }
    return entry;
  }
}
