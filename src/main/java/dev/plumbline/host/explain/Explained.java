package dev.plumbline.host.explain;

import dev.plumbline.conclusion.Conclusion;
import dev.plumbline.rule.Rule;
import java.util.List;
import java.util.SortedMap;

/** A part of an explanation. */
public sealed interface Explained {

  /**
   * A conclusion with every way in which it follows.
   *
   * @param number what it is referred to by
   * @param ways alternatives: one is enough
   * @param left how many more ways there are
   */
  record Held(int number, Conclusion conclusion, List<Way> ways, int left) implements Explained {}

  /** A conclusion that is explained elsewhere, under its number. */
  record Again(int number, Conclusion conclusion) implements Explained {}

  /** A conclusion that is not explained any further, since it is too deep down. */
  record Cut(Conclusion conclusion) implements Explained {}

  /**
   * A fact.
   *
   * @param key NodePool/gpu
   * @param values what the rule reads of it, by property
   */
  record Stated(String key, SortedMap<String, String> values) implements Explained {}

  /**
   * One way in which a conclusion follows.
   *
   * @param place file:line@digest
   * @param from what the rule matched, in the order of its conditions
   * @param left how much more it matched
   * @param and what else it asks for: what must not be there, must be there, or is counted
   */
  record Way(Rule rule, String place, List<Explained> from, int left, List<String> and) {}
}
