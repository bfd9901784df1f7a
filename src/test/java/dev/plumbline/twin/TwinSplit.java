package dev.plumbline.twin;

import dev.plumbline.conclusion.PreferenceLeftOut;
import dev.plumbline.conclusion.PreferenceTier;
import dev.plumbline.fact.NodePool;
import dev.plumbline.fact.Operator;
import dev.plumbline.fact.PreferenceItem;
import dev.plumbline.fact.Requirement;
import dev.plumbline.fact.Requirements;
import dev.plumbline.fact.Values;
import java.util.Collection;
import java.util.Map;
import java.util.TreeSet;

/** Some instance types and the rest that a pool admits: how are the ones told from the others? */
final class TwinSplit {

  private static final String FAMILY = "karpenter.k8s.aws/instance-family";
  private static final String TYPE = "node.kubernetes.io/instance-type";

  private TwinSplit() {}

  static PreferenceTier tier(
      NodePool pool, Map<String, PreferenceItem> admitted, PreferenceItem item, int tier) {
    var own = new TreeSet<String>();
    admitted.forEach((type, by) -> addIf(by == item, type, own));
    var rest = new TreeSet<>(admitted.keySet());
    rest.removeAll(own);
    Requirements requirements =
        own.isEmpty()
            ? Requirements.NONE
            : item.text().equals("*") ? without(rest, own) : only(own, rest);
    return new PreferenceTier(
        pool.name(), tier, item.text(), families(own, rest), singles(own, rest), requirements);
  }

  static PreferenceLeftOut leftOut(
      NodePool pool, Map<String, PreferenceItem> admitted, boolean open) {
    var left = new TreeSet<String>();
    var kept = new TreeSet<String>();
    admitted.forEach((type, by) -> addIf(true, type, by == null ? left : kept));
    Requirements requirements =
        open ? without(left, kept) : kept.isEmpty() ? Requirements.NONE : only(kept, left);
    return new PreferenceLeftOut(
        pool.name(), families(left, kept), singles(left, kept), requirements);
  }

  private static void addIf(boolean wanted, String type, TreeSet<String> to) {
    if (wanted) {
      to.add(type);
    }
  }

  private static String family(String type) {
    return type.substring(0, type.indexOf('.'));
  }

  private static Values families(Collection<String> own, Collection<String> rest) {
    var split = rest.stream().map(TwinSplit::family).toList();
    return Values.of(own.stream().map(TwinSplit::family).filter(f -> !split.contains(f)).toList());
  }

  private static Values singles(Collection<String> own, Collection<String> rest) {
    Values whole = families(own, rest);
    return Values.of(own.stream().filter(type -> !whole.has(family(type))).toList());
  }

  private static Requirements only(Collection<String> own, Collection<String> rest) {
    Values touched = Values.of(own.stream().map(TwinSplit::family).toList());
    Values out = Values.of(rest.stream().filter(type -> touched.has(family(type))).toList());
    if (!out.none() && own.size() <= touched.size() + out.size()) {
      return Requirements.NONE.with(TYPE, Values.of(own));
    }
    return Requirements.NONE.with(FAMILY, touched).plus(not(TYPE, out));
  }

  private static Requirements without(Collection<String> out, Collection<String> rest) {
    return not(FAMILY, families(out, rest)).plus(not(TYPE, singles(out, rest)));
  }

  private static Requirements not(String key, Values values) {
    return values.none()
        ? Requirements.NONE
        : Requirements.of(new Requirement(key, Operator.NOT_IN, values.list(), null));
  }
}
