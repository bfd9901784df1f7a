package dev.plumbline.why;

import dev.plumbline.engine.RuleSet;
import dev.plumbline.language.ParsedFile;
import dev.plumbline.language.Rule;
import dev.plumbline.language.RuleFiles;
import dev.plumbline.language.TagReads;
import dev.plumbline.language.Tree;
import dev.plumbline.source.PolicyData;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The rules of a set that judge, ready to be evaluated beside the engine. */
public final class CompiledRules {

  private final String digest;
  private final PolicyData data;
  private final Map<String, CompiledRule> byName = new HashMap<>();
  private final Map<String, List<CompiledRule>> byConclusion = new HashMap<>();

  public CompiledRules(RuleSet rules) {
    this.digest = rules.digest();
    this.data = PolicyData.read(rules.files().all());
    var named = new HashMap<String, Rule>();
    rules.rules().forEach(rule -> named.put(rule.name(), rule));
    RuleFiles files = rules.files();
    for (String file : files.all().keySet()) {
      if (file.endsWith(".drl")) {
        var parsed = ParsedFile.of(files, file);
        for (Tree.RuleNode node : parsed.tree().rules()) {
          Rule rule = named.get(node.name());
          if (rule != null) {
            for (Tree.RuleNode each : TagReads.split(node)) {
              add(new RuleCompiler(parsed.text()).read(each, rule));
            }
          }
        }
      }
    }
    byConclusion
        .values()
        .forEach(list -> list.sort((a, b) -> a.rule().id().compareTo(b.rule().id())));
  }

  private void add(CompiledRule form) {
    byName.putIfAbsent(form.rule().name(), form);
    byConclusion.computeIfAbsent(form.concludes().name(), type -> new ArrayList<>()).add(form);
  }

  public String digest() {
    return digest;
  }

  /** The data files of the rules, by whose declarations parameters are set. */
  PolicyData data() {
    return data;
  }

  public Map<String, List<CompiledRule>> byConclusion() {
    return byConclusion;
  }

  public List<CompiledRule> concluding(String type) {
    return byConclusion.getOrDefault(type, List.of());
  }

  public @Nullable CompiledRule of(Rule rule) {
    return byName.get(rule.name());
  }
}
