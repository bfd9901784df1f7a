package dev.plumbline.query;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.plumbline.fact.Fact;
import dev.plumbline.fact.RecordType;
import dev.plumbline.log.DerivationChange;
import dev.plumbline.log.Entry;
import dev.plumbline.log.InvalidLogException;
import dev.plumbline.log.StatePart;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The facts and conclusions after an entry, from the log alone: the last {@code state} before it,
 * and every decision since.
 */
public final class LogState {

  private final BodyReader bodies;
  private final FactKeys keys;
  private final SortedMap<String, JsonNode> facts = new TreeMap<>();
  private final SortedMap<String, Conclusion> conclusions = new TreeMap<>();
  private final Map<String, Source> sources = new HashMap<>();
  private final SortedMap<String, Integer> steps = new TreeMap<>();
  private final @Nullable Set<String> types;
  private long sequence = -1;

  public LogState(BodyReader bodies, FactKeys keys) {
    this(bodies, keys, null);
  }

  private LogState(BodyReader bodies, FactKeys keys, @Nullable Set<String> types) {
    this.bodies = bodies;
    this.keys = keys;
    this.types = types;
  }

  /** Of conclusions of some types alone: facts and other conclusions are not read. */
  public static LogState of(
      BodyReader bodies, Set<Class<? extends dev.plumbline.conclusion.Conclusion>> types) {
    return new LogState(
        bodies,
        fact -> "",
        types.stream().map(RecordType::name).collect(Collectors.toUnmodifiableSet()));
  }

  /**
   * One conclusion, with why.
   *
   * @param because every way in which it follows: rule, file, line, facts, conclusions
   */
  public record Conclusion(String id, String type, JsonNode fields, JsonNode because) {

    /**
     * As it is recorded.
     *
     * @param before what it was before; null when it is new
     */
    static Conclusion of(JsonNode recorded, @Nullable Conclusion before) {
      JsonNode fields = recorded.path("conclusion");
      JsonNode because = recorded.path("because");
      if (!DerivationChange.isWhole(recorded)) {
        var former = new ArrayList<JsonNode>();
        if (before != null) {
          before.because().forEach(former::add);
        }
        ArrayNode all = JsonNodeFactory.instance.arrayNode();
        DerivationChange.apply(former, recorded, each -> each).forEach(all::add);
        because = all;
      }
      return new Conclusion(
          BodyReader.text(recorded, "id"), BodyReader.text(fields, "type"), fields, because);
    }

    boolean is(Class<? extends dev.plumbline.conclusion.Conclusion> of) {
      return type.equals(RecordType.name(of));
    }

    public String text(String component) {
      return BodyReader.text(fields, component);
    }

    /** The ids of the rules that a recorded conclusion follows by, with those of its steps. */
    static SortedSet<String> rules(JsonNode recorded) {
      var rules = new TreeSet<String>(DerivationChange.rules(recorded));
      recorded.path("because").forEach(each -> add(each, rules));
      return rules;
    }

    private static void add(JsonNode derivation, SortedSet<String> rules) {
      rules.add(BodyReader.text(derivation, "rule"));
      derivation.path("via").forEach(join -> join.forEach(each -> add(each, rules)));
    }

    /** The ids of the rules that concluded it, sorted, each once. */
    public List<String> rules() {
      var rules = new ArrayList<String>();
      because.forEach(each -> rules.add(BodyReader.text(each, "rule")));
      return rules.stream().distinct().sorted().toList();
    }
  }

  public record Source(long entry, @Nullable String object) {

    private static Source of(Entry entry, String part) {
      JsonNode node = entry.body().path(part);
      return new Source(entry.sequence(), BodyReader.stored(node) ? node.textValue() : null);
    }
  }

  /** Applies the next entry: a state replaces everything, a decision changes it. */
  public void add(Entry entry) {
    switch (entry.kind()) {
      case STATE -> state(entry);
      case DECISION -> decision(entry);
      default -> {
        // Contains no facts or conclusions.
      }
    }
    sequence = entry.sequence();
  }

  private void state(Entry entry) {
    facts.clear();
    conclusions.clear();
    sources.clear();
    steps.clear();
    entry
        .body()
        .at("/counts/steps")
        .properties()
        .forEach(rule -> steps.put(rule.getKey(), rule.getValue().asInt()));
    if (types == null) {
      state(entry, StatePart.FACTS, this::fact);
    }
    state(entry, StatePart.CONCLUSIONS, this::concluded);
  }

  private void state(Entry entry, StatePart part, BiConsumer<JsonNode, Source> taken) {
    Source changed = Source.of(entry, part.field());
    Source base = Source.of(entry, part.base());
    bodies.state(
        entry,
        part,
        (line, kept) -> {
          if (mayBeOfType(line)) {
            taken.accept(BodyReader.tree(line, entry), kept ? base : changed);
          }
        });
  }

  /** Whether a line need be parsed: those of other types are most of a state. */
  private boolean mayBeOfType(String line) {
    return types == null
        || types.stream().anyMatch(type -> line.contains("\"type\":\"" + type + "\""));
  }

  private void decision(Entry entry) {
    if (types == null) {
      JsonNode changed = bodies.part(entry, "facts");
      changed.path("removed").forEach(key -> facts.remove(key.asText()));
      Source factSource = Source.of(entry, "facts");
      changed.path("put").forEach(fact -> fact(fact, factSource));
    }
    JsonNode followed = bodies.part(entry, "conclusions");
    followed.path("removed").forEach(each -> conclusions.remove(BodyReader.text(each, "id")));
    Source concluded = Source.of(entry, "conclusions");
    followed.path("added").forEach(each -> concluded(each, concluded));
  }

  private void fact(JsonNode fact, Source source) {
    String key = keys.of(fact);
    facts.put(key, fact);
    sources.put(key, source);
  }

  private void concluded(JsonNode recorded, Source source) {
    if (types != null && !types.contains(recorded.at("/conclusion/type").asText())) {
      return;
    }
    Conclusion before = conclusions.get(BodyReader.text(recorded, "id"));
    Conclusion conclusion;
    try {
      conclusion = Conclusion.of(recorded, before);
    } catch (IllegalArgumentException e) {
      throw new InvalidLogException("entry " + source.entry() + ": " + e.getMessage());
    }
    conclusions.put(conclusion.id(), conclusion);
    sources.put(conclusion.id(), source);
  }

  /**
   * Where a fact, by its key, or a conclusion, by its id, was recorded last; null if it was not.
   */
  public @Nullable Source source(String keyOrId) {
    return sources.get(keyOrId);
  }

  /** The sequence number of the last applied entry; -1 when there is none. */
  public long sequence() {
    return sequence;
  }

  public SortedMap<String, JsonNode> facts() {
    return Collections.unmodifiableSortedMap(facts);
  }

  public @Nullable JsonNode fact(String key) {
    JsonNode fact = facts.get(key);
    return fact == null ? null : fact.path(key.substring(0, typeEnd(key)));
  }

  public SortedMap<String, JsonNode> facts(String type) {
    var some = new TreeMap<String, JsonNode>();
    for (Map.Entry<String, JsonNode> each : facts.tailMap(type).entrySet()) {
      if (!each.getKey().startsWith(type)) {
        break;
      }
      if (typeEnd(each.getKey()) == type.length()) {
        some.put(each.getKey(), each.getValue().path(type));
      }
    }
    return some;
  }

  SortedMap<String, JsonNode> facts(Class<? extends Fact> type) {
    return facts(RecordType.name(type));
  }

  private static int typeEnd(String key) {
    int slash = key.indexOf('/');
    return slash < 0 ? key.length() : slash;
  }

  public SortedMap<String, Conclusion> conclusions() {
    return Collections.unmodifiableSortedMap(conclusions);
  }

  /**
   * How many conclusions each rule had drawn that are a step of its file and are not recorded, at
   * the last {@code state}; empty in logs that do not count them.
   */
  SortedMap<String, Integer> steps() {
    return Collections.unmodifiableSortedMap(steps);
  }

  /** Those of a type, sorted by what they say. */
  public List<Conclusion> conclusions(Class<? extends dev.plumbline.conclusion.Conclusion> type) {
    return conclusions.values().stream()
        .filter(each -> each.is(type))
        .sorted(java.util.Comparator.comparing(each -> each.fields().toString()))
        .toList();
  }

  @FunctionalInterface
  public interface FactKeys {

    /**
     * The key of a fact.
     *
     * @param fact its wire form, {@code {"Ami":{"id":"ami-1",…}}}
     */
    String of(JsonNode fact);
  }
}
