package dev.plumbline.action.plan;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plumbline.action.Action;
import dev.plumbline.action.Action.Mode;
import dev.plumbline.action.ActionKind;
import dev.plumbline.action.Change;
import dev.plumbline.fact.ObjectRef;
import dev.plumbline.fact.Requirement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Entries of ours in a list of somebody else's object. Karpenter's lists are written whole, so
 * which entries are ours is remembered beside them; those of others are never touched and keep
 * their order.
 */
record OwnedEntries(String annotation, List<String> path) {

  private static final List<String> REQUIREMENTS =
      List.of("spec", "template", "spec", "requirements");

  static final OwnedEntries NARROWING =
      new OwnedEntries("plumbline.dev/narrow-node-pool", REQUIREMENTS);

  /** Requirements that close a NodePool to what its preference leaves out. */
  static final OwnedEntries LEFT_OUT =
      new OwnedEntries("plumbline.dev/maintain-preference-tiers", REQUIREMENTS);

  static final OwnedEntries HOLD =
      new OwnedEntries("plumbline.dev/hold-disruption", List.of("spec", "disruption", "budgets"));

  /**
   * The write.
   *
   * @param vetoed the entries that somebody has removed: they are not written
   * @param onlyVetoed whether nothing else is to be written: the patch would bring them back
   */
  record Write(ObjectNode patch, List<JsonNode> vetoed, boolean onlyVetoed) {}

  /**
   * What makes {@code wanted} our entries of the list of {@code object}.
   *
   * @return null if there is nothing to write
   */
  @Nullable Write to(JsonNode object, List<JsonNode> wanted) {
    List<JsonNode> written = LastWritten.entries(object, annotation);
    List<JsonNode> list = list(object);
    List<JsonNode> missing = new ArrayList<>(written);
    List<JsonNode> theirs = new ArrayList<>();
    list.forEach(
        entry -> {
          if (!missing.remove(entry)) {
            theirs.add(entry);
          }
        });

    List<JsonNode> ours = new ArrayList<>();
    for (JsonNode entry : wanted) {
      JsonNode canonical = canonical(entry);
      if (!theirs.contains(canonical) && !ours.contains(canonical)) {
        ours.add(canonical);
      }
    }
    List<JsonNode> vetoed = ours.stream().filter(missing::contains).toList();
    List<JsonNode> there = ours.stream().filter(entry -> !vetoed.contains(entry)).toList();

    List<JsonNode> after = kept(list, written, there);
    boolean same = after.equals(list) && ours.equals(written);
    if (same && vetoed.isEmpty()) {
      return null;
    }
    if (same) {
      after.addAll(vetoed);
    }
    return new Write(
        MergePatch.and(LastWritten.patch(annotation, ours), MergePatch.at(path, array(after))),
        vetoed,
        same);
  }

  /** The list without our entries that are not wanted any more, the new ones at its end. */
  private static List<JsonNode> kept(
      List<JsonNode> list, List<JsonNode> written, List<JsonNode> there) {
    List<JsonNode> own = new ArrayList<>(written);
    List<JsonNode> add = new ArrayList<>(there);
    List<JsonNode> kept = new ArrayList<>();
    for (JsonNode entry : list) {
      if (!own.remove(entry) || add.remove(entry)) {
        kept.add(entry);
      }
    }
    kept.addAll(add);
    return kept;
  }

  /** The owned entries that the list contains, in its order. */
  List<JsonNode> standing(JsonNode object) {
    List<JsonNode> own = LastWritten.entries(object, annotation);
    return list(object).stream().filter(own::remove).toList();
  }

  List<JsonNode> theirs(JsonNode object) {
    List<JsonNode> own = LastWritten.entries(object, annotation);
    return list(object).stream().filter(entry -> !own.remove(entry)).toList();
  }

  List<JsonNode> list(JsonNode object) {
    var list = new ArrayList<JsonNode>();
    MergePatch.get(object, path).forEach(entry -> list.add(canonical(entry)));
    return Collections.unmodifiableList(list);
  }

  private static JsonNode canonical(JsonNode entry) {
    JsonNode canonical = CanonicalJson.of(entry);
    return canonical == null ? JsonNodeFactory.instance.nullNode() : canonical;
  }

  static ArrayNode array(List<JsonNode> entries) {
    return JsonNodeFactory.instance.arrayNode().addAll(entries);
  }

  static final class ListAction {

    private ListAction() {}

    static @Nullable Action action(
        ActionKind kind, ObjectRef ref, Mode mode, Target target, List<String> reasons) {
      OwnedEntries.Write write = target.entries().to(target.planned(), target.wanted());
      if (write == null) {
        return null;
      }
      String veto =
          "somebody has removed "
              + OwnedEntries.array(write.vetoed())
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

    record Target(OwnedEntries entries, JsonNode live, JsonNode planned, List<JsonNode> wanted) {

      Target(OwnedEntries entries, JsonNode live, List<JsonNode> wanted) {
        this(entries, live, live, wanted);
      }
    }

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
}
