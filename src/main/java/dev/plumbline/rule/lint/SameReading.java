package dev.plumbline.rule.lint;

import dev.plumbline.rule.lint.Tree.FileNode;
import dev.plumbline.rule.lint.Tree.Node;
import dev.plumbline.rule.lint.Tree.RuleNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.drools.drl.ast.descr.AccumulateDescr;
import org.drools.drl.ast.descr.AndDescr;
import org.drools.drl.ast.descr.BaseDescr;
import org.drools.drl.ast.descr.ConditionalElementDescr;
import org.drools.drl.ast.descr.ExistsDescr;
import org.drools.drl.ast.descr.ExprConstraintDescr;
import org.drools.drl.ast.descr.ForallDescr;
import org.drools.drl.ast.descr.NotDescr;
import org.drools.drl.ast.descr.OrDescr;
import org.drools.drl.ast.descr.PackageDescr;
import org.drools.drl.ast.descr.PatternDescr;
import org.drools.drl.ast.descr.RuleDescr;

/**
 * Whether the engine has read what the linter has read. What it compiles is its own reading: it may
 * hold nothing that was not checked.
 */
final class SameReading {

  private static final Set<Class<?>> GROUPS =
      Set.of(AndDescr.class, OrDescr.class, NotDescr.class, ExistsDescr.class, ForallDescr.class);

  private final RuleText text;
  private final FileNode file;
  private final PackageDescr engine;

  SameReading(RuleText text, FileNode file, PackageDescr engine) {
    this.text = text;
    this.file = file;
    this.engine = engine;
  }

  void check(Report report) {
    boolean bare =
        engine.getFunctions().isEmpty()
            && engine.getFunctionImports().isEmpty()
            && engine.getAccumulateImports().isEmpty()
            && engine.getGlobals().isEmpty()
            && engine.getAttributes().isEmpty()
            && engine.getTypeDeclarations().isEmpty()
            && engine.getEnumDeclarations().isEmpty()
            && engine.getEntryPointDeclarations().isEmpty()
            && engine.getWindowDeclarations().isEmpty()
            && engine.getUnit() == null;
    List<String> imports = file.imports().stream().map(Tree.Import::name).toList();
    boolean same =
        bare
            && engine.getImports().stream().allMatch(each -> imports.contains(each.getTarget()))
            && engine.getRules().size() == file.rules().size();
    if (!same) {
      differs(report, 0, "the file");
      return;
    }
    String code = squeezed(text.code());
    for (int i = 0; i < file.rules().size(); i++) {
      RuleNode ours = file.rules().get(i);
      RuleDescr theirs = engine.getRules().get(i);
      if (!theirs.getName().equals(ours.name())
          || !theirs.getAttributes().isEmpty()
          || theirs.getParentName() != null
          || !theirs.getNamedConsequences().isEmpty()
          || theirs.getClass() != RuleDescr.class
          || !code.contains("then" + squeezed(String.valueOf(theirs.getConsequence())) + "end")
          || !annotations(theirs).equals(values(ours))
          || !conditions(theirs, ours, code)) {
        differs(report.of(ours.name()), ours.at(), "rule \"" + ours.name() + "\"");
      }
    }
  }

  /** Whether the engine has the same patterns, each with what stands between its brackets. */
  private static boolean conditions(RuleDescr theirs, RuleNode ours, String code) {
    var patterns = new ArrayList<PatternDescr>();
    return known(theirs.getLhs(), patterns)
        && patterns.size() == count(ours.when())
        && patterns.stream().allMatch(pattern -> code.contains(written(pattern)));
  }

  private static String written(PatternDescr pattern) {
    return squeezed(
        pattern.getDescrs().stream()
            .map(BaseDescr::getText)
            .collect(Collectors.joining(",", pattern.getObjectType() + "(", ")")));
  }

  private static boolean known(BaseDescr descr, List<PatternDescr> patterns) {
    if (descr instanceof PatternDescr pattern) {
      if (pattern.getSource() instanceof AccumulateDescr accumulate) {
        return accumulate.isExternalFunction() && known(accumulate.getInput(), patterns);
      }
      patterns.add(pattern);
      return pattern.getSource() == null
          && pattern.getBehaviors().isEmpty()
          && pattern.getDescrs().stream().allMatch(each -> each instanceof ExprConstraintDescr);
    }
    return descr instanceof ConditionalElementDescr group
        && GROUPS.contains(descr.getClass())
        && group.getDescrs().stream().allMatch(each -> known((BaseDescr) each, patterns));
  }

  private static int count(List<Node> nodes) {
    int count = 0;
    for (Node node : nodes) {
      count +=
          switch (node) {
            case Tree.Match match -> 1;
            case Tree.Group group -> count(group.children());
            case Tree.Gather gather -> count(gather.source());
          };
    }
    return count;
  }

  private static Map<String, String> annotations(RuleDescr rule) {
    var values = new java.util.TreeMap<String, String>();
    rule.getAnnotationNames()
        .forEach(
            name ->
                values.put(
                    name,
                    String.valueOf(rule.getAnnotation(name).getSingleValueStripped()).strip()));
    return values;
  }

  private static Map<String, String> values(RuleNode rule) {
    var values = new java.util.TreeMap<String, String>();
    rule.annotations().forEach((name, annotation) -> values.put(name, annotation.value()));
    return values;
  }

  private static void differs(Report report, int at, String what) {
    report.error(
        Check.LANGUAGE,
        at,
        what + " can be read in two ways. Maybe write it more plainly, one statement a line.");
  }

  private static String squeezed(String code) {
    return code.replaceAll("\\s+", "");
  }
}
