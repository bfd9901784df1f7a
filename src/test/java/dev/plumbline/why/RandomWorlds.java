package dev.plumbline.why;

import dev.plumbline.conclusion.Conclusion;
import dev.plumbline.conclusion.ConclusionTypes;
import dev.plumbline.engine.Derivation;
import dev.plumbline.engine.Settlement;
import dev.plumbline.fact.Fact;
import dev.plumbline.fact.FactTypes;
import dev.plumbline.fact.Policy.Parameter;
import dev.plumbline.fact.Policy.Waiver;
import dev.plumbline.fact.RecordType;
import dev.plumbline.fact.RecordType.Property;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.random.RandomGenerator;

/** Questions about random worlds, and changes of one attribute of a fact in them. */
final class RandomWorlds {

  /** Nobody changes the time, nor what hardware is and what ships with the rules. */
  private static final Set<String> FIXED =
      Set.of(
          "EvaluationTime",
          "InstanceType",
          "AliasPath",
          "AliasFamily",
          "AmiFamily",
          "DriverImplication",
          "ErrorClass",
          "Gate",
          "GateDependency",
          "ImageNaming",
          "InstanceTypeExclusion",
          "ProcessorArchitecture",
          "SnapshotCoverage",
          "Source",
          "SourceScope");

  private RandomWorlds() {}

  /** The question for a conclusion by what names it. */
  static Goal wanted(Conclusion conclusion) {
    RecordType type = Objects.requireNonNull(ConclusionTypes.of(conclusion.getClass()));
    var fields = new TreeMap<String, String>();
    for (Property each : type.components()) {
      Object value = each.reader().apply(conclusion);
      if (each.type() == String.class
          && value != null
          && !Set.of(
                  "message",
                  "reason",
                  "rule",
                  "budget",
                  "term",
                  "terms",
                  "until",
                  "overhead",
                  "nodes")
              .contains(each.name())) {
        fields.put(each.name(), (String) value);
      }
    }
    return new Goal(type, fields);
  }

  /** Every change of one attribute to a value that another fact of the type has, or null. */
  static List<FactChange> changes(Fact fact, Collection<Fact> all) {
    var changes = new ArrayList<FactChange>();
    if (FIXED.contains(fact.getClass().getSimpleName())) {
      return changes;
    }
    if (fact instanceof Parameter parameter && !parameter.item().isEmpty()
        || fact instanceof Waiver) {
      changes.add(new FactChange(fact, null, FactChange.Kind.REMOVED, "remove " + fact));
    }
    RecordType type = Objects.requireNonNull(FactTypes.of(fact.getClass()));
    for (Property each : type.components()) {
      var values = new LinkedHashSet<Object>();
      if (each.type() == boolean.class) {
        values.addAll(List.of(true, false));
      } else if (!(fact instanceof Parameter)) {
        all.stream()
            .filter(other -> other.getClass() == fact.getClass())
            .map(each.reader())
            .filter(Objects::nonNull)
            .limit(20)
            .forEach(values::add);
      }
      for (Object value : values) {
        Fact changed = with(fact, type, each, value);
        if (!changed.equals(fact) && changed.key().equals(fact.key())) {
          changes.add(
              new FactChange(
                  fact,
                  changed,
                  FactChange.Kind.OBJECT,
                  fact.key() + " " + each.name() + " " + value));
        }
      }
    }
    return changes;
  }

  private static Fact with(Fact fact, RecordType type, Property component, Object value) {
    Object[] values =
        type.components().stream()
            .map(each -> each.name().equals(component.name()) ? value : each.reader().apply(fact))
            .toArray();
    return (Fact) type.maker().apply(values);
  }

  /** The keys of the facts that a conclusion rests on. */
  static Set<String> roots(Conclusion conclusion, Settlement settlement) {
    var roots = new LinkedHashSet<String>();
    roots(conclusion, settlement, roots, new LinkedHashSet<>());
    return roots;
  }

  private static void roots(
      Conclusion conclusion, Settlement settlement, Set<String> roots, Set<Conclusion> seen) {
    if (seen.add(conclusion)) {
      for (Derivation each : settlement.derivations(conclusion)) {
        roots.addAll(each.facts());
        each.conclusions().forEach(premise -> roots(premise, settlement, roots, seen));
      }
    }
  }

  static Map<String, Fact> byKey(Collection<Fact> facts) {
    var byKey = new TreeMap<String, Fact>();
    facts.forEach(fact -> byKey.put(fact.key(), fact));
    return byKey;
  }

  static <T> T one(List<T> of, RandomGenerator random) {
    return of.get(random.nextInt(of.size()));
  }
}
