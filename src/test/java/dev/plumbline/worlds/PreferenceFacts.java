package dev.plumbline.worlds;

import dev.plumbline.fact.Fact;
import dev.plumbline.fact.InstanceTypes.InstanceType;
import dev.plumbline.fact.InstanceTypes.OnDemandPrice;
import dev.plumbline.fact.InstanceTypes.SpotPrice;
import dev.plumbline.fact.Policy.Parameter;
import dev.plumbline.fact.Pools.MinValues;
import dev.plumbline.fact.Pools.NodePool;
import dev.plumbline.fact.Pools.PreferenceItem;
import dev.plumbline.fact.Quantity;
import dev.plumbline.fact.Resources;
import dev.plumbline.fact.Tags;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/** Orders of preference for the pools of a world, with the prices that overlays need. */
final class PreferenceFacts extends Dice {

  private static final String LONG =
      "a-group-with-a-name-so-long-that-no-label-holds-it-with-a-pool";
  private static final List<String> ITEMS =
      List.of(
          "c7i-flex",
          "c7i",
          "c*",
          "m*",
          "m5",
          "m5.large",
          "*.large",
          "7",
          "t2",
          "c7j",
          "m5.lrge",
          "@flex",
          "@graviton",
          "@c7i",
          "@" + LONG,
          "@flx",
          "*",
          "*",
          "*");

  private final Map<String, Fact> facts;

  private PreferenceFacts(SplittableRandom random, Map<String, Fact> facts) {
    super(random);
    this.facts = facts;
  }

  static void random(SplittableRandom random, Map<String, Fact> facts) {
    var preferences = new PreferenceFacts(random, facts);
    preferences.parameters();
    for (Fact fact : List.copyOf(facts.values())) {
      if (fact instanceof NodePool pool && preferences.chance(0.4)) {
        preferences.prefer(pool);
      } else if (fact instanceof InstanceType type) {
        preferences.prices(type.name());
      }
    }
  }

  private void parameters() {
    if (chance(0.9)) {
      put(new Parameter("preference.groups", "flex", "*-flex"));
      put(new Parameter("preference.groups", "c7i", "c7i*"));
      put(new Parameter("preference.groups", LONG, "g* m6g"));
      put(
          new Parameter(
              "preference.groups",
              "graviton",
              "karpenter.k8s.aws/instance-cpu-manufacturer=aws nothing=*"));
    }
    if (chance(0.95)) {
      put(new Parameter("preference.form", "", pick("nodepool", "nodepool", "nodeoverlay")));
    }
    if (chance(0.03)) {
      put(new Parameter("preference.form", "", "odd"));
    }
    if (chance(0.95)) {
      put(new Parameter("preference.overlayWeight", "", pick("1000", "7")));
    }
  }

  private void prefer(NodePool pool) {
    Tags annotations =
        chance(0.6)
            ? Tags.NONE
            : Tags.of(
                Map.of(
                    "plumbline.dev/prefer-form",
                    chance(0.1) ? "odd" : pick("nodepool", "nodeoverlay", "nodeoverlay")));
    Tags labels = chance(0.95) ? Tags.NONE : Tags.of(Map.of("plumbline.dev/tier-of", "pool-1"));
    Resources limits =
        chance(0.8) ? Resources.NONE : Resources.of(Map.of("cpu", Quantity.parse("100")));
    put(
        new NodePool(
            pool.name(),
            pool.nodeClass(),
            pick(null, null, 10, 11, 12, 99),
            pool.requirements(),
            annotations,
            labels,
            chance(0.04),
            chance(0.05) ? 2 : null,
            limits,
            Resources.NONE));
    for (int i = 1, n = 1 + random.nextInt(5); i <= n; i++) {
      put(new PreferenceItem(pool.name(), i, pick(ITEMS), chance(0.12)));
    }
    if (chance(0.05)) {
      put(new PreferenceItem(pool.name(), 1, "c7i", false));
      put(new PreferenceItem(pool.name(), 2, "@c7i", false));
      put(new PreferenceItem(pool.name(), 3, "*", false));
    }
    if (chance(0.1)) {
      String label = pick("karpenter.k8s.aws/instance-family", "karpenter.k8s.aws/instance-cpu");
      put(new MinValues(pool.name(), label, 1 + random.nextInt(3)));
    }
    if (chance(0.1)) {
      Tags mine = Tags.of(Map.of("plumbline.dev/tier-of", pool.name()));
      put(
          new NodePool(
              pool.name() + pick("-c7i", "-m5"),
              pool.nodeClass(),
              pick(null, 11),
              pool.requirements(),
              Tags.NONE,
              chance(0.5) ? mine : Tags.NONE,
              false,
              null,
              Resources.NONE,
              Resources.NONE));
    }
  }

  private void prices(String type) {
    if (chance(0.8)) {
      put(new OnDemandPrice(type, pick(90_000, 100_000, 8_600_000, 900_000_000)));
    }
    for (String zone : List.of("us-east-1a", "us-east-1b")) {
      if (chance(0.4)) {
        put(new SpotPrice(type, zone, pick(1, 30_000, 40_000, 100_000)));
      }
    }
  }

  private void put(Fact fact) {
    facts.put(fact.key(), fact);
  }
}
