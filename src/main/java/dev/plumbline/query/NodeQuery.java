package dev.plumbline.query;

import static dev.plumbline.fact.RecordType.key;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plumbline.fact.Images.Ami;
import dev.plumbline.fact.Launches.PastLaunch;
import dev.plumbline.fact.Nearest;
import dev.plumbline.fact.NodeClasses.EC2NodeClass;
import dev.plumbline.fact.Nodes.Instance;
import dev.plumbline.fact.Nodes.Node;
import dev.plumbline.fact.Nodes.NodeClaim;
import dev.plumbline.fact.Pools.NodePool;
import dev.plumbline.fact.RecordType;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The node that a query means, resolved by the facts of that time. Unknown fields are empty.
 *
 * @param created when it was created, ISO 8601
 */
record NodeQuery(
    String node,
    String claim,
    String instance,
    String ami,
    String amiOfInstance,
    String instanceType,
    String nodePool,
    String nodeClass,
    String created) {

  /**
   * Finds it by the name of the Node, of the NodeClaim, or by the id of the instance, alone or
   * after its kind.
   */
  static NodeQuery of(String requested, LogState state) {
    String name = requested.substring(requested.indexOf('/') + 1);
    String kind = requested.contains("/") ? requested.substring(0, requested.indexOf('/')) : "";
    JsonNode claim =
        kind.isEmpty() || kind.equals(RecordType.name(NodeClaim.class)) ? claim(name, state) : null;
    JsonNode node = state.fact(key(Node.class, name));
    if (claim == null && node != null) {
      claim = claimOf(node, state);
    }
    if (node == null && claim != null) {
      node = state.fact(key(Node.class, BodyReader.text(claim, "nodeName")));
    }
    String instance = instance(claim, node);
    if (claim == null && node == null) {
      for (JsonNode each : state.facts(NodeClaim.class).values()) {
        if (instance(each, null).equals(name)) {
          return of(key(NodeClaim.class, BodyReader.text(each, "name")), state);
        }
      }
      NodeQuery gone = gone(name, state);
      if (gone == null) {
        throw unknown(requested, state);
      }
      return gone;
    }
    JsonNode ec2 = state.fact(key(Instance.class, instance));
    String amiOfInstance = ec2 == null ? "" : BodyReader.text(ec2, "ami");
    String pool = first(claim, node, "nodePool");
    String nodeClass = claim == null ? "" : BodyReader.text(claim, "nodeClass");
    JsonNode poolFact = state.fact(key(NodePool.class, pool));
    if (nodeClass.isEmpty() && poolFact != null) {
      nodeClass = BodyReader.text(poolFact, "nodeClass");
    }
    String ami = claim == null ? "" : BodyReader.text(claim, "ami");
    return new NodeQuery(
        node == null ? "" : BodyReader.text(node, "name"),
        claim == null ? "" : BodyReader.text(claim, "name"),
        instance,
        ami.isEmpty() ? amiOfInstance : ami,
        amiOfInstance,
        first(claim, node, "instanceType"),
        pool,
        nodeClass,
        first(claim, node, "created"));
  }

  /** One that was there before, by the name of its Node or NodeClaim. */
  private static @Nullable NodeQuery gone(String name, LogState state) {
    for (JsonNode each : state.facts(PastLaunch.class).values()) {
      String claim = BodyReader.text(each, "nodeClaim");
      String node = BodyReader.text(each, "node");
      if (claim.equals(name) || node.equals(name)) {
        return new NodeQuery(
            node,
            claim,
            "",
            BodyReader.text(each, "ami"),
            "",
            BodyReader.text(each, "instanceType"),
            BodyReader.text(each, "nodePool"),
            BodyReader.text(each, "nodeClass"),
            BodyReader.text(each, "launched"));
      }
    }
    return null;
  }

  private static String first(@Nullable JsonNode one, @Nullable JsonNode other, String field) {
    String text = one == null ? "" : BodyReader.text(one, field);
    return text.isEmpty() && other != null ? BodyReader.text(other, field) : text;
  }

  private static @Nullable JsonNode claim(String name, LogState state) {
    JsonNode named = state.fact(key(NodeClaim.class, name));
    if (named != null) {
      return named;
    }
    for (JsonNode each : state.facts(NodeClaim.class).values()) {
      if (BodyReader.text(each, "nodeName").equals(name)) {
        return each;
      }
    }
    return null;
  }

  private static @Nullable JsonNode claimOf(JsonNode node, LogState state) {
    String provider = BodyReader.text(node, "providerId");
    for (JsonNode each : state.facts(NodeClaim.class).values()) {
      if (BodyReader.text(each, "nodeName").equals(BodyReader.text(node, "name"))
          || (!provider.isEmpty() && BodyReader.text(each, "providerId").equals(provider))) {
        return each;
      }
    }
    return null;
  }

  private static String instance(@Nullable JsonNode claim, @Nullable JsonNode node) {
    String provider = first(claim, node, "providerId");
    return provider.substring(provider.lastIndexOf('/') + 1);
  }

  private static NothingKnownException unknown(String requested, LogState state) {
    var known = new TreeSet<String>();
    for (var type : List.of(Node.class, NodeClaim.class)) {
      for (Map.Entry<String, JsonNode> each : state.facts(type).entrySet()) {
        known.add(BodyReader.text(each.getValue(), "name"));
      }
    }
    return new NothingKnownException(
        "no node, NodeClaim or instance "
            + requested
            + " was known then. "
            + (known.isEmpty()
                ? "Nor was any other. Try: plumbline audit query --object Node/" + requested
                : Nearest.suggestion(requested, known)));
  }

  List<String> keys(LogState state) {
    var keys = new ArrayList<String>();
    for (String key :
        List.of(
            key(NodeClaim.class, claim),
            key(PastLaunch.class, claim),
            key(Node.class, node),
            key(Instance.class, instance),
            key(Ami.class, ami),
            key(NodePool.class, nodePool),
            key(EC2NodeClass.class, nodeClass))) {
      if (state.fact(key) != null) {
        keys.add(key);
      }
    }
    return keys;
  }
}
