package dev.plumbline.record;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plumbline.engine.Settlement.Concluded;
import dev.plumbline.fact.Fact;
import dev.plumbline.log.DecisionLog;
import dev.plumbline.log.InvalidLogException;
import dev.plumbline.log.LineDifference;
import dev.plumbline.log.SortedNodes;
import dev.plumbline.log.StatePart;
import dev.plumbline.loop.HostSnapshot;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Writes everything that is true and follows, for entries of kind state: whole now and then, and
 * else as the difference from the last that was whole, so that a reader needs two objects at most.
 * Not thread-safe.
 */
final class StateWriter {

  /** How long states may differ from the same base: whatever keeps a log keeps its base as well. */
  private static final Duration WHOLE_EVERY = Duration.ofDays(7);

  /** A difference that is not this many times shorter is not worth a second object. */
  private static final int WORTH = 4;

  private final EntryBodies bodies;
  private final Map<StatePart, Whole> last = new EnumMap<>(StatePart.class);

  private record Whole(String object, Instant at) {}

  StateWriter(EntryBodies bodies) {
    this.bodies = bodies;
  }

  ObjectNode state(HostSnapshot live, DecisionLog log, SecretMask masked) {
    ObjectNode body = SortedNodes.INSTANCE.objectNode();
    body.put("rules", live.rules().digest());
    body.put("number", live.sequence());
    body.put("form", bodies.form());
    put(body, StatePart.FACTS, () -> EntryBodies.factLines(facts(live)), live.at(), log);
    put(
        body,
        StatePart.CONCLUSIONS,
        () -> bodies.conclusionLines(live.settlement()),
        live.at(),
        log);
    put(body, StatePart.OBJECTS, () -> bodies.objectLines(live, masked), live.at(), log);
    count(body.putObject("counts"), live);
    return body;
  }

  private void put(
      ObjectNode body, StatePart part, Supplier<byte[]> lines, Instant at, DecisionLog log) {
    Whole whole = last.get(part);
    boolean recent = whole != null && at.isBefore(whole.at().plus(WHOLE_EVERY));
    LineDifference.Base base = whole != null && recent ? base(whole.object(), log) : null;
    byte[] text = lines.get();
    body.put(part.digest(), WireForms.sha256(text));
    if (whole != null && base != null && bodies.form() >= EntryBodies.WITH_CHANGES) {
      byte[] difference = base.to(text);
      if (difference.length < text.length / WORTH) {
        body.put(part.field(), log.store(difference));
        body.put(part.base(), whole.object());
        return;
      }
    }
    String object = log.store(text);
    body.put(part.field(), object);
    last.put(part, new Whole(object, at));
  }

  /** The lines of an object, which is in the log from here on; null when it cannot be read. */
  private static LineDifference.@Nullable Base base(String object, DecisionLog log) {
    try {
      byte[] text = log.object(object);
      if (text == null) {
        return null;
      }
      String unused = log.store(text); // this copy may have discarded it with older entries
      return new LineDifference.Base(text);
    } catch (InvalidLogException e) {
      return null;
    }
  }

  private static List<Fact> facts(HostSnapshot live) {
    return live.facts().values().stream().flatMap(Collection::stream).toList();
  }

  private void count(ObjectNode counts, HostSnapshot live) {
    ObjectNode ofFacts = counts.putObject("facts");
    live.facts().forEach((type, list) -> ofFacts.put(type, list.size()));
    ObjectNode ofConclusions = counts.putObject("conclusions");
    var byType = new TreeMap<String, Integer>();
    for (Concluded each : live.settlement().all()) {
      if (bodies.isRecorded(each)) {
        byType.merge(each.conclusion().type(), 1, Integer::sum);
      }
    }
    byType.forEach(ofConclusions::put);
    ObjectNode steps = EntryBodies.steps(live.settlement());
    if (!steps.isEmpty()) {
      counts.set("steps", steps);
    }
  }
}
