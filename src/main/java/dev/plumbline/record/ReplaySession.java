package dev.plumbline.record;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plumbline.action.LiveObjects;
import dev.plumbline.action.Plan;
import dev.plumbline.action.Planner;
import dev.plumbline.engine.RuleSession;
import dev.plumbline.engine.RuleSet;
import dev.plumbline.engine.Settlement;
import dev.plumbline.fact.Cluster.EvaluationTime;
import dev.plumbline.fact.Fact;
import dev.plumbline.fact.Gates.SourceStatus;
import dev.plumbline.fact.ObjectRef;
import dev.plumbline.fact.RecordType;
import dev.plumbline.language.InvalidInputException;
import dev.plumbline.log.Entry;
import dev.plumbline.log.EntryForm;
import dev.plumbline.log.InvalidLogException;
import dev.plumbline.log.LogReader;
import dev.plumbline.log.StatePart;
import dev.plumbline.loop.Host;
import dev.plumbline.record.EntryBodies.PlanDifference;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Settles and plans what is recorded again, entry by entry, and compares. Not thread-safe. */
final class ReplaySession implements AutoCloseable {

  private static final JsonMapper JSON = new JsonMapper();
  private static final String TIME = new EvaluationTime(Instant.EPOCH).key();
  private static final String SOURCES = RecordType.name(SourceStatus.class);

  private final RecordedEntries entries;
  private EntryBodies bodies = new EntryBodies(EntryBodies.FORM);
  private final RecordedRules compiled;
  private final TreeMap<String, Fact> facts = new TreeMap<>();
  private final TreeMap<String, JsonNode> objects = new TreeMap<>();
  private final Planner planner;
  private Plan plan = Plan.NOTHING;

  /** Whether the log tells the objects that plans are made from. */
  private boolean planned;

  private long plans;

  private @Nullable RuleSet rules;
  private @Nullable RuleSession session;
  private Settlement settlement = Settlement.NONE;
  private boolean stated;
  private boolean begins;

  /** The number of the last settlement that is recorded; -1 where the next one need not follow. */
  private long number = -1;

  /** Whether settlements without an entry are settled again, too. */
  private boolean everySettlement;

  private long skipped;
  private long untold;

  ReplaySession(LogReader log, RecordedRules compiled, Planner planner) {
    this.entries = new RecordedEntries(log);
    this.compiled = compiled;
    this.planner = planner;
  }

  /**
   * Advances to the end of this entry.
   *
   * @return how the conclusions differ from those recorded, in full; null when they do not
   */
  @Nullable String take(Entry entry) {
    try {
      return switch (entry.kind()) {
        case START -> {
          begin();
          yield null;
        }
        case RULES -> {
          rules(entry.body());
          yield null;
        }
        case STATE -> state(entry.body());
        case DECISION -> decision(entry.body());
        case STOP, LEADER, OUTCOME -> null;
      };
    } catch (IllegalArgumentException | IOException | InvalidInputException e) {
      throw new InvalidLogException("entry " + entry.sequence() + ": " + e.getMessage());
    }
  }

  /** A writer begins here, which has planned nothing before. */
  void begin() {
    stated = false;
    begins = true;
  }

  /** Settles those settlements again, too, that have no entry because nothing changed. */
  ReplaySession everySettlement() {
    everySettlement = true;
    return this;
  }

  /** How many settlements without an entry were settled. */
  long skipped() {
    return skipped;
  }

  /** How many settlements have no entry and are not told either: several were recorded as one. */
  long untold() {
    return untold;
  }

  /** How many plans were compared. */
  long plans() {
    return plans;
  }

  /** The rules that are active now; null before the first. */
  @Nullable RuleSet rules() {
    return rules;
  }

  List<Fact> facts() {
    return List.copyOf(facts.values());
  }

  private void rules(ObjectNode body) {
    RuleSet set = compiled.of(body);
    rules = set;
    if (session != null) {
      session.close();
    }
    session = set.newSession();
    facts.values().forEach(session::put);
  }

  private @Nullable String state(ObjectNode body) throws IOException {
    if (!stated) {
      stated = true;
      bodies = new EntryBodies(body.path("form").asInt(1));
      facts.clear();
      entries.facts(body, type -> true).forEach(fact -> facts.put(fact.key(), fact));
      RuleSet set = rules;
      if (set == null) {
        throw new IllegalArgumentException("no rules are recorded before this state");
      }
      if (session != null) {
        session.close();
      }
      session = set.newSession();
      facts.values().forEach(session::put);
      settlement = session.settle();
      planned = body.has("objects");
      objects.clear();
      if (planned) {
        for (String line : RecordedEntries.lines(entries.text(body, StatePart.OBJECTS))) {
          put(JSON.readTree(line));
        }
      }
      plan = planned && !begins ? plan() : Plan.NOTHING;
      number = begins ? -1 : body.path("number").asLong(-1);
      begins = false;
    }
    String digest = WireForms.sha256(EntryBodies.factLines(facts.values()));
    if (!digest.equals(body.path("factsDigest").asText())) {
      return "the facts have the digest " + digest + ", recorded is " + body.path("factsDigest");
    }
    JsonNode steps = body.at("/counts/steps");
    if (steps.isObject() && !steps.equals(EntryBodies.steps(settlement))) {
      return "steps of rules, recorded are " + steps + ", now " + EntryBodies.steps(settlement);
    }
    if (planned) {
      var told = new ByteArrayOutputStream();
      live().all().values().forEach(each -> line(EntryForm.canonical(each), told));
      byte[] there = entries.text(body, StatePart.OBJECTS);
      if (!Arrays.equals(there, told.toByteArray())) {
        return "objects, " + firstLine(there, told.toByteArray());
      }
    }
    byte[] lines = bodies.conclusionLines(settlement);
    if (WireForms.sha256(lines).equals(body.path("settlementDigest").asText())) {
      return null;
    }
    return firstLine(entries.text(body, StatePart.CONCLUSIONS), lines);
  }

  private @Nullable String decision(ObjectNode body) throws IOException {
    RuleSession current = session;
    if (current == null || !stated) {
      throw new IllegalArgumentException("no state is recorded before this decision");
    }
    String miscounted = number(body);
    if (miscounted != null) {
      return miscounted;
    }
    String unequal = everySettlement ? skipped(current, body) : null;
    if (unequal != null) {
      return unequal;
    }
    RecordedEntries.FactChanges changes = entries.changes(body, type -> true);
    for (String key : changes.removed()) {
      facts.remove(key);
      current.delete(key);
    }
    for (Fact fact : changes.put()) {
      facts.put(fact.key(), fact);
      current.put(fact);
    }
    JsonNode changed = part(body, "objects");
    changed.path("removed").forEach(key -> objects.remove(key.asText()));
    changed.path("put").forEach(this::put);
    Settlement before = settlement;
    settlement = current.settle();
    ObjectNode follows = bodies.conclusions(before, settlement);
    byte[] replayed = follows.isEmpty() ? new byte[0] : EntryForm.canonical(follows);
    JsonNode there = body.path("conclusions");
    byte[] recorded =
        there.isMissingNode()
            ? new byte[0]
            : there.isTextual() ? object(there.asText()) : EntryForm.canonical(there);
    return Arrays.equals(recorded, replayed)
        ? Stream.of(waivers(before, body), actions(body))
            .filter(Objects::nonNull)
            .findFirst()
            .orElse(null)
        : first(there.isMissingNode() ? follows.objectNode() : part(body, "conclusions"), follows);
  }

  /** How the number of settlements differs from those that are counted; null when it does not. */
  private @Nullable String number(ObjectNode body) {
    long before = number;
    long now = body.path("number").asLong();
    long spans = body.path("spans").asLong();
    number = now;
    if (bodies.form() < EntryBodies.WITH_CHANGES) {
      return null;
    }
    if (SkippedSettlements.count(body) >= spans || (before >= 0 && now - before != spans)) {
      return "spans\n  recorded %d, of them %d without an entry\n  settlements %s to %d"
          .formatted(
              spans,
              SkippedSettlements.count(body),
              before < 0 ? "?" : String.valueOf(before + 1),
              now);
    }
    List<List<Fact>> unused = SkippedSettlements.in(body, timed());
    return null;
  }

  private List<Fact> timed() {
    return facts.values().stream()
        .filter(fact -> SkippedSettlements.isTimed(fact.getClass().getSimpleName()))
        .toList();
  }

  /** What would have changed where nothing is recorded to have; null when nothing. */
  private @Nullable String skipped(RuleSession current, ObjectNode body) throws IOException {
    List<Fact> recorded = timed();
    untold += Math.max(0, body.path("spans").asLong() - 1 - SkippedSettlements.count(body));
    int place = 0;
    for (List<Fact> changed : SkippedSettlements.in(body, recorded)) {
      place++;
      skipped++;
      for (Fact fact : changed) {
        facts.put(fact.key(), fact);
        current.put(fact);
      }
      Settlement before = settlement;
      settlement = changed.isEmpty() ? before : current.settle();
      ObjectNode nothing = JsonNodeFactory.instance.objectNode();
      ObjectNode follows = bodies.conclusions(before, settlement);
      String difference = follows.isEmpty() ? waivers(before, nothing) : first(nothing, follows);
      if (difference == null && planned) {
        Plan planned = plan;
        plan = plan();
        PlanDifference other = PlanDifference.between(planned, plan);
        difference =
            other.isEmpty() ? null : "actions, replayed " + text(EntryBodies.actions(other));
      }
      if (difference != null) {
        return "settlement %d of %d without an entry, %s"
            .formatted(place, SkippedSettlements.count(body), difference);
      }
    }
    // The decision tells what differs from the entry before.
    for (Fact fact : recorded) {
      facts.put(fact.key(), fact);
      current.put(fact);
    }
    return null;
  }

  /** How the waivers that newly lift an objection differ; null when they do not. */
  private @Nullable String waivers(Settlement before, ObjectNode body) {
    JsonNode recorded = body.path("waivers");
    ArrayNode replayed = JsonNodeFactory.instance.arrayNode();
    EntryBodies.waivers(before, settlement).forEach(replayed::add);
    return recorded.equals(replayed) || (replayed.isEmpty() && recorded.isMissingNode())
        ? null
        : "waivers\n  recorded "
            + text(recorded.isMissingNode() ? null : recorded)
            + "\n  replayed "
            + text(replayed.isEmpty() ? null : replayed);
  }

  /** How the plan differs; null when it does not, or cannot be made again. */
  private @Nullable String actions(ObjectNode body) throws IOException {
    if (!planned) {
      return null;
    }
    plans++;
    boolean failed = false;
    for (JsonNode gate : body.path("gates")) {
      failed |= gate.findPath("gate").asText().equals(Host.PLANNING);
    }
    Plan before = plan;
    plan = failed ? Plan.NOTHING : plan();
    PlanDifference difference = PlanDifference.between(before, plan);
    ObjectNode replayed = JsonNodeFactory.instance.objectNode();
    replayed.set("actions", EntryBodies.actions(difference));
    new SecretMask(List.of()).apply(replayed);
    ObjectNode recorded = replayed.objectNode();
    JsonNode there = part(body, "actions");
    recorded.set(
        "actions",
        there.isMissingNode() ? EntryBodies.actions(PlanDifference.NONE) : there.deepCopy());
    for (JsonNode path : body.path("masked")) {
      hide(recorded, replayed, JsonPointer.compile(path.asText()));
    }
    return Arrays.equals(EntryForm.canonical(recorded), EntryForm.canonical(replayed))
        ? null
        : "actions\n  recorded "
            + text(there.isMissingNode() ? null : there)
            + "\n  replayed "
            + text(difference.isEmpty() ? null : replayed.path("actions"));
  }

  /** Masks what is masked in the record. */
  private static void hide(ObjectNode recorded, ObjectNode replayed, JsonPointer path) {
    if (recorded.at(path).asText().equals(SecretMask.MASKED)
        && replayed.at(path).isTextual()
        && replayed.at(path.head()) instanceof ObjectNode holder) {
      holder.put(path.last().getMatchingProperty(), SecretMask.MASKED);
    }
  }

  private Plan plan() {
    return planner.plan(settlement, live());
  }

  private LiveObjects live() {
    var live = new HashMap<ObjectRef, JsonNode>();
    objects.values().forEach(each -> live.put(RecordedObjects.ref(each), each));
    return new LiveObjects(live)
        .at(facts.get(TIME) instanceof EvaluationTime time ? time.instant() : null);
  }

  private void put(JsonNode object) {
    objects.put(RecordedObjects.ref(object).key(), object);
  }

  private static void line(byte[] canonical, ByteArrayOutputStream out) {
    out.writeBytes(canonical);
    out.write('\n');
  }

  private JsonNode part(ObjectNode body, String name) throws IOException {
    return entries.part(body, name);
  }

  private byte[] object(String digest) {
    return entries.object(digest);
  }

  /** The first conclusion that is in one of them alone, or otherwise. */
  private static String first(JsonNode recorded, JsonNode replayed) {
    for (String list : new String[] {"added", "removed"}) {
      Map<String, JsonNode> left = byId(recorded.path(list));
      Map<String, JsonNode> right = byId(replayed.path(list));
      var ids = new TreeMap<>(left);
      right.forEach(ids::putIfAbsent);
      for (String id : ids.keySet()) {
        JsonNode one = left.get(id);
        JsonNode other = right.get(id);
        // As it is written: a number that was read may have another type than one that was made.
        if (!text(one).equals(text(other))) {
          return list + "\n  recorded " + text(one) + "\n  replayed " + text(other);
        }
      }
    }
    return "order\n  recorded " + text(recorded) + "\n  replayed " + text(replayed);
  }

  private static Map<String, JsonNode> byId(JsonNode list) {
    var byId = new TreeMap<String, JsonNode>();
    list.forEach(each -> byId.put(each.path("id").asText(), each));
    return byId;
  }

  private static String text(@Nullable JsonNode node) {
    JsonNode value = node == null ? JsonNodeFactory.instance.textNode("nothing") : node;
    return value.isTextual()
        ? value.textValue()
        : new String(EntryForm.canonical(value), StandardCharsets.UTF_8);
  }

  private static String firstLine(byte[] recorded, byte[] replayed) {
    String[] left = new String(recorded, StandardCharsets.UTF_8).split("\n");
    String[] right = new String(replayed, StandardCharsets.UTF_8).split("\n");
    int i = 0;
    while (i < left.length && i < right.length && left[i].equals(right[i])) {
      i++;
    }
    return "state, line "
        + (i + 1)
        + "\n  recorded "
        + (i < left.length ? left[i] : "nothing")
        + "\n  replayed "
        + (i < right.length ? right[i] : "nothing");
  }

  @Override
  public void close() {
    if (session != null) {
      session.close();
    }
  }
}
