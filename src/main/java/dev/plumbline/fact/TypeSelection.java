package dev.plumbline.fact;

import java.util.Collection;
import java.util.Set;
import java.util.TreeSet;

/**
 * Some of the instance types that a pool admits, and how requirements tell them from the others.
 * The family is read off the name as Karpenter does: what stands before the dot.
 */
public final class TypeSelection {

  private static final String FAMILY = "karpenter.k8s.aws/instance-family";
  private static final String TYPE = "node.kubernetes.io/instance-type";

  private final Collection<String> admitted;
  private final TreeSet<String> selected;
  private final Values families;
  private final Values singles;

  private TypeSelection(Collection<String> admitted, TreeSet<String> selected) {
    this.admitted = admitted;
    this.selected = selected;
    var split = new TreeSet<>(Set.of(""));
    admitted.stream().filter(t -> !selected.contains(t)).forEach(t -> split.add(family(t)));
    this.families =
        Values.of(
            selected.stream().map(TypeSelection::family).filter(f -> !split.contains(f)).toList());
    this.singles = Values.of(selected.stream().filter(t -> split.contains(family(t))).toList());
  }

  /** Every type that the pool admits. */
  public static TypeSelection of(Collection<String> admitted) {
    return new TypeSelection(admitted, new TreeSet<>(admitted));
  }

  /** The family of an instance type; empty when its name has no dot. */
  public static String family(String type) {
    int dot = type.indexOf('.');
    return dot < 0 ? "" : type.substring(0, dot);
  }

  /** Those of {@code types} that are in none of {@code taken}. */
  public TypeSelection within(Values types, Collection<Values> taken) {
    var left = new TreeSet<>(types.list());
    left.retainAll(selected);
    taken.forEach(each -> left.removeAll(each.list()));
    return new TypeSelection(admitted, left);
  }

  /** Those in none of {@code wanted} or in one of {@code refused}. */
  public TypeSelection beyond(Collection<Values> wanted, Collection<Values> refused) {
    var kept = new TreeSet<String>();
    wanted.forEach(each -> kept.addAll(each.list()));
    refused.forEach(each -> kept.removeAll(each.list()));
    var left = new TreeSet<>(selected);
    left.removeAll(kept);
    return new TypeSelection(admitted, left);
  }

  /** Those in one of {@code groups}. */
  public TypeSelection among(Collection<Values> groups) {
    var left = new TreeSet<String>();
    groups.forEach(each -> left.addAll(each.list()));
    left.retainAll(selected);
    return new TypeSelection(admitted, left);
  }

  /** The types that the pool admits and that are not selected. */
  public TypeSelection others() {
    var left = new TreeSet<>(admitted);
    left.removeAll(selected);
    return new TypeSelection(admitted, left);
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
    var touched = new TreeSet<>(families.list());
    singles.list().forEach(type -> touched.add(family(type)));
    var out = new TreeSet<>(admitted);
    out.removeIf(type -> selected.contains(type) || !touched.contains(family(type)));
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
