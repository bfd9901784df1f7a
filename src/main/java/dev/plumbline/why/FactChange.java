package dev.plumbline.why;

import dev.plumbline.fact.Fact;
import dev.plumbline.fact.FactTypes;
import dev.plumbline.fact.NodeClasses.AmiSelectorTerm;
import dev.plumbline.fact.Policy.Parameter;
import dev.plumbline.fact.Policy.Waiver;
import dev.plumbline.fact.RecordType;
import dev.plumbline.fact.RecordType.Property;
import dev.plumbline.fact.Requirement;
import dev.plumbline.fact.Requirements;
import dev.plumbline.fact.Tags;
import dev.plumbline.why.FactChange.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * A change of one fact.
 *
 * @param after the fact as it would be; null when it would be gone
 * @param kind what kind of change it is: the first are the easier ones
 */
public record FactChange(@Nullable Fact before, @Nullable Fact after, Kind kind, String words) {

  /** Fields that are called otherwise where people write them. */
  private static final Map<String, String> FIELDS =
      Map.of(
          "NodePool.nodeClass", "spec.template.spec.nodeClassRef.name",
          "NodePool.requirements", "spec.template.spec.requirements",
          "NodePool.weight", "spec.weight",
          "NodePool.annotations", "metadata.annotations",
          "NodePool.labels", "metadata.labels",
          "NodePool.limits", "spec.limits",
          "EC2NodeClass.amiFamily", "spec.amiFamily",
          "EC2NodeClass.annotations", "metadata.annotations",
          "EC2NodeClass.zones", "status.subnets");

  /** Kinds of change, in the order in which they are told. */
  public enum Kind {
    /** What people write in an object of theirs, or a tag of an image of theirs. */
    OBJECT,
    PARAMETER,
    WAIVER,
    /** An object that is not there. */
    ADDED,
    /** An object as a whole. */
    REMOVED
  }

  public String key() {
    Fact fact = before == null ? after : before;
    if (fact == null) {
      throw new IllegalStateException("a change of nothing");
    }
    return fact.key();
  }

  static FactChange set(Fact before, Fact after) {
    Kind kind =
        switch (before) {
          case Parameter parameter -> Kind.PARAMETER;
          case Waiver waiver -> Kind.WAIVER;
          default -> Kind.OBJECT;
        };
    return new FactChange(before, after, kind, words(before, after));
  }

  static FactChange add(Fact fact) {
    return switch (fact) {
      case Parameter parameter ->
          new FactChange(
              null,
              fact,
              Kind.PARAMETER,
              parameter.item().isEmpty()
                  ? "set " + parameter.name() + " to " + parameter.value() + " in parameters.yaml"
                  : "add " + entry(parameter) + " to " + parameter.name() + " in parameters.yaml");
      case Waiver waiver ->
          new FactChange(
              null,
              fact,
              Kind.WAIVER,
              "waive "
                  + waiver.rule()
                  + " for "
                  + waiver.subject()
                  + " (waivers.yaml: rule, subject, owner, reason, until)");
      default ->
          new FactChange(
              null,
              fact,
              FeasibleChanges.isPart(fact) ? Kind.OBJECT : Kind.ADDED,
              "add " + fact.key() + ": " + components(fact));
    };
  }

  static FactChange remove(Fact fact) {
    return switch (fact) {
      case Parameter parameter ->
          new FactChange(
              fact,
              null,
              Kind.PARAMETER,
              "take " + entry(parameter) + " out of " + parameter.name() + " in parameters.yaml");
      case Waiver waiver ->
          new FactChange(fact, null, Kind.WAIVER, "withdraw the waiver " + waiver.id());
      default ->
          new FactChange(
              fact,
              null,
              FeasibleChanges.isPart(fact) ? Kind.OBJECT : Kind.REMOVED,
              "remove " + fact.key());
    };
  }

  private static String entry(Parameter parameter) {
    boolean list = parameter.item().chars().allMatch(Character::isDigit);
    return list ? parameter.value() : parameter.item() + ": " + parameter.value();
  }

  private static String name(Parameter parameter) {
    return parameter.name() + (parameter.item().isEmpty() ? "" : "." + parameter.item());
  }

  private static String components(Fact fact) {
    var parts = new ArrayList<String>();
    for (Property each : type(fact).components()) {
      Object value = each.reader().apply(fact);
      if (value != null) {
        parts.add(each.name() + " " + DisplayText.brief(value));
      }
    }
    return String.join(", ", parts);
  }

  private static RecordType type(Fact fact) {
    return Objects.requireNonNull(FactTypes.of(fact.getClass()));
  }

  private static String words(Fact before, Fact after) {
    if (before instanceof Parameter parameter && after instanceof Parameter changed) {
      return "set "
          + name(parameter)
          + " to "
          + changed.value()
          + " in parameters.yaml (it is "
          + parameter.value()
          + ")";
    }
    if (before instanceof AmiSelectorTerm was && after instanceof AmiSelectorTerm is) {
      return "set term "
          + was.index()
          + " of spec.amiSelectorTerms of EC2NodeClass/"
          + was.nodeClass()
          + " to "
          + is.text()
          + " (it is "
          + was.text()
          + ")";
    }
    for (Property each : type(before).components()) {
      Object was = each.reader().apply(before);
      Object is = each.reader().apply(after);
      if (!Objects.equals(was, is)) {
        String field = field(before, each.name());
        String of = field + " of " + before.key();
        if (was instanceof Requirements a && is instanceof Requirements b) {
          return requirements(of, a, b);
        }
        if (was instanceof Tags a && is instanceof Tags b) {
          return tags(of, a, b);
        }
        return is == null
            ? "unset " + of + " (it is " + DisplayText.brief(was) + ")"
            : "set " + of + " to " + DisplayText.brief(is) + now(was);
      }
    }
    return "change " + before.key();
  }

  private static String now(@Nullable Object was) {
    return was == null ? " (it is not set)" : " (it is " + DisplayText.brief(was) + ")";
  }

  private static String field(Fact fact, String component) {
    return FIELDS.getOrDefault(fact.getClass().getSimpleName() + "." + component, component);
  }

  private static String requirements(String of, Requirements was, Requirements is) {
    for (Requirement each : was.list()) {
      if (!is.list().contains(each)) {
        List<Requirement> same =
            is.list().stream().filter(other -> other.key().equals(each.key())).toList();
        if (same.isEmpty()) {
          return "take " + each + " out of " + of;
        }
        var more = new TreeSet<>(same.getFirst().values());
        more.removeAll(each.values());
        return "let " + each.key() + " in " + of + " include " + String.join(", ", more);
      }
    }
    for (Requirement each : is.list()) {
      if (!was.list().contains(each)) {
        return "add " + each + " to " + of;
      }
    }
    return "set " + of + " to " + DisplayText.brief(is);
  }

  private static String tags(String of, Tags was, Tags is) {
    for (Map.Entry<String, String> each : is.map().entrySet()) {
      if (!each.getValue().equals(was.value(each.getKey()))) {
        return "set " + each.getKey() + "=" + each.getValue() + " in " + of;
      }
    }
    for (String key : was.map().keySet()) {
      if (!is.has(key)) {
        return "take " + key + " out of " + of;
      }
    }
    return "set " + of + " to " + DisplayText.brief(is);
  }
}
