package dev.plumbline.host.explain;

import dev.plumbline.conclusion.Conclusion;
import dev.plumbline.fact.Fact;
import dev.plumbline.fact.Nearest;
import dev.plumbline.rule.why.Absence;
import dev.plumbline.rule.why.Absence.Attempt;
import dev.plumbline.rule.why.Obstacle;
import dev.plumbline.rule.why.Obstacle.Found;
import dev.plumbline.rule.why.Shown;
import dev.plumbline.rule.why.World;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Why a conclusion does not hold, as a tree of lines. */
public final class AbsentText {

  /** How far down it is told why something is in the way. */
  private static final int DEEP = 3;

  private static final int MOST_RULES = 6;

  /** … and how many where it is told why something is missing. */
  private static final int MOST_RULES_DEEPER = 2;

  private final Explainer explainer;
  private final World world;
  private final List<String> lines = new ArrayList<>();

  private AbsentText(Explainer explainer, World world) {
    this.explainer = explainer;
    this.world = world;
  }

  /** One line a part, indented by how deep down it is. */
  public static List<String> of(Absence absence, Explainer explainer, World world) {
    var text = new AbsentText(explainer, world);
    text.absent(absence, "", "");
    return text.lines;
  }

  private void absent(Absence absence, String first, String rest) {
    if (absence.told()) {
      lines.add(first + absence.wanted() + " does not hold: told above");
      return;
    }
    if (!absence.held().isEmpty()) {
      lines.add(first + absence.wanted() + " holds now");
      return;
    }
    lines.add(first + absence.wanted() + " does not hold");
    if (absence.attempts().isEmpty()) {
      lines.add(rest + "  no rule concludes it");
    }
    int most = first.isEmpty() ? MOST_RULES : MOST_RULES_DEEPER;
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
      obstacle(attempt, rest);
    }
    int left = absence.attempts().size() - most;
    if (left > 0) {
      lines.add(rest + "  and " + left + (left == 1 ? " more rule" : " more rules"));
    }
  }

  private void obstacle(Attempt attempt, String indent) {
    Obstacle obstacle = attempt.obstacle();
    String line =
        "line " + obstacle.line() + ", condition " + Math.min(attempt.met() + 1, attempt.of()) + " of " + attempt.of() + ": ";
    lines.add(indent + "  └─ " + line + sentence(obstacle));
    String deeper = indent + "     ";
    switch (obstacle) {
      case Obstacle.Fails fails -> {
        for (Found found : fails.found()) {
          lines.add(deeper + "  " + value(found));
        }
        if (fails.others() > 0) {
          lines.add(deeper + "  and " + fails.others() + " more that do not meet it either");
        }
      }
      case Obstacle.Counted counted -> {
        for (Found found : counted.found()) {
          lines.add(deeper + "  " + value(found));
        }
      }
      case Obstacle.InTheWay inTheWay -> {
        for (Object each : inTheWay.inTheWay()) {
          if (each instanceof Conclusion conclusion) {
            ExplainedText.add(
                explainer.of(conclusion, DEEP), deeper + "└─ ", deeper + "   ", lines);
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

  /** What is in the way, in a sentence. */
  String sentence(Obstacle obstacle) {
    return sentence(obstacle, world);
  }

  static String sentence(Obstacle obstacle, World world) {
    return switch (obstacle) {
      case Obstacle.Missing missing -> missing(missing, world);
      case Obstacle.Fails fails -> name(fails.subject()) + " does not meet " + fails.test();
      case Obstacle.InTheWay inTheWay ->
          inTheWay.inTheWay().isEmpty()
              ? "not all are as they must be"
              : inTheWay.inTheWay().stream().map(AbsentText::name).collect(Collectors.joining(" and "))
                  + (inTheWay.inTheWay().size() == 1 ? " is" : " are")
                  + " in the way";
      case Obstacle.Counted counted ->
          counted.test().isEmpty() ? "there is nothing to count" : counted.test() + " is not met";
      case Obstacle.Other other ->
          "it concludes " + other.field() + "=" + other.made() + ", not " + other.wanted();
    };
  }

  private static String missing(Obstacle.Missing missing, World world) {
    String type = missing.type().name();
    if (missing.wanted().isEmpty()) {
      return "there is no " + missing.text();
    }
    String with =
        missing.wanted().entrySet().stream()
            .map(each -> each.getKey() + " " + (each.getValue().isEmpty() ? "unset" : each.getValue()))
            .collect(Collectors.joining(", "));
    Map.Entry<String, String> first = missing.wanted().entrySet().iterator().next();
    String near =
        missing.wanted().size() == 1 && Fact.class.isAssignableFrom(missing.type().type())
            ? near(type, first.getValue(), world)
            : "";
    return "there is no " + type + " with " + with + near;
  }

  private static String near(String type, String name, World world) {
    String prefix = type + "/";
    List<String> names =
        world.facts().keySet().stream()
            .filter(key -> key.startsWith(prefix))
            .map(key -> key.substring(prefix.length()))
            .toList();
    List<String> near = Nearest.names(name, names);
    return near.isEmpty() ? "" : ". Maybe " + String.join(" or ", near);
  }

  static String name(Object subject) {
    return subject instanceof Fact fact
        ? fact.key()
        : subject instanceof Conclusion conclusion ? Shown.conclusion(conclusion) : "it";
  }

  static String value(Found found) {
    return (found.of().isEmpty() ? "" : found.of() + " ") + found.name() + " is " + found.value();
  }
}
