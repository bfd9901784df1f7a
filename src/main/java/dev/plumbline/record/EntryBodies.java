package dev.plumbline.record;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plumbline.action.Action;
import dev.plumbline.action.Outcome;
import dev.plumbline.action.Plan;
import dev.plumbline.action.plan.PlanJson;
import dev.plumbline.conclusion.Conclusion;
import dev.plumbline.conclusion.FindingConclusions.ObjectionWaived;
import dev.plumbline.conclusion.GateConclusions.GateClosed;
import dev.plumbline.conclusion.Unrecorded;
import dev.plumbline.engine.RuleSet;
import dev.plumbline.engine.Settlement;
import dev.plumbline.engine.Settlement.Concluded;
import dev.plumbline.engine.SettlementDifference;
import dev.plumbline.engine.SettlementDifference.Change;
import dev.plumbline.fact.Cluster.EvaluationTime;
import dev.plumbline.fact.Fact;
import dev.plumbline.fact.Gates.SourceStatus;
import dev.plumbline.fact.ObjectRef;
import dev.plumbline.log.DecisionLog;
import dev.plumbline.log.DerivationChange;
import dev.plumbline.log.EntryForm;
import dev.plumbline.log.SortedNodes;
import dev.plumbline.loop.Evaluation.FactsDigest;
import dev.plumbline.loop.HostSnapshot;
import dev.plumbline.record.WireForms.Joins;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/** What the fields of entries hold, as docs/decision-log.md lists them. Not thread-safe. */
final class EntryBodies {

  private static final JsonNodeFactory JSON = SortedNodes.INSTANCE;

  private static final int MAX_INLINE_BYTES = 32 << 10;

  /**
   * The form of entries that are written: derivations of what goes on to hold as they change. Form
   * 3 has all of them, and the objects that plans are made from.
   */
  static final int FORM = 4;

  /** From this form on, conclusions internal to a rule file are left out. */
  private static final int WITHOUT_INTERNAL = 2;

  /**
   * From this form on, of derivations that change the others are not repeated, states may differ
   * from an earlier one, and decisions tell the settlements without an entry.
   */
  static final int WITH_CHANGES = 4;

  private static final Set<String> IDLE = Set.of("number", "rules", "facts", "gates");

  private final WireForms forms = new WireForms();
  private final RecordedObjects objects = new RecordedObjects();
  private final boolean internal;
  private final int form;

  /**
   * Writes entries of a form.
   *
   * @param form of an earlier log when it is replayed: 1 holds internal conclusions, too
   */
  EntryBodies(int form) {
    this.form = form;
    this.internal = form < WITHOUT_INTERNAL;
  }

  int form() {
    return form;
  }

  private Joins joins(Settlement settlement) {
    return internal ? Joins.NONE : Joins.of(settlement);
  }

  boolean isRecorded(Concluded each) {
    return internal || !(each.conclusion() instanceof Unrecorded);
  }

  /** What differs from one settlement to the next; nothing that is empty is there. */
  ObjectNode decision(HostSnapshot before, HostSnapshot now, PlanDifference plan) {
    ObjectNode body = JSON.objectNode();
    body.put("number", now.sequence());
    body.put("rules", now.rules().digest());
    FactsDifference facts = FactsDifference.between(before.facts(), now.facts());
    if (!facts.isEmpty()) {
      body.set("facts", facts(facts));
    }
    ObjectNode conclusions = conclusions(before.settlement(), now.settlement());
    if (!conclusions.isEmpty()) {
      body.set("conclusions", conclusions);
    }
    ObjectNode changed = objects.difference(before.objects(), now.objects());
    if (!changed.isEmpty()) {
      body.set("objects", changed);
    }
    if (!plan.isEmpty()) {
      body.set("actions", actions(plan));
    }
    Set<String> waivers = waivers(before.settlement(), now.settlement());
    if (!waivers.isEmpty()) {
      ArrayNode names = body.putArray("waivers");
      waivers.forEach(names::add);
    }
    if (!now.gates().isEmpty()) {
      ArrayNode gates = body.putArray("gates");
      for (GateClosed gate : now.gates()) {
        gates.add(WireForms.of(gate));
      }
    }
    return body;
  }

  /** The waivers that newly lift an objection, in order. */
  static SortedSet<String> waivers(Settlement before, Settlement now) {
    var waivers = new TreeSet<String>();
    for (Concluded each : now.since(before).added()) {
      if (each.conclusion() instanceof ObjectionWaived waived) {
        waivers.add(waived.waiver());
      }
    }
    return waivers;
  }

  /**
   * Whether a decision differs from the one before by times alone: the clock's, and those at which
   * sources last succeeded.
   */
  static boolean isIdle(ObjectNode decision, HostSnapshot before, HostSnapshot now) {
    for (var field : decision.properties()) {
      if (!IDLE.contains(field.getKey())) {
        return false;
      }
    }
    FactsDifference facts = FactsDifference.between(before.facts(), now.facts());
    if (!facts.removed().isEmpty() || !before.gates().equals(now.gates())) {
      return false;
    }
    SortedSet<String> timed = new TreeSet<>(SkippedSettlements.times(before.facts()).keySet());
    if (!timed.equals(SkippedSettlements.times(now.facts()).keySet())) {
      return false;
    }
    Set<Fact> timeless = new HashSet<>();
    before.facts(SourceStatus.class).forEach(it -> timeless.add(SkippedSettlements.timeless(it)));
    return facts.put().stream()
        .allMatch(
            fact ->
                fact instanceof EvaluationTime
                    || timeless.contains(SkippedSettlements.timeless(fact)));
  }

  private static ObjectNode facts(FactsDifference difference) {
    ObjectNode facts = JSON.objectNode();
    ArrayNode put = facts.putArray("put");
    difference.put().forEach(fact -> put.add(WireForms.of(fact)));
    ArrayNode removed = facts.putArray("removed");
    difference.removed().forEach(removed::add);
    return facts;
  }

  /** What a replay must find again, byte by byte; empty when nothing differs. */
  ObjectNode conclusions(Settlement before, Settlement now) {
    SettlementDifference difference = now.since(before);
    ArrayNode added = JSON.arrayNode();
    Joins joins = joins(now);
    difference.added().stream()
        .filter(this::isRecorded)
        .forEach(each -> added.add(forms.full(each, joins)));
    for (Change change : changed(difference, before, now)) {
      ArrayNode because = forms.because(change.after().derivations(), joins);
      ArrayNode former = forms.because(change.before().derivations(), joins(before));
      // Where a rule was read from is not recorded.
      if (!because.equals(former)) {
        ObjectNode node = forms.brief(change.after());
        DerivationChange.write(node, form < WITH_CHANGES ? node.arrayNode() : former, because);
        added.add(node);
      }
    }
    ArrayNode removed = JSON.arrayNode();
    difference.removed().stream()
        .filter(this::isRecorded)
        .forEach(each -> removed.add(forms.brief(each)));
    ObjectNode conclusions = JSON.objectNode();
    if (!added.isEmpty() || !removed.isEmpty()) {
      conclusions.set("added", added);
      conclusions.set("removed", removed);
    }
    return conclusions;
  }

  /**
   * The recorded conclusions whose derivations may differ: also those that follow from an internal
   * one that has other derivations, in the same order.
   */
  private List<Change> changed(SettlementDifference difference, Settlement before, Settlement now) {
    var joins = new HashSet<Conclusion>();
    var changes = new HashMap<Conclusion, Change>();
    for (Change change : difference.changed()) {
      if (isRecorded(change.after())) {
        changes.put(change.after().conclusion(), change);
      } else {
        joins.add(change.after().conclusion());
      }
    }
    if (joins.isEmpty()) {
      return difference.changed();
    }
    List<Concluded> all = now.all();
    int known;
    do {
      known = joins.size();
      for (Concluded each : all) {
        if (!isRecorded(each) && follows(each, joins)) {
          joins.add(each.conclusion());
        }
      }
    } while (joins.size() > known);
    for (Concluded each : all) {
      if (isRecorded(each)
          && follows(each, joins)
          && !before.derivations(each.conclusion()).isEmpty()) {
        changes.putIfAbsent(each.conclusion(), new Change(each, each));
      }
    }
    return all.stream().flatMap(each -> Stream.ofNullable(changes.get(each.conclusion()))).toList();
  }

  private static boolean follows(Concluded each, Set<Conclusion> joins) {
    return each.derivations().stream()
        .anyMatch(derivation -> derivation.conclusions().stream().anyMatch(joins::contains));
  }

  /** What is newly planned, or otherwise, and what is not planned any longer. */
  static ObjectNode actions(PlanDifference difference) {
    ObjectNode actions = JSON.objectNode();
    ArrayNode planned = actions.putArray("planned");
    difference.planned().values().forEach(planned::add);
    ArrayNode dropped = actions.putArray("dropped");
    for (Action action : difference.dropped()) {
      ObjectNode node = dropped.addObject().put("action", action.kind().wire());
      node.set("object", object(action.object()));
    }
    return actions;
  }

  static void shrink(ObjectNode body, DecisionLog log) {
    for (String part : List.of("facts", "conclusions", "objects", "actions")) {
      JsonNode value = body.path(part);
      if (value.isObject()) {
        byte[] canonical = EntryForm.canonical(value);
        if (canonical.length > MAX_INLINE_BYTES) {
          body.put(part, log.store(canonical));
        }
      }
    }
  }

  /** An object a line, as {@link RecordedObjects#lines}. */
  byte[] objectLines(HostSnapshot live, SecretMask masked) {
    return objects.lines(live.objects(), masked);
  }

  /** How many conclusions that are not recorded each rule has drawn: that it was applied. */
  static ObjectNode steps(Settlement settlement) {
    var byRule = new TreeMap<String, Integer>();
    for (Concluded each : settlement.all()) {
      if (each.conclusion() instanceof Unrecorded) {
        each.rules().forEach(rule -> byRule.merge(rule, 1, Integer::sum));
      }
    }
    ObjectNode steps = JSON.objectNode();
    byRule.forEach(steps::put);
    return steps;
  }

  static byte[] factLines(Collection<Fact> facts) {
    var out = new ByteArrayOutputStream();
    try {
      FactsDigest.writeLines(facts, out);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.toByteArray();
  }

  /** A conclusion a line, in order, each canonical JSON. */
  byte[] conclusionLines(Settlement settlement) {
    var out = new ByteArrayOutputStream();
    Joins joins = joins(settlement);
    for (Concluded each : settlement.all()) {
      if (isRecorded(each)) {
        out.writeBytes(EntryForm.canonical(forms.full(each, joins)));
        out.write('\n');
      }
    }
    return out.toByteArray();
  }

  static ObjectNode rules(RuleSet rules, RevisionEventBuffer revisions, DecisionLog log) {
    ObjectNode body = JSON.objectNode();
    body.put("digest", rules.digest());
    revisions.describe(rules.digest(), body);
    ObjectNode files = body.putObject("files");
    for (Map.Entry<String, String> file : rules.files().all().entrySet()) {
      files.put(file.getKey(), log.store(file.getValue().getBytes(StandardCharsets.UTF_8)));
    }
    ArrayNode off = body.putArray("switchedOff");
    rules.switchedOff().forEach(each -> off.add(WireForms.of(each)));
    return body;
  }

  static ObjectNode outcome(Outcome outcome, long decision) {
    ObjectNode body = JSON.objectNode();
    body.put("decision", decision);
    body.put("action", outcome.kind().wire());
    body.set("object", object(outcome.object()));
    body.put("result", outcome.result().name().toLowerCase(java.util.Locale.ROOT));
    body.put("code", outcome.code());
    body.put("message", outcome.message());
    if (outcome.value() != null) {
      body.put("value", outcome.value());
    }
    if (outcome.manager() != null) {
      body.put("manager", outcome.manager());
    }
    return body;
  }

  private static ObjectNode object(ObjectRef object) {
    return JSON.objectNode()
        .put("apiVersion", object.apiVersion())
        .put("kind", object.kind())
        .put("namespace", object.namespace())
        .put("name", object.name());
  }

  /**
   * How the facts of two moments differ.
   *
   * @param put those that are new or other than before, sorted by type, then key
   * @param removed the keys of those that are gone, sorted by type, then key
   */
  record FactsDifference(List<Fact> put, List<String> removed) {

    /**
     * The difference of facts by type, each list sorted by key; a list that is the same instance in
     * both is skipped.
     */
    @SuppressWarnings("ReferenceEquality")
    static FactsDifference between(
        SortedMap<String, List<Fact>> before, SortedMap<String, List<Fact>> after) {
      var difference = new FactsDifference(new ArrayList<>(), new ArrayList<>());
      var types = new TreeSet<>(before.keySet());
      types.addAll(after.keySet());
      for (String type : types) {
        List<Fact> one = before.getOrDefault(type, List.of());
        List<Fact> other = after.getOrDefault(type, List.of());
        if (one != other) {
          difference.walk(one, other);
        }
      }
      return difference;
    }

    @SuppressWarnings("ReferenceEquality")
    private void walk(List<Fact> before, List<Fact> after) {
      int i = 0;
      int j = 0;
      while (i < before.size() || j < after.size()) {
        Fact left = i < before.size() ? before.get(i) : null;
        Fact right = j < after.size() ? after.get(j) : null;
        int place;
        if (left == null || right == null) {
          place = left == null ? 1 : -1;
        } else {
          place = left == right ? 0 : left.key().compareTo(right.key());
        }
        if (left != null && place < 0) {
          removed.add(left.key());
        } else if (right != null && (left == null || place > 0 || !right.equals(left))) {
          put.add(right);
        }
        i += place <= 0 ? 1 : 0;
        j += place >= 0 ? 1 : 0;
      }
    }

    boolean isEmpty() {
      return put.isEmpty() && removed.isEmpty();
    }
  }

  /**
   * How two plans differ.
   *
   * @param planned what was not planned before, or otherwise, in the order of the plan: by {@link
   *     #key}
   */
  record PlanDifference(Map<String, ObjectNode> planned, List<Action> dropped) {

    static final PlanDifference NONE = new PlanDifference(Map.of(), List.of());

    static String key(Action action) {
      return action.kind().wire() + " " + action.object().key();
    }

    @SuppressWarnings("ReferenceEquality")
    static PlanDifference between(Plan before, Plan after) {
      var difference = new PlanDifference(new LinkedHashMap<>(), new ArrayList<>());
      if (before == after) {
        return difference;
      }
      var left = new LinkedHashMap<String, Action>();
      before.actions().forEach(action -> left.put(key(action), action));
      for (Action action : after.actions()) {
        Action old = left.remove(key(action));
        if (old == null || !old.equals(action)) {
          // A copy, since the entry is masked later.
          ObjectNode json = PlanJson.of(action).deepCopy();
          // Another version of the object it was planned from does not make it another action.
          if (old == null || !json.equals(PlanJson.of(old))) {
            difference.planned().put(key(action), json);
          }
        }
      }
      difference.dropped().addAll(left.values());
      return difference;
    }

    boolean isEmpty() {
      return planned.isEmpty() && dropped.isEmpty();
    }
  }
}
