package dev.plumbline.revision;

import dev.plumbline.conclusion.Conclusion;
import dev.plumbline.conclusion.ConclusionTypes;
import dev.plumbline.conclusion.Unrecorded;
import dev.plumbline.engine.TypeDifference;
import dev.plumbline.fact.ImpactMeasure;
import dev.plumbline.fact.ObjectKind;
import dev.plumbline.fact.RecordType;
import dev.plumbline.fact.RecordType.Property;
import dev.plumbline.fact.Revisions.RevisionImpact;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The NodePools and EC2NodeClasses about which something else would be concluded, by name. */
final class ChangedObjects {

  private static final int MAX_NAMES = 5;

  private ChangedObjects() {}

  /**
   * A line for NodePools and one for EC2NodeClasses, each where some would change: {@code 3
   * NodePools change, 1 loses its last usable type: NodePool/gpu}. Names are those that lose the
   * last; without any, all that change.
   */
  static List<String> headline(RevisionDifference difference) {
    var lines = new ArrayList<String>();
    line(
        lines,
        ObjectKind.NODE_POOL,
        changed(difference, ObjectKind.NODE_POOL, "nodePool"),
        impact(difference, ImpactMeasure.NODE_POOLS_WITHOUT_TYPE),
        "usable type");
    line(
        lines,
        ObjectKind.EC2_NODE_CLASS,
        changed(difference, ObjectKind.EC2_NODE_CLASS, "nodeClass"),
        impact(difference, ImpactMeasure.NODE_CLASSES_WITHOUT_AMI),
        "AMI");
    return List.copyOf(lines);
  }

  private static void line(
      List<String> lines,
      ObjectKind kind,
      TreeSet<String> changed,
      @Nullable RevisionImpact losing,
      String last) {
    if (changed.isEmpty()) {
      return;
    }
    String text =
        changed.size() == 1
            ? "1 " + kind + " changes"
            : changed.size() + " " + ObjectKind.plural(kind.kind()) + " change";
    if (losing == null) {
      lines.add(text + ": " + names(List.copyOf(changed), changed.size()));
    } else {
      lines.add(
          text
              + ", "
              + losing.lost()
              + (losing.lost() == 1 ? " loses its last " : " lose their last ")
              + last
              + ": "
              + names(losing.examples().list(), losing.lost()));
    }
  }

  private static String names(List<String> names, long all) {
    List<String> some = names.subList(0, Math.min(MAX_NAMES, names.size()));
    return String.join(", ", some)
        + (all > some.size() ? " and " + (all - some.size()) + " more" : "");
  }

  private static @Nullable RevisionImpact impact(
      RevisionDifference difference, ImpactMeasure measure) {
    return difference.impacts("").stream()
        .filter(impact -> impact.measure().equals(measure.wire()))
        .findFirst()
        .orElse(null);
  }

  private static TreeSet<String> changed(
      RevisionDifference difference, ObjectKind kind, String component) {
    var keys = new TreeSet<String>();
    for (TypeDifference type : difference.types().values()) {
      type.added().forEach(each -> add(keys, each, kind, component));
      type.removed().forEach(each -> add(keys, each, kind, component));
      type.changed().stream()
          .filter(each -> !each.words())
          .forEach(each -> add(keys, each.after(), kind, component));
    }
    return keys;
  }

  private static void add(
      TreeSet<String> keys, Conclusion conclusion, ObjectKind kind, String component) {
    RecordType type = ConclusionTypes.of(conclusion.getClass());
    if (type == null || conclusion instanceof Unrecorded) {
      return;
    }
    for (Property each : type.components()) {
      if (each.type() != String.class
          || !(each.reader().apply(conclusion) instanceof String value)) {
        continue;
      }
      if (each.name().equals(component)) {
        keys.add(kind.key(value));
      } else if (value.startsWith(kind.key(""))
          && (each.name().equals("subject") || each.name().equals("object"))) {
        keys.add(value);
      }
    }
  }
}
