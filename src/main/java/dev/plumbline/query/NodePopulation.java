package dev.plumbline.query;

import static dev.plumbline.fact.RecordType.key;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plumbline.conclusion.GateConclusions.GateClosed;
import dev.plumbline.fact.Gates.Gate;
import dev.plumbline.fact.NodeClasses.EC2NodeClass;
import dev.plumbline.fact.Nodes.Node;
import dev.plumbline.fact.Nodes.NodeClaim;
import dev.plumbline.fact.Pools.ForeignNodePool;
import dev.plumbline.fact.Pools.NodePool;
import dev.plumbline.fact.RecordType;
import dev.plumbline.fact.Resources;
import dev.plumbline.fact.Tags;
import dev.plumbline.log.Entry;
import dev.plumbline.log.EntryKind;
import dev.plumbline.query.LogState.Conclusion;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Which nodes there were in a time, which of them were judged and which were not, from the log
 * alone: a node that came and went while nobody recorded is not in it.
 *
 * @param begins the time of the first entry of the log
 * @param nodes sorted by name
 * @param gaps when nobody recorded, in order
 */
public record NodePopulation(
    Instant from, Instant to, Instant begins, List<PopulationNode> nodes, List<RecordGap> gaps) {

  /** Nobody recorded from the entry before a start until that start. */
  public record RecordGap(Instant from, Instant to, boolean stopped, long entry) {

    public String text() {
      return "nobody recorded from %s (%s) to %s"
          .formatted(from, stopped ? "shut down" : "without a stop", to);
    }
  }

  /**
   * A node.
   *
   * @param firstEntry the entry that first has it, of those read
   * @param gone when it was gone; null where it was there at the end
   * @param notJudged why it was not judged; empty where it was
   * @param launch why its launch is not covered by the record; empty where it is
   */
  public record PopulationNode(
      String node,
      String nodeClaim,
      String nodePool,
      String nodeClass,
      String ami,
      String created,
      long firstEntry,
      @Nullable Instant gone,
      List<String> notJudged,
      String launch) {

    public boolean judged() {
      return notJudged.isEmpty();
    }

    ObjectNode toJson() {
      ObjectNode json = JsonNodeFactory.instance.objectNode();
      json.put("node", node).put("nodeClaim", nodeClaim).put("nodePool", nodePool);
      json.put("nodeClass", nodeClass).put("ami", ami).put("created", created);
      json.put("firstEntry", firstEntry).put("gone", gone == null ? null : gone.toString());
      json.put("judged", judged());
      notJudged.forEach(json.putArray("notJudged")::add);
      json.put("launch", launch);
      return json;
    }
  }

  public long judged() {
    return nodes.stream().filter(PopulationNode::judged).count();
  }

  /** The nodes that were not judged, by the reason. */
  public SortedMap<String, List<String>> notJudged() {
    var byReason = new TreeMap<String, List<String>>();
    for (PopulationNode each : nodes) {
      for (String reason : each.notJudged()) {
        byReason.computeIfAbsent(reason, none -> new ArrayList<>()).add(each.node());
      }
    }
    return byReason;
  }

  /** In a sentence: how many there were, and how many of them were judged. */
  public String text() {
    long uncovered = nodes.stream().filter(each -> !each.launch().isEmpty()).count();
    return "%d %s, %d judged, %d not judged%s"
        .formatted(
            nodes.size(),
            nodes.size() == 1 ? "node" : "nodes",
            judged(),
            nodes.size() - judged(),
            uncovered == 0 ? "" : "; the launch of " + uncovered + " is not covered");
  }

  public ObjectNode toJson() {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("from", from.toString()).put("to", to.toString()).put("begins", begins.toString());
    ArrayNode items = json.putArray("nodes");
    nodes.forEach(each -> items.add(each.toJson()));
    ArrayNode missing = json.putArray("gaps");
    for (RecordGap each : gaps) {
      missing
          .addObject()
          .put("from", each.from().toString())
          .put("to", each.to().toString())
          .put("stopped", each.stopped())
          .put("entry", each.entry());
    }
    return json;
  }

  /**
   * The nodes between two times.
   *
   * @param from null for the beginning of the log
   * @param to null for its end
   */
  public static NodePopulation between(
      LogArchive archive, @Nullable Instant from, @Nullable Instant to) {
    long size = archive.log().head().size();
    long last = to == null ? size - 1 : archive.query().at(to);
    if (size == 0 || last < 0) {
      throw new NothingKnownException(
          size == 0 ? "the log is empty." : "the log begins after " + to + ".");
    }
    return new Walk(archive, from, last).nodes(from, to);
  }

  private static final class Walk {

    private static final String NODE = RecordType.name(Node.class) + "/";

    private final LogArchive archive;
    private final long first;
    private final long last;
    private final Instant begins;
    private final List<RecordGap> gaps = new ArrayList<>();
    private final Map<String, Long> there = new HashMap<>();
    private final SortedMap<String, PopulationNode> seen = new TreeMap<>();

    Walk(LogArchive archive, @Nullable Instant from, long last) {
      this.archive = archive;
      this.first = from == null ? 0 : Math.max(0, archive.query().at(from));
      this.last = last;
      this.begins = entry(0).at();
    }

    NodePopulation nodes(@Nullable Instant from, @Nullable Instant to) {
      gaps();
      LogState state = archive.stateAt(Math.min(first, last));
      present(state);
      if (last > first) {
        archive
            .log()
            .read(
                first + 1,
                last + 1,
                entry -> {
                  step(entry, state);
                  return true;
                });
      }
      var claims = new Claims(state);
      List.copyOf(there.keySet()).forEach(key -> leave(key, null, state, claims));
      return new NodePopulation(
          from == null ? begins : from,
          to == null ? entry(last).at() : to,
          begins,
          List.copyOf(seen.values()),
          List.copyOf(gaps));
    }

    private Entry entry(long sequence) {
      var found = new ArrayList<Entry>();
      archive.log().readEach(new long[] {sequence}, found::add);
      return found.getFirst();
    }

    private void gaps() {
      archive
          .query()
          .each(
              EntryFilter.of(EntryKind.START),
              Math.max(0, first - 1),
              start -> {
                if (start.sequence() > 0 && start.sequence() <= last) {
                  Entry before = entry(start.sequence() - 1);
                  gaps.add(
                      new RecordGap(
                          before.at(),
                          start.at(),
                          before.kind() == EntryKind.STOP,
                          start.sequence()));
                }
                return start.sequence() < last;
              });
    }

    /** The nodes of a state come, and those that it does not have went unseen. */
    private void present(LogState state) {
      for (String key : state.facts(Node.class).keySet()) {
        there.putIfAbsent(key, state.sequence());
      }
    }

    private void step(Entry entry, LogState state) {
      switch (entry.kind()) {
        case DECISION -> {
          JsonNode facts = archive.bodies().part(entry, "facts");
          var claims = new Claims(state);
          for (JsonNode key : facts.path("removed")) {
            if (there.containsKey(key.asText())) {
              leave(key.asText(), entry.at(), state, claims);
            }
          }
          state.add(entry);
          for (JsonNode put : facts.path("put")) {
            if (put.has(RecordType.name(Node.class))) {
              there.putIfAbsent(archive.keys().of(put), entry.sequence());
            }
          }
        }
        case STATE -> {
          Map<String, PopulationNode> before = new HashMap<>();
          var claims = new Claims(state);
          there
              .keySet()
              .forEach(
                  key -> before.put(key, node(key, there.getOrDefault(key, 0L), state, claims)));
          state.add(entry);
          Set<String> now = new HashSet<>(state.facts(Node.class).keySet());
          before.forEach(
              (key, node) -> {
                if (!now.contains(key)) {
                  there.remove(key);
                  seen.put(key, gone(node, entry.at()));
                }
              });
          present(state);
        }
        default -> state.add(entry);
      }
    }

    private void leave(String key, @Nullable Instant at, LogState state, Claims claims) {
      Long since = there.remove(key);
      PopulationNode node = node(key, since == null ? state.sequence() : since, state, claims);
      seen.put(key, at == null ? node : gone(node, at));
    }

    private static PopulationNode gone(PopulationNode node, Instant at) {
      return new PopulationNode(
          node.node(),
          node.nodeClaim(),
          node.nodePool(),
          node.nodeClass(),
          node.ami(),
          node.created(),
          node.firstEntry(),
          at,
          node.notJudged(),
          node.launch());
    }

    private PopulationNode node(String key, long entry, LogState state, Claims claims) {
      JsonNode node = state.fact(key);
      JsonNode known = node == null ? JsonNodeFactory.instance.objectNode() : node;
      JsonNode claim = claims.of(known);
      String pool = BodyReader.text(claim.has("nodePool") ? claim : known, "nodePool");
      String nodeClass = BodyReader.text(claim, "nodeClass");
      String created = BodyReader.text(claim.has("created") ? claim : known, "created");
      return new PopulationNode(
          key.substring(NODE.length()),
          BodyReader.text(claim, "name"),
          pool,
          nodeClass,
          BodyReader.text(claim, "ami"),
          created,
          entry,
          null,
          notJudged(known, claim, pool, nodeClass, state, claims),
          launch(created));
    }

    private static List<String> notJudged(
        JsonNode node,
        JsonNode claim,
        String pool,
        String nodeClass,
        LogState state,
        Claims claims) {
      // By its own label alone, as the rules: where that is missing, a NodeClaim is no proof.
      String operator = operator(BodyReader.text(node, "nodePool"), node.path("labels"));
      if (operator != null) {
        return List.of("not launched by Karpenter: run by " + operator);
      }
      JsonNode foreign = state.fact(key(ForeignNodePool.class, pool));
      if (foreign != null) {
        return List.of("NodePool %s is of another program".formatted(pool));
      }
      if (claim.isEmpty()) {
        return List.of("no NodeClaim of it was known");
      }
      if (state.fact(key(EC2NodeClass.class, nodeClass)) == null) {
        return List.of("EC2NodeClass %s was not known".formatted(nodeClass));
      }
      var reasons = new ArrayList<String>();
      for (String object : List.of(key(EC2NodeClass.class, nodeClass), key(NodePool.class, pool))) {
        reasons.addAll(claims.closed().getOrDefault(object, List.of()));
      }
      return List.copyOf(reasons);
    }

    /** {@link Node#runBy}, of what is recorded. */
    private static @Nullable String operator(String pool, JsonNode labels) {
      var values = new TreeMap<String, String>();
      labels.properties().forEach(each -> values.put(each.getKey(), each.getValue().asText()));
      return new Node(
              "",
              pool.isEmpty() ? null : pool,
              null,
              null,
              null,
              Tags.of(values),
              null,
              false,
              null,
              null,
              Resources.NONE,
              Resources.NONE)
          .runBy();
    }

    private String launch(String created) {
      try {
        if (created.isEmpty()) {
          return "";
        }
        Instant at = Instant.parse(created);
        if (at.isBefore(begins)) {
          return "launched before the record begins";
        }
        return gaps.stream().anyMatch(gap -> at.isAfter(gap.from()) && at.isBefore(gap.to()))
            ? "launched while nobody recorded"
            : "";
      } catch (DateTimeException e) {
        return "";
      }
    }
  }

  /** The NodeClaims of a state by their node, and what its gates held back. */
  private static final class Claims {

    private final LogState state;
    private @Nullable Map<String, JsonNode> byNode;
    private @Nullable Map<String, List<String>> closed;

    Claims(LogState state) {
      this.state = state;
    }

    /** Its NodeClaim, else an empty object. */
    JsonNode of(JsonNode node) {
      Map<String, JsonNode> known = byNode;
      if (known == null) {
        known = new HashMap<>();
        for (JsonNode each : state.facts(NodeClaim.class).values()) {
          known.put(BodyReader.text(each, "nodeName"), each);
          known.put(BodyReader.text(each, "providerId"), each);
        }
        known.remove("");
        byNode = known;
      }
      JsonNode claim = known.get(BodyReader.text(node, "name"));
      if (claim == null) {
        claim = known.get(BodyReader.text(node, "providerId"));
      }
      return claim == null ? JsonNodeFactory.instance.objectNode() : claim;
    }

    /** Why something was not judged of an object, by that object. */
    Map<String, List<String>> closed() {
      Map<String, List<String>> known = closed;
      if (known == null) {
        known = new TreeMap<>();
        for (Conclusion each : state.conclusions(GateClosed.class)) {
          if (!new Gate(each.text("gate")).action()) {
            List<String> reasons =
                known.computeIfAbsent(each.text("blocks"), none -> new ArrayList<>());
            String reason =
                "gate %s of %s was closed".formatted(each.text("gate"), each.text("blocks"));
            if (!reasons.contains(reason)) {
              reasons.add(reason);
            }
          }
        }
        closed = known;
      }
      return known;
    }
  }
}
