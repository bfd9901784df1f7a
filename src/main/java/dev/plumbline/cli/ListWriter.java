package dev.plumbline.cli;

import dev.plumbline.conclusion.Conclusion;
import dev.plumbline.conclusion.ConclusionTypes;
import dev.plumbline.fact.RecordType;
import dev.plumbline.fact.RecordType.Property;
import dev.plumbline.fact.Requirements;
import dev.plumbline.rule.Derivation;
import dev.plumbline.rule.Settlement.Concluded;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/** Writes conclusions as they are: a list a type, a column a component. */
final class ListWriter {

  private static final int MOST = 20;
  private static final int WIDEST = 44;

  private final Paper paper;
  private final boolean all;
  private final boolean explain;

  ListWriter(Paper paper, boolean all, boolean explain) {
    this.paper = paper;
    this.all = all;
    this.explain = explain;
  }

  void write(List<Concluded> conclusions) {
    var byType = new TreeMap<String, List<Concluded>>();
    for (Concluded concluded : conclusions) {
      byType
          .computeIfAbsent(concluded.conclusion().type(), type -> new ArrayList<>())
          .add(concluded);
    }
    if (byType.isEmpty()) {
      paper.blank();
      paper.line(0, "nothing of this kind is concluded");
    }
    for (Map.Entry<String, List<Concluded>> type : byType.entrySet()) {
      paper.blank();
      paper.line(
          0, paper.bold(type.getKey()) + "  " + Words.count(type.getValue().size(), "conclusion"));
      list(type.getValue());
    }
  }

  private void list(List<Concluded> conclusions) {
    List<Concluded> shown =
        all || conclusions.size() <= MOST + 3 ? conclusions : conclusions.subList(0, MOST);
    Conclusion first = shown.getFirst().conclusion();
    RecordType type = Objects.requireNonNull(ConclusionTypes.of(first.getClass()));
    List<Property> columns = type.components();
    var rows = new ArrayList<List<String>>();
    rows.add(columns.stream().map(Property::name).toList());
    for (Concluded concluded : shown) {
      rows.add(columns.stream().map(column -> cell(column, concluded.conclusion())).toList());
    }
    int[] widths = new int[columns.size()];
    for (List<String> row : rows) {
      for (int i = 0; i < widths.length; i++) {
        widths[i] = Math.min(WIDEST, Math.max(widths[i], row.get(i).length()));
      }
    }
    for (int r = 0; r < rows.size(); r++) {
      var line = new StringBuilder();
      for (int i = 0; i < widths.length; i++) {
        String cell = rows.get(r).get(i);
        line.append(i + 1 < widths.length ? Paper.pad(cell, widths[i]) + "  " : cell);
      }
      String text = line.toString().stripTrailing();
      paper.line(2, r == 0 ? paper.dim(text) : text);
      if (r > 0 && explain) {
        for (Derivation derivation : shown.get(r - 1).derivations()) {
          paper.wrappedDim(4, Because.line(derivation));
        }
      }
    }
    if (shown.size() < conclusions.size()) {
      paper.line(
          2, "and " + Words.number(conclusions.size() - shown.size()) + " more (--all lists them)");
    }
  }

  private static String cell(Property column, Conclusion conclusion) {
    Object value = column.reader().apply(conclusion);
    if (value instanceof Requirements requirements) {
      return Words.of(requirements);
    }
    if (value instanceof Long number && number == Long.MIN_VALUE) {
      return "unknown";
    }
    return String.valueOf(value);
  }
}
