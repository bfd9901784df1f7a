package dev.plumbline.engine;

import dev.plumbline.engine.RuleFile.Translated;
import dev.plumbline.language.Tree;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The order in which rules are loaded: one that reads a conclusion after all that conclude it. The
 * engine fires in this order where nothing else decides; in another, conclusions are drawn and
 * withdrawn again on the way.
 */
final class Strata {

  private final Map<Translated, Set<String>> reads = new IdentityHashMap<>();
  private final Map<String, Integer> strata = new HashMap<>();

  private Strata(List<Translated> rules) {
    for (Translated rule : rules) {
      Set<String> types = read(rule);
      types.remove(concluded(rule));
      reads.put(rule, types);
    }
    // Each round raises what depends on what the previous round raised; conclusions that depend on
    // each other would be raised forever.
    boolean lifted = true;
    for (int round = 0; lifted && round <= rules.size(); round++) {
      lifted = false;
      for (Translated rule : rules) {
        int above = of(rule) + 1;
        if (above > strata.getOrDefault(concluded(rule), 0) && above <= rules.size()) {
          strata.put(concluded(rule), above);
          lifted = true;
        }
      }
    }
  }

  static List<Translated> ordered(List<Translated> rules) {
    var strata = new Strata(rules);
    var ordered = new ArrayList<>(rules);
    ordered.sort(Comparator.comparingInt(strata::of));
    return ordered;
  }

  private int of(Translated rule) {
    return reads.getOrDefault(rule, Set.of()).stream()
        .mapToInt(type -> strata.getOrDefault(type, 0))
        .max()
        .orElse(0);
  }

  /** The types that a rule reads: facts and conclusions. */
  static Set<String> read(Translated rule) {
    var types = new HashSet<String>();
    rule.node().when().forEach(each -> types(each, types));
    return types;
  }

  static String concluded(Translated rule) {
    return rule.node().then().type();
  }

  private static void types(Tree.Node node, Set<String> types) {
    switch (node) {
      case Tree.Match match -> types.add(match.type());
      case Tree.Group group -> group.children().forEach(each -> types(each, types));
      case Tree.Accumulate accumulate -> accumulate.source().forEach(each -> types(each, types));
    }
  }
}
