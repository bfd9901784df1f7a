package dev.plumbline.host.explain;

import dev.plumbline.host.explain.Explained.Again;
import dev.plumbline.host.explain.Explained.Cut;
import dev.plumbline.host.explain.Explained.Held;
import dev.plumbline.host.explain.Explained.Stated;
import dev.plumbline.host.explain.Explained.Way;
import dev.plumbline.rule.why.Shown;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** An explanation as a tree of lines. */
public final class ExplainedText {

  private ExplainedText() {}

  /** One line a part, indented by how deep down it is. */
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
        lines.add(first + "[" + held.number() + "] " + Shown.conclusion(held.conclusion()));
        for (int i = 0; i < held.ways().size(); i++) {
          way(held.ways().get(i), i == 0 ? "since " : "also since ", rest, lines);
        }
        if (held.left() > 0) {
          lines.add(rest + "  and in " + held.left() + " more ways");
        }
      }
      case Again again ->
          lines.add(first + Shown.conclusion(again.conclusion()) + " (see [" + again.number() + "])");
      case Cut cut -> lines.add(first + Shown.conclusion(cut.conclusion()) + " …");
      case Stated stated -> lines.add(first + stated(stated));
    }
  }

  private static void way(Way way, String word, String indent, List<String> lines) {
    lines.add(indent + "  " + word + way.rule().name() + " (" + way.rule().id() + " " + way.place() + ")");
    int all = way.from().size() + way.and().size() + (way.left() > 0 ? 1 : 0);
    int next = 0;
    for (Explained each : way.from()) {
      boolean last = ++next == all;
      add(
          each,
          indent + (last ? "  └─ " : "  ├─ "),
          indent + (last ? "     " : "  │  "),
          lines);
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
}
