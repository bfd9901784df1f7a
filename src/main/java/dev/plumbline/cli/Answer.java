package dev.plumbline.cli;

import dev.plumbline.conclusion.Conclusion;
import dev.plumbline.conclusion.ConclusionTypes;
import dev.plumbline.conclusion.GateClosed;
import dev.plumbline.conclusion.ObjectionWaived;
import dev.plumbline.fact.Ami;
import dev.plumbline.fact.EC2NodeClass;
import dev.plumbline.fact.Fact;
import dev.plumbline.fact.NodePool;
import dev.plumbline.fact.RecordType;
import dev.plumbline.fact.RuleSwitchedOff;
import dev.plumbline.host.Evaluated;
import dev.plumbline.host.Selection;
import dev.plumbline.rule.Derivation;
import dev.plumbline.rule.Rule;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The conclusions somebody asks for, by the node class or pool that they are about. */
final class Answer {

  private final Evaluated evaluated;
  private final Map<Class<?>, List<Conclusion>> byType = new HashMap<>();
  private final Map<Class<?>, Map<String, List<Conclusion>>> bySubject = new HashMap<>();
  private final SortedSet<String> nodeClasses = new TreeSet<>();
  private final SortedSet<String> pools = new TreeSet<>();
  private final Map<String, String> classByPool = new HashMap<>();
  private final Map<String, String> imageNames = new HashMap<>();
  private final Set<String> closedGates = new HashSet<>();
  private final Map<String, String> waiverBySubject = new HashMap<>();
  private final Map<String, String> ruleNames = new TreeMap<>();

  Answer(Evaluated evaluated, Selection selection) {
    this.evaluated = evaluated;
    for (Fact fact : evaluated.snapshot().facts()) {
      if (fact instanceof Ami ami) {
        imageNames.put(ami.id(), ami.name());
      } else if (fact instanceof EC2NodeClass nodeClass && selection.about(nodeClass.key())) {
        nodeClasses.add(nodeClass.name());
      } else if (fact instanceof NodePool pool) {
        classByPool.put(pool.name(), pool.nodeClass());
        if (selection.about(pool.key())) {
          pools.add(pool.name());
        }
      }
    }
    for (Rule rule : evaluated.rules().rules()) {
      ruleNames.put(rule.id(), rule.name());
    }
    for (Rule rule : evaluated.rules().rulesOff()) {
      ruleNames.put(rule.id(), rule.name());
    }
    for (GateClosed gate : evaluated.settlement().of(GateClosed.class)) {
      closedGates.add(gate.gate());
    }
    for (ObjectionWaived waived : evaluated.settlement().of(ObjectionWaived.class)) {
      waiverBySubject.put(waived.rule() + " " + waived.subject(), waived.waiver());
    }
    for (Conclusion conclusion : evaluated.settlement().conclusions()) {
      if (selection.includes(conclusion)) {
        add(conclusion);
      }
    }
  }

  private void add(Conclusion conclusion) {
    byType.computeIfAbsent(conclusion.getClass(), type -> new ArrayList<>()).add(conclusion);
    RecordType type = Objects.requireNonNull(ConclusionTypes.of(conclusion.getClass()));
    for (RecordType.Property component : type.properties()) {
      boolean nodeClass = component.name().equals("nodeClass");
      if (nodeClass || component.name().equals("nodePool")) {
        String subject = String.valueOf(component.reader().apply(conclusion));
        (nodeClass ? nodeClasses : pools).add(subject);
        bySubject
            .computeIfAbsent(conclusion.getClass(), none -> new HashMap<>())
            .computeIfAbsent(subject, none -> new ArrayList<>())
            .add(conclusion);
      }
    }
  }

  /** The conclusions of a type, sorted. */
  <T extends Conclusion> List<T> of(Class<T> type) {
    return byType.getOrDefault(type, List.of()).stream().map(type::cast).toList();
  }

  /** Those about one node class or pool, sorted. */
  <T extends Conclusion> List<T> of(Class<T> type, String subject) {
    return bySubject.getOrDefault(type, Map.of()).getOrDefault(subject, List.of()).stream()
        .map(type::cast)
        .toList();
  }

  SortedSet<String> nodeClasses() {
    return nodeClasses;
  }

  /** The pools of a node class. */
  List<String> poolsOf(String nodeClass) {
    return pools.stream().filter(pool -> classOf(pool).equals(nodeClass)).toList();
  }

  /** The pools whose node class has no section of its own. */
  List<String> poolsWithoutClass() {
    return pools.stream().filter(pool -> !nodeClasses.contains(classOf(pool))).toList();
  }

  /** The node class of a pool; empty when the snapshot does not tell. */
  String classOf(String pool) {
    return classByPool.getOrDefault(pool, "");
  }

  /**
   * What is said of an object without conclusions: what it waits for, else {@code otherwise}.
   *
   * @param decisive the gates without which nothing is concluded for it
   */
  String waitsFor(String object, Set<String> decisive, String otherwise) {
    return of(GateClosed.class).stream()
        .filter(gate -> gate.blocks().equals(object) && decisive.contains(gate.gate()))
        .map(gate -> "waits for " + gate.waitsFor())
        .findFirst()
        .orElse(otherwise);
  }

  /** Whether an activity waits for an object. */
  boolean waits(String gate, String object) {
    return of(GateClosed.class).stream()
        .anyMatch(closed -> closed.gate().equals(gate) && closed.blocks().equals(object));
  }

  /** The gates that are closed for anything at all. */
  Set<String> closedGates() {
    return closedGates;
  }

  /** The waiver under which an objection of a rule to an object is lifted; null when it stands. */
  @Nullable String waiver(String rule, String object) {
    return waiverBySubject.get(rule + " " + object);
  }

  /** The time that the rules judged by. */
  Instant at() {
    return evaluated.snapshot().at();
  }

  /** The rules that do not judge, by whom and why. */
  List<RuleSwitchedOff> switchedOff() {
    return evaluated.rules().switchedOff();
  }

  /** The ids of the rules, those that do not judge included. */
  Set<String> rules() {
    return ruleNames.keySet();
  }

  boolean isEmpty() {
    return nodeClasses.isEmpty() && pools.isEmpty();
  }

  /** The name of an image; empty when the snapshot does not tell. */
  String imageName(String ami) {
    return imageNames.getOrDefault(ami, "");
  }

  /** The finding that a rule states. */
  String ruleName(String id) {
    return ruleNames.getOrDefault(id, id);
  }

  List<Derivation> derivations(Conclusion conclusion) {
    return evaluated.settlement().derivations(conclusion);
  }
}
