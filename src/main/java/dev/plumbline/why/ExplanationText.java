package dev.plumbline.why;

import dev.plumbline.conclusion.Conclusion;
import dev.plumbline.fact.Fact;
import dev.plumbline.fact.Nearest;
import dev.plumbline.fact.ObjectKind;
import dev.plumbline.fact.RecordType;
import dev.plumbline.fact.RecordType.Property;
import dev.plumbline.language.ExpressionCompiler;
import dev.plumbline.why.Explainer.Explained;
import dev.plumbline.why.Explainer.Explained.Again;
import dev.plumbline.why.Explainer.Explained.Cut;
import dev.plumbline.why.Explainer.Explained.Held;
import dev.plumbline.why.Explainer.Explained.Stated;
import dev.plumbline.why.Explainer.Explained.Way;
import dev.plumbline.why.FailedCondition.Found;
import dev.plumbline.why.Suggestions.Search;
import dev.plumbline.why.Suggestions.Suggestion;
import dev.plumbline.why.WhyNot.Absence;
import dev.plumbline.why.WhyNot.Absence.Attempt;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Why a conclusion does not hold, as a tree of lines. */
public final class ExplanationText {

  /** How deep it is explained why something blocks it. */
  private static final int DEEP = 3;

  private static final int MAX_RULES = 6;

  private static final int MAX_RULES_DEEPER = 2;

  private final Explainer explainer;
  private final World world;
  private final List<String> lines = new ArrayList<>();

  private ExplanationText(Explainer explainer, World world) {
    this.explainer = explainer;
    this.world = world;
  }

  public static List<String> of(Absence absence, Explainer explainer, World world) {
    var text = new ExplanationText(explainer, world);
    text.absent(absence, "", "");
    return text.lines;
  }

  private void absent(Absence absence, String first, String rest) {
    if (absence.explainedAbove()) {
      lines.add(first + absence.goal() + " does not hold (see above)");
      return;
    }
    if (!absence.held().isEmpty()) {
      lines.add(first + absence.goal() + " holds now");
      return;
    }
    lines.add(first + absence.goal() + " does not hold");
    if (absence.attempts().isEmpty()) {
      lines.add(rest + "  no rule concludes it");
    }
    int most = first.isEmpty() ? MAX_RULES : MAX_RULES_DEEPER;
    for (Attempt attempt : absence.attempts().stream().limit(most).toList()) {
      lines.add(
          rest
              + "  "
              + attempt.rule().id()
              + " would conclude it when "
              + attempt.rule().name()
              + " ("
              + explainer.place(attempt.rule())
              + ")");
      failed(attempt, rest);
    }
    int left = absence.attempts().size() - most;
    if (left > 0) {
      lines.add(rest + "  and " + left + (left == 1 ? " more rule" : " more rules"));
    }
  }

  private void failed(Attempt attempt, String indent) {
    FailedCondition failed = attempt.failed();
    String line =
        "line "
            + failed.line()
            + ", condition "
            + Math.min(attempt.met() + 1, attempt.of())
            + " of "
            + attempt.of()
            + ": ";
    lines.add(indent + "  └─ " + line + sentence(failed));
    String deeper = indent + "     ";
    switch (failed) {
      case FailedCondition.FailedTest fails -> {
        for (Found found : fails.found()) {
          lines.add(deeper + "  " + value(found));
        }
        if (fails.others() > 0) {
          lines.add(deeper + "  and " + fails.others() + " more that do not meet it either");
        }
      }
      case FailedCondition.Counted counted -> {
        for (Found found : counted.found()) {
          lines.add(deeper + "  " + value(found));
        }
      }
      case FailedCondition.Blocked blocked -> {
        for (Object each : blocked.blockers()) {
          if (each instanceof Conclusion conclusion) {
            add(explainer.of(conclusion, DEEP), deeper + "└─ ", deeper + "   ", lines);
          }
        }
      }
      default -> {}
    }
    Absence next = attempt.deeper();
    if (next != null) {
      absent(next, deeper + "└─ ", deeper + "   ");
    }
  }

  String sentence(FailedCondition failed) {
    return sentence(failed, world);
  }

  static String sentence(FailedCondition failed, World world) {
    return switch (failed) {
      case FailedCondition.Missing missing -> missing(missing, world);
      case FailedCondition.FailedTest fails ->
          name(fails.subject()) + " does not meet " + fails.test();
      case FailedCondition.Blocked blocked ->
          blocked.blockers().isEmpty()
              ? "not all are as they must be"
              : blocked.blockers().stream()
                      .map(ExplanationText::name)
                      .collect(Collectors.joining(" and "))
                  + (blocked.blockers().size() == 1 ? " is" : " are")
                  + " in the way";
      case FailedCondition.Counted counted ->
          counted.test().isEmpty() ? "there is nothing to count" : counted.test() + " is not met";
      case FailedCondition.Other other ->
          "it concludes " + other.field() + "=" + other.made() + ", not " + other.required();
    };
  }

  private static String missing(FailedCondition.Missing missing, World world) {
    String type = missing.type().name();
    if (missing.required().isEmpty()) {
      return "there is no " + missing.text();
    }
    String with =
        missing.required().entrySet().stream()
            .map(
                each ->
                    each.getKey() + " " + (each.getValue().isEmpty() ? "unset" : each.getValue()))
            .collect(Collectors.joining(", "));
    Map.Entry<String, String> first = missing.required().entrySet().iterator().next();
    String near =
        missing.required().size() == 1 && Fact.class.isAssignableFrom(missing.type().type())
            ? near(type, first.getValue(), world)
            : mismatch(missing, world);
    return "there is no " + type + " with " + with + near;
  }

  /** How the one that is meant differs from what is asked of it, where its name is asked for. */
  private static String mismatch(FailedCondition.Missing missing, World world) {
    RecordType type = missing.type();
    for (String named : List.of("name", "id")) {
      String name = missing.required().get(named);
      Object meant =
          name == null ? null : world.where(type, named, name).stream().findFirst().orElse(null);
      if (name != null && meant != null && Goal.fits(read(meant, named), name)) {
        return missing.required().entrySet().stream()
            .filter(each -> !Goal.fits(read(meant, each.getKey()), each.getValue()))
            .map(
                each ->
                    each.getKey()
                        + " "
                        + DisplayText.brief(read(meant, each.getKey()))
                        + ", not "
                        + (each.getValue().isEmpty() ? "unset" : each.getValue())
                        + asker(each.getKey(), missing.place()))
            .collect(Collectors.joining("; ", ": " + name + " has ", ""));
      }
    }
    return "";
  }

  private static @Nullable Object read(Object subject, String name) {
    Property property = ExpressionCompiler.property(subject.getClass(), name);
    return property == null ? null : property.reader().apply(subject);
  }

  /** What it is about: an image, a pool, a node class. */
  private static String asker(Object asker) {
    for (String about : List.of("ami", "instanceType", "nodePool", "nodeClass")) {
      if (asker instanceof Conclusion && read(asker, about) instanceof String name) {
        return switch (about) {
          case "ami" -> "the image " + name;
          case "instanceType" -> "the type " + name;
          case "nodePool" -> ObjectKind.NODE_POOL.key(name);
          default -> ObjectKind.EC2_NODE_CLASS.key(name);
        };
      }
    }
    return asker instanceof Conclusion conclusion ? conclusion.type() : name(asker);
  }

  /** Whose value it is that {@code field} is compared with. */
  private static String asker(String field, FailedCondition.Place place) {
    if (place.condition() instanceof Condition.Pattern one) {
      for (Condition.Step step : one.steps()) {
        if (step instanceof Condition.Test test && field.equals(test.key())) {
          for (Condition.Operand operand : test.operands()) {
            if (operand.fact() >= 0
                && operand.fact() != one.slot()
                && place.frame()[operand.fact()] instanceof Object asker) {
              return " as of " + asker(asker);
            }
          }
        }
      }
    }
    return "";
  }

  private static String near(String type, String name, World world) {
    String prefix = type + "/";
    List<String> names =
        world.facts().keySet().stream()
            .filter(key -> key.startsWith(prefix))
            .map(key -> key.substring(prefix.length()))
            .toList();
    List<String> near = Nearest.names(name, names);
    return near.isEmpty() ? "" : ". Did you mean " + String.join(" or ", near) + "?";
  }

  static String name(Object subject) {
    return subject instanceof Fact fact
        ? fact.key()
        : subject instanceof Conclusion conclusion ? DisplayText.conclusion(conclusion) : "it";
  }

  static String value(Found found) {
    return (found.of().isEmpty() ? "" : found.of() + " ") + found.name() + " is " + found.value();
  }

  // ---- why something holds

  public static List<String> of(List<Explained> explained) {
    var lines = new ArrayList<String>();
    for (Explained each : explained) {
      if (!lines.isEmpty()) {
        lines.add("");
      }
      add(each, "", "", lines);
    }
    return lines;
  }

  /** The lines of one part, the first after {@code first}, the others after {@code rest}. */
  static void add(Explained explained, String first, String rest, List<String> lines) {
    switch (explained) {
      case Held held -> {
        lines.add(first + "[" + held.number() + "] " + DisplayText.conclusion(held.conclusion()));
        for (int i = 0; i < held.ways().size(); i++) {
          way(held.ways().get(i), i == 0 ? "since " : "also since ", rest, lines);
        }
        if (held.left() > 0) {
          lines.add(rest + "  and in " + held.left() + " more ways");
        }
      }
      case Again again ->
          lines.add(
              first
                  + DisplayText.conclusion(again.conclusion())
                  + " (see ["
                  + again.number()
                  + "])");
      case Cut cut -> lines.add(first + DisplayText.conclusion(cut.conclusion()) + " …");
      case Stated stated -> lines.add(first + stated(stated));
    }
  }

  private static void way(Way way, String word, String indent, List<String> lines) {
    lines.add(
        indent
            + "  "
            + word
            + way.rule().name()
            + " ("
            + way.rule().id()
            + " "
            + way.place()
            + ")");
    int all = way.from().size() + way.and().size() + (way.left() > 0 ? 1 : 0);
    int next = 0;
    for (Explained each : way.from()) {
      boolean last = ++next == all;
      add(each, indent + (last ? "  └─ " : "  ├─ "), indent + (last ? "     " : "  │  "), lines);
    }
    for (String each : way.and()) {
      lines.add(indent + (++next == all ? "  └─ " : "  ├─ ") + each);
    }
    if (way.left() > 0) {
      lines.add(indent + "  └─ and " + way.left() + " more");
    }
  }

  private static String stated(Stated stated) {
    var text = new StringBuilder(stated.key());
    String word = ": ";
    for (Map.Entry<String, String> value : stated.values().entrySet()) {
      text.append(word).append(value.getKey()).append(' ').append(value.getValue());
      word = ", ";
    }
    return text.toString();
  }

  // ---- what would change it

  static void add(Search search, List<String> lines) {
    lines.add("");
    if (search.suggestions().isEmpty()) {
      lines.add("Nothing was found: no change of one or two facts that was tried makes it hold.");
    } else {
      lines.add("It would hold, as settling a copy has shown, after one of these:");
      for (Suggestion each : search.suggestions()) {
        lines.add("  - " + words(each) + " (" + effect(each) + ")");
      }
    }
    switch (search.ended()) {
      case TIME ->
          lines.add("The time was over after " + search.tried() + " changes: others may do, too.");
      case BUSY -> lines.add("None was tried: another question had the copy of the facts.");
      case MEMORY -> lines.add("None was tried: the memory is too small for a copy of the facts.");
      case COMPLETE, ENOUGH -> {}
    }
  }

  static String words(Suggestion suggestion) {
    return suggestion.changes().stream()
        .map(FactChange::words)
        .collect(Collectors.joining("; and "));
  }

  private static String effect(Suggestion suggestion) {
    if (suggestion.added() == null || suggestion.removed() == null) {
      return "what else would follow was not evaluated in time";
    }
    return suggestion.added()
        + (suggestion.added() == 1 ? " conclusion" : " conclusions")
        + " more, "
        + suggestion.removed()
        + " gone";
  }
}
