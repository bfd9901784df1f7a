package dev.plumbline.worlds;

import dev.plumbline.fact.Fact;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * Facts that are added to those of a world, from a stream of its own, so that the others stay what
 * they are.
 */
abstract class AddedFacts extends Dice {

  private final Map<String, Fact> facts;

  /** Adds to {@code facts}; {@code stream} differs from those of all others. */
  AddedFacts(long stream, Map<String, Fact> facts) {
    super(new SplittableRandom(stream));
    this.facts = facts;
  }

  /** Those of a type as they are now. */
  final <T extends Fact> List<T> all(Class<T> type) {
    return facts.values().stream().filter(type::isInstance).map(type::cast).toList();
  }

  final void put(Fact fact) {
    facts.put(fact.key(), fact);
  }
}
