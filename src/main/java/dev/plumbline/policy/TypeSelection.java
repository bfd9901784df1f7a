package dev.plumbline.policy;

import dev.plumbline.conclusion.PreferenceConclusions.PreferenceTier;
import dev.plumbline.conclusion.PreferenceConclusions.TierSelection;
import dev.plumbline.fact.Annotations.ExtensionMethod;
import dev.plumbline.fact.Operator;
import dev.plumbline.fact.Requirement;
import dev.plumbline.fact.Requirements;
import dev.plumbline.fact.Values;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;

/**
 * Some of the instance types that a pool admits, and how requirements distinguish them from the
 * others. The family is read off the name as Karpenter does: the part before the dot.
 */
public final class TypeSelection {

  private static final String FAMILY = "karpenter.k8s.aws/instance-family";
  private static final String TYPE = "node.kubernetes.io/instance-type";

  private final List<String> selected = new ArrayList<>();
  private final List<String> rest = new ArrayList<>();
  private final Values families;
  private final Values singles;

  private TypeSelection(Collection<String> admitted, Predicate<String> wanted) {
    for (String type : admitted) {
      (wanted.test(type) ? selected : rest).add(type);
    }
    var split = families(rest);
    split.add("");
    var whole = families(selected);
    whole.removeAll(split);
    this.families = Values.of(whole);
    this.singles =
        Values.of(selected.stream().filter(type -> split.contains(family(type))).toList());
  }

  private static Set<String> families(List<String> types) {
    var families = new HashSet<String>();
    types.forEach(type -> families.add(family(type)));
    return families;
  }

  /** The family of an instance type; empty when its name has no dot. */
  public static String family(String type) {
    int dot = type.indexOf('.');
    return dot < 0 ? "" : type.substring(0, dot);
  }

  /** Whether a type that the pool admits is in the tier. */
  @ExtensionMethod
  public static boolean holds(PreferenceTier tier, String instanceType) {
    return tier.families().has(family(instanceType)) || tier.instanceTypes().has(instanceType);
  }

  /** Whether one of {@code types} that the pool admits is in the tier. */
  @ExtensionMethod
  public static boolean holdsAny(PreferenceTier tier, Values types) {
    return types.list().stream().anyMatch(type -> holds(tier, type));
  }

  /** Those wanted that the pool admits, and how they are told from the others that it admits. */
  @ExtensionMethod
  public static TypeSelection types(TierSelection tier) {
    return of(tier.admitted()).among(List.of(tier.wanted()));
  }

  /** Every type that the pool admits. */
  public static TypeSelection of(Values admitted) {
    return new TypeSelection(admitted.list(), type -> true);
  }

  /** Those of {@code types} that are in none of {@code taken}. */
  public TypeSelection within(Values types, Collection<Values> taken) {
    Set<String> wanted = union(List.of(types));
    taken.forEach(each -> each.list().forEach(wanted::remove));
    return narrowed(wanted::contains);
  }

  /** Those in one of {@code groups}. */
  public TypeSelection among(Collection<Values> groups) {
    return narrowed(union(groups)::contains);
  }

  /** Those in none of {@code wanted} or in one of {@code refused}. */
  public TypeSelection beyond(Collection<Values> wanted, Collection<Values> refused) {
    Set<String> kept = union(wanted);
    refused.forEach(each -> each.list().forEach(kept::remove));
    return narrowed(type -> !kept.contains(type));
  }

  private static Set<String> union(Collection<Values> groups) {
    var all = new HashSet<String>();
    groups.forEach(each -> all.addAll(each.list()));
    return all;
  }

  private TypeSelection narrowed(Predicate<String> wanted) {
    var own = new HashSet<>(selected);
    var admitted = new ArrayList<>(selected);
    admitted.addAll(rest);
    return new TypeSelection(admitted, type -> own.contains(type) && wanted.test(type));
  }

  /** The types that the pool admits and that are not selected. */
  public TypeSelection others() {
    var left = new HashSet<>(rest);
    var admitted = new ArrayList<>(selected);
    admitted.addAll(rest);
    return new TypeSelection(admitted, left::contains);
  }

  /** The families of which every type that the pool admits is selected. */
  public Values families() {
    return families;
  }

  /** The types selected of other families. */
  public Values singles() {
    return singles;
  }

  /** What only the selected types meet, in as few values as can be; nothing when there is none. */
  public Requirements only() {
    if (selected.isEmpty()) {
      return Requirements.NONE;
    }
    if (singles.none()) {
      return Requirements.NONE.with(FAMILY, families);
    }
    var touched = new TreeSet<>(families(selected));
    List<String> out = rest.stream().filter(type -> touched.contains(family(type))).toList();
    return touched.contains("") || selected.size() <= touched.size() + out.size()
        ? Requirements.NONE.with(TYPE, Values.of(selected))
        : Requirements.NONE.with(FAMILY, Values.of(touched)).plus(none(TYPE, Values.of(out)));
  }

  /**
   * What the selected types meet and no other that the pool admits, but what EC2 has yet to offer
   * does; nothing when none is selected.
   */
  public Requirements open() {
    return selected.isEmpty() ? Requirements.NONE : others().except();
  }

  /** What every type but the selected ones meets, those included that EC2 has yet to offer. */
  public Requirements except() {
    return none(FAMILY, families).plus(none(TYPE, singles));
  }

  private static Requirements none(String key, Values values) {
    return values.none()
        ? Requirements.NONE
        : Requirements.of(new Requirement(key, Operator.NOT_IN, values.list(), null));
  }
}
