package dev.plumbline.rehearsal;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plumbline.fact.Fact;
import dev.plumbline.fact.InstanceTypes.InstanceType;
import dev.plumbline.fact.InstanceTypes.InstanceTypeOffering;
import dev.plumbline.fact.Labels;
import dev.plumbline.fact.ObjectKind;
import dev.plumbline.fact.ObjectRef;
import dev.plumbline.fact.Resources;
import dev.plumbline.fact.Tags;
import dev.plumbline.fact.Values;
import dev.plumbline.rehearsal.AmiResolver.Scope;
import dev.plumbline.rehearsal.MemoryApiServer.WatchType;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/** A model of Karpenter with one node class and one pool of golden images, and nobody else. */
final class ModelCluster {

  /** Selector terms: every golden image. */
  static final String GOLDEN = "[{\"name\": \"golden-*\", \"owner\": \"self\"}]";

  private static final ObjectMapper JSON = JsonMapper.builder().build();
  private static final ObjectRef CLASS = ObjectKind.EC2_NODE_CLASS.ref("golden");
  private static final ObjectRef POOL = ObjectKind.NODE_POOL.ref("default");

  final Timeline time;
  final MemoryApiServer server;
  final ImageCatalog images = new ImageCatalog();
  final KarpenterModel model;

  ModelCluster(Instant start, long seed) {
    time = new Timeline(start);
    server = new MemoryApiServer(time);
    var resolver = new AmiResolver(images, List.of(), new Scope("123456789012", "1.33"), time);
    model = new KarpenterModel(time, server, resolver, region(), new SplittableRandom(seed));
    images.onChange(model::imagesChanged);
  }

  private static List<Fact> region() {
    var labels =
        Labels.of(
            Map.of(
                "kubernetes.io/arch", List.of("amd64"),
                "node.kubernetes.io/instance-type", List.of("m5.large")));
    return List.of(
        new InstanceType(
            "m5.large",
            "amd64",
            Values.only("hvm"),
            Values.NONE,
            null,
            null,
            null,
            "m5",
            true,
            2,
            8192,
            3,
            10,
            null,
            Resources.NONE,
            labels,
            Tags.of(Map.of("0", "3")),
            Values.NONE),
        new InstanceTypeOffering("m5.large", "us-east-1a"),
        new InstanceTypeOffering("m5.large", "us-east-1b"));
  }

  static String ami(String version) {
    return "ami-0000000000000a0" + version.substring(1);
  }

  /** Makes an image available now: v12 is for arm64, others for x86_64. */
  ModelCluster image(String version) {
    String architecture = version.equals("v12") ? "arm64" : "x86_64";
    images.put(
        object(
            """
            {"Images": [{"ImageId": "%s", "Name": "golden-%s-%s", "State": "available",
                         "Architecture": "%s", "CreationDate": "2026-11-%s", "OwnerId": "123456789012"}]}
            """
                .formatted(
                    ami(version),
                    architecture,
                    version,
                    architecture,
                    version.substring(1) + "T09:00:00.000Z")));
    return this;
  }

  void nodeClass(String terms) {
    server.put(
        CLASS,
        object("{\"spec\": {\"amiFamily\": \"AL2023\", \"amiSelectorTerms\": " + terms + "}}"));
  }

  void pin(String... versions) {
    server.edit(
        CLASS,
        nodeClass -> {
          var terms = nodeClass.withObjectProperty("spec").putArray("amiSelectorTerms");
          for (String version : versions) {
            terms.addObject().put("id", ami(version));
          }
          return nodeClass;
        });
  }

  void nodePool(String budget) {
    server.put(
        POOL,
        object(
            """
            {"spec": {
              "disruption": {"consolidationPolicy": "WhenEmpty", "consolidateAfter": "30s",
                             "budgets": [{"nodes": "%s"}]},
              "template": {"spec": {
                "expireAfter": "Never",
                "nodeClassRef": {"group": "karpenter.k8s.aws", "kind": "EC2NodeClass", "name": "golden"},
                "requirements": [{"key": "karpenter.sh/capacity-type", "operator": "In", "values": ["on-demand"]}]}}}}
            """
                .formatted(budget)));
  }

  /** Adds a budget that lets no drifted node go, or takes it away. */
  void hold(boolean hold) {
    server.edit(
        POOL,
        pool -> {
          var budgets =
              pool.withObjectProperty("spec")
                  .withObjectProperty("disruption")
                  .withArrayProperty("budgets");
          if (hold) {
            budgets.addObject().put("nodes", "0").putArray("reasons").add("Drifted");
          } else {
            budgets.remove(1);
          }
          return pool;
        });
  }

  /** Traces what is there now and what changes from now on. */
  WatchTrace record() {
    var trace = new WatchTrace();
    for (String kind : List.of("EC2NodeClass", "NodePool", "NodeClaim", "Node", "Pod")) {
      server.all(kind).forEach(object -> trace.add(WatchType.ADDED.name(), object));
    }
    server.watch(event -> trace.add(event.type().name(), event.object()));
    return trace;
  }

  void until(String instant) {
    time.advance(Instant.parse(instant));
  }

  private static ObjectNode object(String json) {
    try {
      return (ObjectNode) JSON.readTree(json);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
