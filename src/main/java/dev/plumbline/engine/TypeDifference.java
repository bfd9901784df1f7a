package dev.plumbline.engine;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.util.TokenBuffer;
import dev.plumbline.conclusion.Conclusion;
import dev.plumbline.conclusion.WireForm;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * How the conclusions of one type differ between two settlements. Every list is sorted by field.
 *
 * @param before how many there were
 * @param after how many there are
 */
public record TypeDifference(
    String type,
    int before,
    int after,
    List<Conclusion> added,
    List<Conclusion> removed,
    List<Changed> changed) {

  private static final JsonMapper JSON = new JsonMapper();

  /**
   * A changed conclusion.
   *
   * @param words whether only its message is another
   */
  public record Changed(Conclusion before, Conclusion after, boolean words) {}

  /**
   * The types that differ, by name. Both lists are sorted as those of a settlement.
   *
   * @param leftOut types that are not compared
   */
  public static SortedMap<String, TypeDifference> between(
      List<Conclusion> before, List<Conclusion> after, Set<String> leftOut) {
    var types = new TreeMap<String, TypeDifference>();
    int i = 0;
    int j = 0;
    while (i < before.size() || j < after.size()) {
      Conclusion first = first(before, i, after, j);
      int endBefore = end(before, i, first);
      int endAfter = end(after, j, first);
      if (!leftOut.contains(first.type())) {
        TypeDifference difference =
            between(
                ConclusionIdentity.of(first),
                before.subList(i, endBefore),
                after.subList(j, endAfter));
        if (!difference.isEmpty()) {
          types.put(difference.type(), difference);
        }
      }
      i = endBefore;
      j = endAfter;
    }
    return Collections.unmodifiableSortedMap(types);
  }

  private static Conclusion first(List<Conclusion> before, int i, List<Conclusion> after, int j) {
    if (j == after.size()) {
      return before.get(i);
    }
    if (i == before.size()) {
      return after.get(j);
    }
    Conclusion left = before.get(i);
    Conclusion right = after.get(j);
    return left.type().compareTo(right.type()) <= 0 ? left : right;
  }

  private static int end(List<Conclusion> list, int from, Conclusion of) {
    int end = from;
    while (end < list.size() && list.get(end).getClass() == of.getClass()) {
      end++;
    }
    return end;
  }

  /** The difference of two lists of one type, both sorted. */
  private static TypeDifference between(
      ConclusionIdentity identity, List<Conclusion> before, List<Conclusion> after) {
    var gone = new ArrayList<Conclusion>();
    var come = new ArrayList<Conclusion>();
    int i = 0;
    int j = 0;
    while (i < before.size() && j < after.size()) {
      Conclusion left = before.get(i);
      Conclusion right = after.get(j);
      int order = left.equals(right) ? 0 : identity.compare(left, right);
      if (order <= 0) {
        i++;
      }
      if (order >= 0) {
        j++;
      }
      if (order < 0) {
        gone.add(left);
      } else if (order > 0) {
        come.add(right);
      }
    }
    gone.addAll(before.subList(i, before.size()));
    come.addAll(after.subList(j, after.size()));
    String type = (before.isEmpty() ? after : before).getFirst().type();
    return paired(type, identity, gone, come, before.size(), after.size());
  }

  private static TypeDifference paired(
      String type,
      ConclusionIdentity identity,
      List<Conclusion> gone,
      List<Conclusion> come,
      int before,
      int after) {
    var added = new ArrayList<Conclusion>();
    var removed = new ArrayList<Conclusion>();
    var changed = new ArrayList<Changed>();
    Merge.of(
        gone,
        come,
        identity::compareNames,
        removed,
        added,
        (left, right) -> changed.add(new Changed(left, right, identity.saySame(left, right))));
    return new TypeDifference(
        type, before, after, List.copyOf(added), List.copyOf(removed), List.copyOf(changed));
  }

  public boolean isEmpty() {
    return added.isEmpty() && removed.isEmpty() && changed.isEmpty();
  }

  /** How many of those before are gone or say something else, and not only in other words. */
  public int lost() {
    return removed.size() + (int) changed.stream().filter(each -> !each.words()).count();
  }

  /** Counts, and of each list at most {@code listed}. */
  public JsonNode json(int listed) {
    try (var buffer = new TokenBuffer(JSON, false)) {
      write(listed, buffer);
      try (var parser = buffer.asParser()) {
        return JSON.readTree(parser);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void write(int listed, JsonGenerator json) throws IOException {
    json.writeStartObject();
    json.writeStringField("type", type);
    json.writeNumberField("before", before);
    json.writeNumberField("after", after);
    write("added", added, listed, json);
    write("removed", removed, listed, json);
    json.writeNumberField("changedCount", changed.size());
    json.writeArrayFieldStart("changed");
    for (Changed each : changed.subList(0, Math.min(listed, changed.size()))) {
      json.writeStartObject();
      json.writeFieldName("before");
      WireForm.write(each.before(), json);
      json.writeFieldName("after");
      WireForm.write(each.after(), json);
      json.writeEndObject();
    }
    json.writeEndArray();
    json.writeNumberField(
        "leftOut", leftOut(added, listed) + leftOut(removed, listed) + leftOut(changed, listed));
    json.writeEndObject();
  }

  private static int leftOut(List<?> list, int listed) {
    return Math.max(0, list.size() - listed);
  }

  private static void write(String name, List<Conclusion> all, int listed, JsonGenerator json)
      throws IOException {
    json.writeNumberField(name + "Count", all.size());
    json.writeArrayFieldStart(name);
    for (Conclusion each : all.subList(0, Math.min(listed, all.size()))) {
      WireForm.write(each, json);
    }
    json.writeEndArray();
  }
}
