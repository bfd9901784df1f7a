package dev.plumbline.twin;

import dev.plumbline.conclusion.NodePoolPreference;
import dev.plumbline.conclusion.SourceNotReady;
import dev.plumbline.conclusion.TierNodeOverlay;
import dev.plumbline.conclusion.TierNodePool;
import dev.plumbline.conclusion.TierObject;
import dev.plumbline.conclusion.TierObsolete;
import dev.plumbline.conclusion.TierRetired;
import dev.plumbline.fact.Fact;
import dev.plumbline.fact.NodeOverlay;
import dev.plumbline.fact.NodePool;
import dev.plumbline.fact.PreferenceItem;
import java.util.Collection;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** tier-retirement.drl: which objects made for tiers are of no use any more? */
final class TwinRetirement {

  private static final String MODE = "plumbline.dev/mode";

  private final Collection<Fact> facts;
  private final TwinCluster world;
  private final TwinConclusions out;
  private final Set<String> waiting = new HashSet<>();

  TwinRetirement(Collection<Fact> facts, TwinCluster world, TwinConclusions out) {
    this.facts = facts;
    this.world = world;
    this.out = out;
    out.of(SourceNotReady.class).forEach(it -> waiting.add(it.source()));
  }

  void retire() {
    if (waiting.contains("node-pools") || waiting.contains("cluster")) {
      return;
    }
    for (Fact fact : facts) {
      if (fact instanceof NodePool it && it.tierOf() != null && !it.deleting()) {
        String mode = it.annotations().value(MODE);
        judge(new TierObject("NodePool", it.name(), it.tierOf(), mode));
      }
      if (fact instanceof NodeOverlay it && it.tierOf() != null && !it.deleting()) {
        String mode = it.annotations().value(MODE);
        judge(new TierObject("NodeOverlay", it.name(), it.tierOf(), mode));
      }
    }
  }

  private void judge(TierObject it) {
    out.add(it);
    String why = obsolete(it);
    if (why == null) {
      return;
    }
    out.add(new TierObsolete(it.kind(), it.name(), it.nodePool(), why));
    boolean used = it.kind().equals("NodePool") && world.claimsByPool.containsKey(it.name());
    if (used || it.kind().equals("NodeOverlay") || !waiting.contains("node-claims")) {
      out.add(new TierRetired(it.kind(), it.name(), it.nodePool(), !used, why));
    }
  }

  private @Nullable String obsolete(TierObject it) {
    String pool = it.nodePool();
    NodePool parent =
        world.pools.stream().filter(p -> p.name().equals(pool)).findAny().orElse(null);
    if (parent == null) {
      return "NodePool " + pool + ", whose tier it makes, is not there";
    }
    if (parent.deleting()) {
      return "NodePool " + pool + ", whose tier it makes, is being deleted";
    }
    if (facts.stream().noneMatch(f -> f instanceof PreferenceItem p && p.nodePool().equals(pool))) {
      return "NodePool " + pool + " has no plumbline.dev/prefer any more";
    }
    boolean told =
        out.of(NodePoolPreference.class).stream().anyMatch(p -> p.nodePool().equals(pool));
    if (!told || world.waits("MaintainPreferenceTiers", parent)) {
      return null;
    }
    if (it.kind().equals("NodePool")) {
      return out.of(TierNodePool.class).stream()
              .anyMatch(t -> t.nodePool().equals(pool) && t.name().equals(it.name()))
          ? null
          : "no tier of NodePool " + pool + " is a pool of this name any more";
    }
    return out.of(TierNodeOverlay.class).stream()
            .anyMatch(t -> t.nodePool().equals(pool) && t.name().equals(it.name()))
        ? null
        : "no tier of NodePool " + pool + " is an overlay of this name any more";
  }
}
