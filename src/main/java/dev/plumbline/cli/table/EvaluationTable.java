package dev.plumbline.cli.table;

import static dev.plumbline.cli.table.TextFormat.count;

import dev.plumbline.conclusion.Conclusion;
import dev.plumbline.conclusion.ConclusionTypes;
import dev.plumbline.engine.Derivation;
import dev.plumbline.engine.Selection;
import dev.plumbline.engine.Settlement.Concluded;
import dev.plumbline.fact.RecordType.Property;
import dev.plumbline.fact.Requirements;
import dev.plumbline.loop.Evaluation.EvaluationResult;
import dev.plumbline.view.NodePoolView;
import dev.plumbline.view.SettlementIndex;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SortedSet;

/**
 * Writes what was concluded from a snapshot for people: the findings, what waits, the order of the
 * pools, then one section a node class with its images and its pools, and last what was evaluated.
 * Long lists are summarised; {@code --all} spells them out.
 */
public final class EvaluationTable {

  private static final int MAX_ROWS = 20;
  private static final int MAX_COLUMN = 44;

  private final TextOutput out;
  private final boolean all;
  private final boolean explain;

  public EvaluationTable(TextOutput out, boolean all, boolean explain) {
    this.out = out;
    this.all = all;
    this.explain = explain;
  }

  public void write(EvaluationResult evaluated, Selection selection) {
    heading(evaluated);
    var context =
        new Section.Context(
            out,
            evaluated,
            SettlementIndex.of(
                evaluated.snapshot().facts(),
                evaluated.settlement(),
                selection,
                evaluated.snapshot().at()),
            all,
            explain);
    var findings = new FindingsSection(context);
    if (selection.asksForLists()) {
      lists(
          evaluated.settlement().all().stream()
              .filter(concluded -> selection.includes(concluded.conclusion()))
              .toList());
    } else {
      findings.write();
      sections(context);
    }
    findings.basis();
    out.flush();
  }

  private void sections(Section.Context context) {
    SettlementIndex index = context.index();
    SortedSet<String> nodeClasses = index.nodeClasses();
    List<NodePoolView> pools =
        index.nodePools().stream().map(pool -> NodePoolView.of(index, pool)).toList();
    var exceptions = new WaitingSection(context);
    var poolSection = new NodePoolSection(context);
    var capacity = new CapacitySection(context);
    var nodeClassSection = new NodeClassSection(context, capacity, poolSection);
    exceptions.waiting();
    poolSection.order(pools);
    capacity.offerings();
    capacity.write();
    exceptions.waivers();
    exceptions.switchedOff();
    for (String name : nodeClasses) {
      nodeClassSection.write(
          name, pools.stream().filter(pool -> pool.nodeClass().equals(name)).toList());
    }
    for (NodePoolView pool : pools) {
      if (!nodeClasses.contains(pool.nodeClass())) {
        out.blank();
        poolSection.write(0, pool);
      }
    }
    new RolloutSection(context).write();
    capacity.basis();
    if (nodeClasses.isEmpty() && pools.isEmpty()) {
      out.blank();
      out.line(0, "no EC2NodeClass and no NodePool");
    }
  }

  private void heading(EvaluationResult evaluated) {
    String region = evaluated.snapshot().region();
    out.line(
        0,
        out.bold(evaluated.snapshot().path())
            + "  at "
            + evaluated.snapshot().at()
            + (region == null ? "" : " in " + region));
  }

  private void lists(List<Concluded> conclusions) {
    if (conclusions.isEmpty()) {
      out.blank();
      out.line(0, "no such conclusions");
    }
    SettlementIndex.group(conclusions, concluded -> concluded.conclusion().type())
        .forEach(
            (type, ofType) -> {
              out.blank();
              out.line(0, out.bold(type) + "  " + count(ofType.size(), "conclusion"));
              list(ofType);
            });
  }

  private void list(List<Concluded> conclusions) {
    List<Concluded> shown =
        all || conclusions.size() <= MAX_ROWS + 3 ? conclusions : conclusions.subList(0, MAX_ROWS);
    Conclusion first = shown.getFirst().conclusion();
    List<Property> columns =
        Objects.requireNonNull(ConclusionTypes.of(first.getClass())).components();
    var rows = new ArrayList<List<String>>();
    rows.add(columns.stream().map(Property::name).toList());
    for (Concluded concluded : shown) {
      rows.add(columns.stream().map(column -> cell(column, concluded.conclusion())).toList());
    }
    List<String> lines = TextOutput.columns(rows, MAX_COLUMN);
    out.line(2, out.dim(lines.getFirst()));
    for (int i = 0; i < shown.size(); i++) {
      out.line(2, lines.get(i + 1));
      if (explain) {
        for (Derivation derivation : shown.get(i).derivations()) {
          out.wrappedDim(4, TextFormat.derivation(derivation));
        }
      }
    }
    if (shown.size() < conclusions.size()) {
      int left = conclusions.size() - shown.size();
      out.line(2, "and " + TextFormat.number(left) + " more (--all lists them)");
    }
  }

  private static String cell(Property column, Conclusion conclusion) {
    Object value = column.reader().apply(conclusion);
    if (value instanceof Requirements requirements) {
      return RequirementText.of(requirements);
    }
    return value instanceof Long number && number == Long.MIN_VALUE
        ? "unknown"
        : String.valueOf(value);
  }
}
