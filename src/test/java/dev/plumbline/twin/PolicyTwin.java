package dev.plumbline.twin;

import dev.plumbline.conclusion.Conclusion;
import dev.plumbline.fact.Fact;
import java.util.Collection;
import java.util.List;

/**
 * The default policy once more, written by hand in plain Java: what the rules are held against, and
 * the yardstick of their speed.
 */
public final class PolicyTwin {

  private PolicyTwin() {}

  /** All that follows from {@code facts}, in the order of a settlement. */
  public static List<Conclusion> conclude(Collection<Fact> facts) {
    var world = new TwinFacts(facts);
    var out = new TwinConclusions();
    world.classes.values().forEach(nodeClass -> TwinSelection.lookUp(world, nodeClass));
    TwinSources sources = TwinSources.judge(world, out);
    var waivers = new TwinWaivers(world, out);
    for (TwinClass nodeClass : world.classes.values()) {
      TwinSelection.select(world, nodeClass, out);
      TwinClassCheck.check(world, nodeClass, out);
    }
    TwinGates gates = TwinGates.close(world, sources, out);
    for (TwinClass nodeClass : world.classes.values()) {
      TwinEligibility.judge(world, nodeClass, out);
      TwinPreflight.judge(world, nodeClass, out);
      waivers.judge(nodeClass);
      TwinResolution.resolve(world, nodeClass, out);
      TwinMapping.map(world, nodeClass, out);
    }
    new TwinPools(world, gates, out).use();
    new TwinOrder(world, gates, out).order();
    new TwinWeight(world, gates, out).weigh();
    new TwinOfferings(world, out).offer();
    new TwinTiers(facts, out).prefer();
    TwinCapacity.judge(facts, world, out);
    TwinCluster.follow(facts, out);
    waivers.judgePools();
    TwinBarren.judge(world, out);
    TwinPending.explain(facts, world, out);
    TwinActing.act(facts, world, out);
    TwinRevisions.judge(facts, out);
    return out.sorted();
  }
}
