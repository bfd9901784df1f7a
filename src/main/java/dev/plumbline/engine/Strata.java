package dev.plumbline.engine;

import dev.plumbline.engine.RuleFile.Translated;
import dev.plumbline.language.Tree;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The order in which rules are loaded: one that reads a conclusion after all that conclude it. The
 * engine fires in this order where nothing else decides; in another, conclusions are drawn and
 * withdrawn again on the way.
 */
final class Strata {

  private Strata() {}

  /**
   * A rule with types as indexes into the strata.
   *
   * @param reads without what it concludes
   */
  private record Numbered(Translated rule, int concludes, int[] reads) {

    int stratum(int[] strata) {
      int highest = 0;
      for (int type : reads) {
        highest = Math.max(highest, strata[type]);
      }
      return highest;
    }
  }

  static List<Translated> ordered(List<Translated> rules) {
    var types = new HashMap<String, Integer>();
    var ordered = new ArrayList<Numbered>();
    for (Translated rule : rules) {
      String concludes = concluded(rule);
      Set<String> reads = read(rule);
      reads.remove(concludes);
      ordered.add(
          new Numbered(
              rule,
              index(concludes, types),
              reads.stream().mapToInt(type -> index(type, types)).toArray()));
    }
    int[] strata = strata(ordered, types.size());
    ordered.sort(Comparator.comparingInt(rule -> rule.stratum(strata)));
    return ordered.stream().map(Numbered::rule).toList();
  }

  private static int index(String type, Map<String, Integer> types) {
    return types.computeIfAbsent(type, t -> types.size());
  }

  private static int[] strata(List<Numbered> rules, int types) {
    int[] strata = new int[types];
    // Each round raises what depends on what the previous round raised; conclusions that depend on
    // each other would be raised forever.
    boolean lifted = true;
    for (int round = 0; lifted && round <= rules.size(); round++) {
      lifted = false;
      for (Numbered rule : rules) {
        int above = rule.stratum(strata) + 1;
        if (above > strata[rule.concludes()] && above <= rules.size()) {
          strata[rule.concludes()] = above;
          lifted = true;
        }
      }
    }
    return strata;
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
