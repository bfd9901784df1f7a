package dev.plumbline.backtest;

import dev.plumbline.fact.Fact;
import dev.plumbline.source.PolicyData;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * How the facts that come with two rule sets differ: parameters, AMI families, waivers, and all
 * else in their data files. The other rules see their own in place of a recorded one that came with
 * the recorded rules; one that was set elsewhere, such as in the parameters of the host, stays.
 */
final class PolicyChange {

  private final Map<String, Fact> before;
  private final Map<String, Fact> after;
  private final Set<String> keys = new TreeSet<>();

  private PolicyChange(Map<String, Fact> before, Map<String, Fact> after) {
    this.before = before;
    this.after = after;
    keys.addAll(before.keySet());
    keys.addAll(after.keySet());
    keys.removeIf(key -> Objects.equals(before.get(key), after.get(key)));
  }

  static PolicyChange between(PolicyData before, PolicyData after) {
    return new PolicyChange(facts(before), facts(after));
  }

  private static Map<String, Fact> facts(PolicyData policy) {
    var facts = new HashMap<String, Fact>();
    policy.facts().forEach(fact -> facts.put(fact.key(), fact));
    policy.parameters().forEach(fact -> facts.put(fact.key(), fact));
    return facts;
  }

  /** The keys of the facts that are not the same for both, sorted. */
  Set<String> keys() {
    return keys;
  }

  /** Their types. */
  Set<String> types() {
    var types = new HashSet<String>();
    for (String key : keys) {
      for (Map<String, Fact> facts : java.util.List.of(before, after)) {
        Fact fact = facts.get(key);
        if (fact != null) {
          types.add(fact.getClass().getSimpleName());
        }
      }
    }
    return types;
  }

  /**
   * The fact of this key that the other rules see.
   *
   * @param recorded null when there is none
   * @return null when there is none for them
   */
  @Nullable Fact seen(String key, @Nullable Fact recorded) {
    return keys.contains(key) && Objects.equals(recorded, before.get(key))
        ? after.get(key)
        : recorded;
  }
}
