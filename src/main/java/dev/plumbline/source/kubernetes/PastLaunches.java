package dev.plumbline.source.kubernetes;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plumbline.fact.Cluster.NodeInterruption;
import dev.plumbline.fact.Cluster.StatusCondition;
import dev.plumbline.fact.Fact;
import dev.plumbline.fact.Launches.PastLaunch;
import dev.plumbline.fact.Nodes.Node;
import dev.plumbline.fact.Nodes.NodeClaim;
import dev.plumbline.fact.ObjectKind;
import dev.plumbline.fact.Policy.Parameter;
import dev.plumbline.fact.Pools.NodePool;
import dev.plumbline.source.FactUpdate;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The NodeClaims that were launched and are gone, for as long as they matter, with what their nodes
 * were before their deletion began. A claim whose node was never seen never joined.
 */
public final class PastLaunches {

  private static final Duration LOOP_WINDOW = Duration.ofHours(1);

  private static final String CLAIM = ObjectKind.NODE_CLAIM.key("");
  private static final String NODE = ObjectKind.NODE.key("");
  private static final String POOL = ObjectKind.NODE_POOL.key("");

  private final Duration kept;
  private final int most;
  private final Map<String, Claim> claims = new HashMap<>();
  private final Map<String, Node> nodes = new HashMap<>(); // as they were while they lived
  private final Set<String> leaving = new HashSet<>(); // nodes whose claims are deleted
  private final Set<String> first = new HashSet<>(); // nodes that were deleted before their claims
  private final Set<String> known = new HashSet<>(); // pools that were there at some time
  private final Set<String> pools = new HashSet<>(); // that are there, and not being deleted
  private final Map<String, Instant> interrupted = new HashMap<>(); // by claim that is there
  private final Map<String, PastLaunch> past = new LinkedHashMap<>();

  /**
   * A claim that is there, when its deletion began, why it is disrupted, how it drifted, and what
   * was deleted before it.
   */
  private record Claim(
      NodeClaim claim,
      @Nullable Instant deleted,
      @Nullable String disruption,
      @Nullable String drift,
      @Nullable String deletedWith) {}

  /**
   * None yet.
   *
   * @param kept how long one is kept after its deletion
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
          claims.put(claim.name(), seen(claim, each, now));
        } else if (fact instanceof Node node && node.nodePool() != null) {
          seen(node);
        } else if (fact instanceof NodeInterruption interruption) {
          seen(interruption, now, more);
        } else if (fact instanceof NodePool pool) {
          seen(pool);
        }
      }
      if (each.facts().isEmpty() && each.owner().startsWith(CLAIM)) {
        gone(claims.remove(each.owner().substring(CLAIM.length())), now, more);
      } else if (each.facts().isEmpty() && each.owner().startsWith(NODE)) {
        forget(each.owner().substring(NODE.length()));
      } else if (each.facts().isEmpty() && each.owner().startsWith(POOL)) {
        pools.remove(each.owner().substring(POOL.length()));
      }
    }
    expire(now, more);
    return more;
  }

  private Claim seen(NodeClaim claim, FactUpdate update, Instant now) {
    Claim before = claims.get(claim.name());
    Instant deleted = before == null ? null : before.deleted();
    String deletedWith = before == null ? null : before.deletedWith();
    if (claim.deleting() && deleted == null) {
      deleted = deletion(update.document(), now);
      deletedWith = deletedWith(claim);
    }
    if (deleted != null && claim.nodeName() != null) {
      leaving.add(claim.nodeName());
    }
    String disruption = before == null ? null : before.disruption();
    String drift = before == null ? null : before.drift();
    for (Fact fact : update.facts()) {
      if (fact instanceof StatusCondition condition && condition.status().equals("True")) {
        if (condition.type().equals("DisruptionReason")) {
          disruption = condition.reason();
        } else if (condition.type().equals("Drifted")) {
          drift = condition.reason();
        }
      }
    }
    return new Claim(claim, deleted, disruption, drift, deletedWith);
  }

  /** A claim that Karpenter deletes is deleted before its node, and while its pool is there. */
  private @Nullable String deletedWith(NodeClaim claim) {
    if (claim.nodePool() != null
        && known.contains(claim.nodePool())
        && !pools.contains(claim.nodePool())) {
      return ObjectKind.NODE_POOL.kind();
    }
    return claim.nodeName() != null && first.contains(claim.nodeName())
        ? ObjectKind.NODE.kind()
        : null;
  }

  private void seen(NodePool pool) {
    known.add(pool.name());
    if (pool.deleting()) {
      pools.remove(pool.name());
    } else {
      pools.add(pool.name());
    }
  }

  private static Instant deletion(@Nullable JsonNode document, Instant now) {
    String text =
        document == null ? "" : document.path("metadata").path("deletionTimestamp").asText();
    return text.isEmpty() ? now : Instant.parse(text);
  }

  /** A node that is drained and ends is NotReady for that: what it was before counts. */
  private void seen(Node node) {
    if (node.deleting() && !leaving.contains(node.name())) {
      first.add(node.name());
    }
    if (node.deleting() || leaving.contains(node.name())) {
      nodes.putIfAbsent(node.name(), node);
    } else {
      nodes.put(node.name(), node);
    }
  }

  /** It is told of a claim whose deletion has begun, and may come when the claim is gone. */
  private void seen(NodeInterruption interruption, Instant now, List<FactUpdate> more) {
    String claim = interruption.nodeClaim();
    Instant at = Objects.requireNonNullElse(interruption.at(), now);
    PastLaunch launch = past.get(claim);
    if (claims.containsKey(claim)) {
      interrupted.putIfAbsent(claim, at);
    } else if (launch != null && launch.interrupted() == null) {
      remember(launch.interruptedAt(at), more);
    }
  }

  private void remember(PastLaunch launch, List<FactUpdate> more) {
    past.put(launch.nodeClaim(), launch);
    more.add(new FactUpdate(launch.key(), List.of(launch), null));
  }

  private void gone(@Nullable Claim last, Instant now, List<FactUpdate> more) {
    if (last == null) {
      return;
    }
    NodeClaim claim = last.claim();
    // It may be gone before it was seen to be deleted.
    String deletedWith = last.deleted() == null ? deletedWith(claim) : last.deletedWith();
    Node node = null;
    if (claim.nodeName() != null) {
      node = nodes.remove(claim.nodeName());
      leaving.remove(claim.nodeName());
      first.remove(claim.nodeName());
    }
    Instant interruption = interrupted.remove(claim.name());
    Instant launched = claim.created();
    if (claim.nodePool() == null
        || claim.instanceType() == null
        || claim.ami() == null
        || launched == null) {
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
            node == null ? null : node.allocatable(),
            claim.nodeClass(),
            claim.zone(),
            claim.registered(),
            claim.initialized(),
            node == null ? null : node.ready(),
            node == null ? null : node.readySince(),
            Objects.requireNonNullElse(last.deleted(), now),
            last.disruption(),
            interruption,
            claim.expires(),
            claim.nodeName(),
            last.drift(),
            deletedWith);
    remember(launch, more);
  }

  /** A node goes before its claim: what it had is kept until the claim is gone. */
  private void forget(String node) {
    if (claims.values().stream().noneMatch(each -> node.equals(each.claim().nodeName()))) {
      nodes.remove(node);
      first.remove(node);
    }
  }

  /** Whether a launch matters no more. */
  public static boolean isOver(PastLaunch launch, Duration kept, Instant now) {
    return Objects.requireNonNullElse(launch.deleted(), launch.launched()).plus(kept).isBefore(now);
  }

  /** How long launches matter: for {@code evidence.window}, and twice {@code loop.window}. */
  public static Duration kept(List<Parameter> parameters) {
    Duration loop = named("loop.window", parameters, LOOP_WINDOW).multipliedBy(2);
    Duration evidence = named("evidence.window", parameters, loop);
    return loop.compareTo(evidence) < 0 ? evidence : loop;
  }

  private static Duration named(String name, List<Parameter> parameters, Duration otherwise) {
    return parameters.stream()
        .filter(parameter -> parameter.name().equals(name))
        .map(Parameter::duration)
        .filter(Objects::nonNull)
        .findFirst()
        .orElse(otherwise);
  }

  private void expire(Instant now, List<FactUpdate> more) {
    var each = past.values().iterator();
    while (each.hasNext()) {
      PastLaunch launch = each.next();
      if (past.size() > most || isOver(launch, kept, now)) {
        each.remove();
        more.add(FactUpdate.gone(launch.key()));
      }
    }
  }
}
