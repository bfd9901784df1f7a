package dev.plumbline.log;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Function;

/**
 * How the derivations of a conclusion that goes on to hold change: {@code because} has the new
 * ones, {@code at} their places among all of them, {@code gone} the places that those had which no
 * longer hold, and {@code rules} the rules of all of them. Without {@code at}, {@code because} has
 * all derivations.
 */
public final class DerivationChange {

  private static final String BECAUSE = "because";
  private static final String AT = "at";
  private static final String GONE = "gone";
  private static final String RULES = "rules";

  private DerivationChange() {}

  /**
   * Writes how derivations change, or all of them where few are the same.
   *
   * @param conclusion the record of the conclusion
   */
  public static void write(ObjectNode conclusion, ArrayNode before, ArrayNode after) {
    var known = new HashMap<JsonNode, Integer>();
    for (int i = 0; i < before.size(); i++) {
      known.put(before.get(i), i);
    }
    ArrayNode because = conclusion.arrayNode();
    ArrayNode at = conclusion.arrayNode();
    ArrayNode gone = conclusion.arrayNode();
    int next = 0;
    int kept = 0;
    for (int i = 0; i < after.size(); i++) {
      int place = known.getOrDefault(after.get(i), -1);
      if (place >= next) {
        for (; next < place; next++) {
          gone.add(next);
        }
        next++;
        kept++;
      } else {
        because.add(after.get(i));
        at.add(i);
      }
    }
    for (; next < before.size(); next++) {
      gone.add(next);
    }
    if (kept <= because.size() + gone.size()) {
      conclusion.set(BECAUSE, after);
      return;
    }
    conclusion.set(BECAUSE, because);
    conclusion.set(AT, at);
    conclusion.set(GONE, gone);
    var rules = new TreeSet<String>();
    rules(after, rules);
    ArrayNode names = conclusion.putArray(RULES);
    rules.forEach(names::add);
  }

  private static void rules(JsonNode derivations, TreeSet<String> rules) {
    for (JsonNode each : derivations) {
      rules.add(each.path("rule").asText());
      each.path("via").forEach(step -> rules(step, rules));
    }
  }

  /** The rules of the derivations that a record does not repeat, with those that it has. */
  public static List<String> rules(JsonNode conclusion) {
    var rules = new ArrayList<String>();
    conclusion.path(RULES).forEach(rule -> rules.add(rule.asText()));
    return rules;
  }

  /** Whether the record of a conclusion has all of its derivations. */
  public static boolean isWhole(JsonNode conclusion) {
    return !conclusion.has(AT);
  }

  /**
   * All derivations of a conclusion.
   *
   * @param before those that it had before; not needed where the record has all
   * @param read what is known of a derivation
   * @throws IllegalArgumentException when they do not follow from those before
   */
  public static <T> List<T> apply(List<T> before, JsonNode conclusion, Function<JsonNode, T> read) {
    JsonNode because = conclusion.path(BECAUSE);
    var all = new ArrayList<T>();
    if (isWhole(conclusion)) {
      because.forEach(each -> all.add(read.apply(each)));
      return all;
    }
    var gone = new TreeSet<Integer>();
    conclusion.path(GONE).forEach(place -> gone.add(place.asInt(-1)));
    Map<Integer, T> added = new HashMap<>();
    JsonNode at = conclusion.path(AT);
    for (int i = 0; i < because.size(); i++) {
      added.put(at.path(i).asInt(-1), read.apply(because.get(i)));
    }
    int size = before.size() - gone.size() + added.size();
    boolean fits =
        (gone.isEmpty() || (gone.getFirst() >= 0 && gone.getLast() < before.size()))
            && added.size() == because.size()
            && added.keySet().stream().allMatch(place -> place >= 0 && place < size);
    if (!fits) {
      throw new IllegalArgumentException(
          "the derivations of " + conclusion.path("id").asText() + " do not fit those before");
    }
    int next = 0;
    for (int i = 0; i < size; i++) {
      T one = added.get(i);
      if (one == null) {
        while (gone.contains(next)) {
          next++;
        }
        one = before.get(next++);
      }
      all.add(one);
    }
    return all;
  }
}
