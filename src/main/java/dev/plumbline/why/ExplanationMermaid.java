package dev.plumbline.why;

import dev.plumbline.conclusion.Conclusion;
import dev.plumbline.why.Explainer.Explained;
import dev.plumbline.why.Explainer.Explained.Again;
import dev.plumbline.why.Explainer.Explained.Cut;
import dev.plumbline.why.Explainer.Explained.Held;
import dev.plumbline.why.Explainer.Explained.Stated;
import dev.plumbline.why.Explainer.Explained.Way;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** An explanation as a flow chart in Mermaid's language: from facts to what follows. */
public final class ExplanationMermaid {

  private final List<String> lines = new ArrayList<>();
  private final Map<String, String> nodes = new HashMap<>();

  private ExplanationMermaid() {
    lines.add("flowchart LR");
  }

  public static List<String> of(List<Explained> explained) {
    var chart = new ExplanationMermaid();
    explained.forEach(chart::node);
    return List.copyOf(chart.lines);
  }

  private String node(Explained explained) {
    return switch (explained) {
      case Held held -> {
        String name = box(held.conclusion());
        held.ways().forEach(way -> way(way, name));
        yield name;
      }
      case Again again -> box(again.conclusion());
      case Cut cut -> box(cut.conclusion());
      case Stated stated -> node(stated.key(), "([\"" + escaped(stated.key()) + "\"])");
    };
  }

  private void way(Way way, String to) {
    String rule = "r" + lines.size();
    lines.add("  " + rule + "{{\"" + escaped(way.rule().id() + " " + way.rule().name()) + "\"}}");
    way.from().forEach(each -> lines.add("  " + node(each) + " --> " + rule));
    lines.add("  " + rule + " --> " + to);
  }

  private String box(Conclusion conclusion) {
    String text = DisplayText.conclusion(conclusion);
    return node(text, "[\"" + escaped(text) + "\"]");
  }

  private String node(String text, String shape) {
    String known = nodes.get(text);
    if (known != null) {
      return known;
    }
    String name = "n" + (nodes.size() + 1);
    nodes.put(text, name);
    lines.add("  " + name + shape);
    return name;
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;")
        .replace("\"", "&quot;")
        .replace("<", "&lt;")
        .replace(">", "&gt;");
  }
}
