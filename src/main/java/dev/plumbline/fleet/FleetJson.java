package dev.plumbline.fleet;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plumbline.fleet.ClusterStatus.BundleInUse;
import dev.plumbline.fleet.ClusterStatus.ClosedGate;
import dev.plumbline.fleet.ClusterStatus.ImageInUse;
import dev.plumbline.fleet.Fleet.FleetStatus;
import java.time.Duration;
import java.time.Instant;

/** The clusters for programs. What is not known is null; docs/fleet.md lists the fields. */
public final class FleetJson {

  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

  private FleetJson() {}

  public static ObjectNode of(FleetStatus fleet, Duration maxAge) {
    ObjectNode json = JSON.objectNode().put("at", fleet.at().toString());
    ArrayNode clusters = json.putArray("clusters");
    fleet.clusters().forEach(each -> clusters.add(of(each, fleet.at(), maxAge)));
    return json;
  }

  public static ObjectNode of(FleetChanges changes, Instant at, Duration maxAge) {
    ObjectNode json = JSON.objectNode().put("at", at.toString()).put("cluster", changes.cluster());
    changes.changes().forEach(json.putArray("changes")::add);
    ClusterStatus now = changes.now();
    json.set("now", now == null ? JSON.nullNode() : of(now, at, maxAge));
    return json;
  }

  private static ObjectNode of(ClusterStatus cluster, Instant at, Duration maxAge) {
    ObjectNode json =
        JSON.objectNode()
            .put("cluster", cluster.cluster())
            .put("place", cluster.place())
            .put("status", cluster.status(at, maxAge).wire())
            .put("origin", cluster.origin())
            .put("key", cluster.key())
            .put("writer", cluster.writer())
            .put("first", cluster.first())
            .put("entries", cluster.entries())
            .put("last", cluster.last() == null ? null : cluster.last().toString())
            .put("ageSeconds", cluster.last() == null ? null : cluster.age(at).toSeconds())
            .put("rules", cluster.rules())
            .put("state", cluster.state())
            .put("verified", cluster.verified());
    if (cluster.state() == null) {
      json.putNull("images").putNull("bundles").putNull("gates").putNull("findings");
    } else {
      ArrayNode images = json.putArray("images");
      cluster.images().forEach(each -> images.add(image(each)));
      ArrayNode bundles = json.putArray("bundles");
      cluster.bundles().forEach(each -> bundles.add(bundle(each)));
      ArrayNode gates = json.putArray("gates");
      cluster.gates().forEach(each -> gates.add(gate(each)));
      cluster.findings().forEach(json.putObject("findings")::put);
    }
    ArrayNode problems = json.putArray("problems");
    cluster
        .problems()
        .forEach(
            each ->
                problems
                    .addObject()
                    .put("kind", each.kind().wire())
                    .put("object", each.object())
                    .put("message", each.message()));
    return json;
  }

  private static ObjectNode image(ImageInUse image) {
    return JSON.objectNode()
        .put("nodeClass", image.nodeClass())
        .put("release", image.release())
        .put("train", image.train())
        .put("ring", image.ring())
        .put("state", image.state())
        .put("nodes", image.nodes());
  }

  private static ObjectNode bundle(BundleInUse bundle) {
    return JSON.objectNode()
        .put("digest", bundle.digest())
        .put("title", bundle.title())
        .put("state", bundle.state())
        .put("message", bundle.message());
  }

  private static ObjectNode gate(ClosedGate gate) {
    return JSON.objectNode()
        .put("gate", gate.gate())
        .put("blocks", gate.blocks())
        .put("waitsFor", gate.waitsFor())
        .put("since", gate.since())
        .put("message", gate.message());
  }
}
