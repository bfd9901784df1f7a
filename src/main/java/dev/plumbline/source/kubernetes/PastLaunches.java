package dev.plumbline.source.kubernetes;

import dev.plumbline.fact.Fact;
import dev.plumbline.fact.Nodes.Node;
import dev.plumbline.fact.Nodes.NodeClaim;
import dev.plumbline.fact.Nodes.PastLaunch;
import dev.plumbline.fact.ObjectKind;
import dev.plumbline.fact.Resources;
import dev.plumbline.source.FactUpdate;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The NodeClaims that were launched and are gone, for as long as they matter. A claim whose node
 * was never seen never joined.
 */
public final class PastLaunches {

  private static final String CLAIM = ObjectKind.NODE_CLAIM.key("");
  private static final String NODE = ObjectKind.NODE.key("");

  private final Duration kept;
  private final int most;
  private final Map<String, NodeClaim> claims = new HashMap<>();
  private final Map<String, Resources> allocatable = new HashMap<>(); // by node
  private final Map<String, PastLaunch> past = new LinkedHashMap<>();

  /**
   * None yet.
   *
   * @param kept how long after its launch one is kept: twice {@code loop.window}
   * @param most the most launches kept; beyond, the oldest deletion is evicted first
   */
  public PastLaunches(Duration kept, int most) {
    this.kept = kept;
    this.most = most;
  }

  public synchronized List<FactUpdate> after(List<FactUpdate> updates, Instant now) {
    var more = new ArrayList<FactUpdate>();
    for (FactUpdate each : updates) {
      for (Fact fact : each.facts()) {
        if (fact instanceof NodeClaim claim) {
          claims.put(claim.name(), claim);
        } else if (fact instanceof Node node && node.nodePool() != null) {
          allocatable.put(node.name(), node.allocatable());
        }
      }
      if (each.facts().isEmpty() && each.owner().startsWith(CLAIM)) {
        gone(claims.remove(each.owner().substring(CLAIM.length())), now, more);
      } else if (each.facts().isEmpty() && each.owner().startsWith(NODE)) {
        forget(each.owner().substring(NODE.length()));
      }
    }
    expire(now, more);
    return more;
  }

  private void gone(@Nullable NodeClaim claim, Instant now, List<FactUpdate> more) {
    if (claim == null) {
      return;
    }
    String node = claim.nodeName();
    Resources real = node == null ? null : allocatable.remove(node);
    Instant launched = claim.created();
    if (claim.nodePool() == null
        || claim.instanceType() == null
        || claim.ami() == null
        || launched == null
        || launched.plus(kept).isBefore(now)) {
      return;
    }
    var launch =
        new PastLaunch(
            claim.name(),
            claim.nodePool(),
            claim.instanceType(),
            claim.ami(),
            launched,
            claim.allocatable(),
            real);
    past.put(claim.name(), launch);
    more.add(new FactUpdate(launch.key(), List.of(launch), null));
  }

  /** A node goes before its claim: what it had is kept until the claim is gone. */
  private void forget(String node) {
    if (claims.values().stream().noneMatch(claim -> node.equals(claim.nodeName()))) {
      allocatable.remove(node);
    }
  }

  private void expire(Instant now, List<FactUpdate> more) {
    var each = past.values().iterator();
    while (each.hasNext()) {
      PastLaunch launch = each.next();
      if (past.size() > most || launch.launched().plus(kept).isBefore(now)) {
        each.remove();
        more.add(FactUpdate.gone(launch.key()));
      }
    }
  }
}
