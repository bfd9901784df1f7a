package dev.plumbline.engine;

import dev.plumbline.engine.RuleFile.Translated;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Which rules can contribute to conclusions of a type: those that conclude it, those that conclude
 * what these read, and so on. What others conclude never changes it.
 */
final class Contributions {

  private final Map<String, List<Translated>> byConclusion = new HashMap<>();
  private final Map<String, Contribution> known = new ConcurrentHashMap<>();

  /**
   * What contributes to one type.
   *
   * @param types of conclusions, itself included
   * @param rules as the engine knows them
   */
  record Contribution(Set<String> types, Set<String> rules) {}

  Contributions(List<Translated> rules) {
    for (Translated rule : rules) {
      byConclusion.computeIfAbsent(Strata.concluded(rule), type -> new ArrayList<>()).add(rule);
    }
  }

  Contribution to(String type) {
    return known.computeIfAbsent(type, this::collect);
  }

  private Contribution collect(String type) {
    var types = new HashSet<String>();
    var rules = new HashSet<String>();
    var open = new ArrayDeque<>(List.of(type));
    while (!open.isEmpty()) {
      String next = open.pop();
      if (types.add(next)) {
        for (Translated rule : byConclusion.getOrDefault(next, List.of())) {
          rules.add(rule.node().name());
          open.addAll(Strata.read(rule));
        }
      }
    }
    return new Contribution(Set.copyOf(types), Set.copyOf(rules));
  }
}
