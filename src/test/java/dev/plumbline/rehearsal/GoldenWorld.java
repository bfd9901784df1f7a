package dev.plumbline.rehearsal;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.plumbline.action.Change.PublishReport;
import dev.plumbline.action.ChangeWriter.Written;
import dev.plumbline.fact.ObjectKind;
import dev.plumbline.loop.Evaluation;
import dev.plumbline.rehearsal.ImageBehavior.Failure;
import dev.plumbline.source.Snapshot;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A rehearsal over golden images: one node class, one pool, every action enforced. */
public final class GoldenWorld {

  /** A parameter: everything but canaries. */
  public static final String NO_CANARY =
      "actions.mode: { \"*\": enforce, Report: observe, MaintainCanary: observe }";

  public static final Instant START = Instant.parse("2026-11-01T00:00:00Z");

  private static final ObjectMapper JSON = JsonMapper.builder().build();
  private static final Path EXAMPLE = Path.of("examples/pending-golden-image");

  private GoldenWorld() {}

  /**
   * A world that starts with image v1.
   *
   * @param parameters lines of YAML; everything is enforced where none is actions.mode
   */
  static Rehearsal of(Evaluation evaluation, long seed, String budget, String... parameters) {
    return of(evaluation, seed, budget, null, parameters);
  }

  /**
   * The same, of one of several clusters.
   *
   * @param reports publishes for the others; null where nothing is published
   */
  public static Rehearsal of(
      Evaluation evaluation,
      long seed,
      String budget,
      @Nullable Function<PublishReport, Written> reports,
      String... parameters) {
    return new Rehearsal(evaluation, snapshot(evaluation, budget, parameters), seed, reports);
  }

  /** The same, whose host leaves out ticks for so long at most. */
  static Rehearsal ticking(
      Evaluation evaluation, long seed, String budget, Duration maxTick, String... parameters) {
    Snapshot snapshot = snapshot(evaluation, budget, parameters);
    return new Rehearsal(evaluation, snapshot, seed, null, maxTick);
  }

  private static Snapshot snapshot(Evaluation evaluation, String budget, String... parameters) {
    var files = new HashMap<String, byte[]>();
    var settings =
        new StringBuilder("at: " + START + "\nregion: eu-central-1\naccountId: \"123456789012\"\n")
            .append("kubernetesVersion: \"1.33\"\nparameters:\n");
    if (Stream.of(parameters).noneMatch(each -> each.startsWith("actions.mode"))) {
      settings.append("  actions.mode: { \"*\": enforce, Report: observe }\n");
    }
    for (String parameter : parameters) {
      settings.append("  ").append(parameter).append('\n');
    }
    put(files, "snapshot.yaml", settings.toString());
    put(files, "images.json", "{\"Images\": [" + image(1, START.minusSeconds(90 * 86_400)) + "]}");
    put(files, "ssm-parameters.json", "{\"Parameters\": []}");
    put(files, "cluster/karpenter.yaml", cluster(budget));
    try {
      for (String name : new String[] {"instance-types.json", "instance-type-offerings.json"}) {
        files.put(name, Files.readAllBytes(EXAMPLE.resolve(name)));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return evaluation.read(files, null);
  }

  /**
   * Some days: releases, good or bad, nodes that fail and that people delete.
   *
   * @param releases how many there are after the first, which is proven by then
   * @param then how long after the last one it ends
   * @return the images that are bad
   */
  static Set<String> days(
      Rehearsal rehearsal, SplittableRandom random, int releases, Duration then) {
    var bad = new HashSet<String>();
    rehearsal.karpenter().demand("web", Map.of(), random.nextInt(4, 9));
    Instant now = START.plus(Duration.ofDays(1));
    for (int version = 2; version < 2 + releases; version++) {
      now = now.plusSeconds(random.nextLong(4 * 3_600, 20 * 3_600));
      rehearsal.runUntil(now);
      if (random.nextBoolean()) {
        bad.add(ami(version));
        rehearsal
            .karpenter()
            .behavior(
                ami(version), new ImageBehavior(Failure.NOT_READY, Duration.ofSeconds(100), 1));
      }
      release(rehearsal, version);
      now = now.plusSeconds(random.nextLong(600, 7_200));
      rehearsal.runUntil(now);
      rehearsal.karpenter().running().keySet().stream()
          .skip(random.nextInt(3))
          .findFirst()
          .ifPresent(claim -> rehearsal.server().remove(ObjectKind.NODE_CLAIM.ref(claim)));
    }
    rehearsal.runUntil(now.plus(then));
    return bad;
  }

  public static String ami(int version) {
    return "ami-%017x".formatted(0xa000 + version);
  }

  /** Image {@code version} becomes available. */
  public static void release(Rehearsal rehearsal, int version) {
    try {
      rehearsal
          .images()
          .put(JSON.readTree("{\"Images\": [" + image(version, rehearsal.time().instant()) + "]}"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String image(int version, Instant created) {
    return """
    {"ImageId": "%s", "Name": "golden-x86_64-v%d", "State": "available",
     "Architecture": "x86_64", "CreationDate": "%s", "OwnerId": "123456789012",
     "RootDeviceType": "ebs", "RootDeviceName": "/dev/xvda", "VirtualizationType": "hvm",
     "EnaSupport": true}
    """
        .formatted(ami(version), version, created);
  }

  private static String cluster(String budget) {
    return """
    apiVersion: karpenter.k8s.aws/v1
    kind: EC2NodeClass
    metadata: { name: golden }
    spec:
      amiFamily: AL2023
      role: node
      amiSelectorTerms: [{ name: golden-*, owner: self }]
    ---
    apiVersion: karpenter.sh/v1
    kind: NodePool
    metadata: { name: default }
    spec:
      disruption: { consolidationPolicy: WhenEmpty, consolidateAfter: 30s, budgets: [{ nodes: "%s" }] }
      template:
        spec:
          expireAfter: Never
          nodeClassRef: { group: karpenter.k8s.aws, kind: EC2NodeClass, name: golden }
          requirements:
            - { key: kubernetes.io/arch, operator: In, values: [amd64] }
            - { key: karpenter.sh/capacity-type, operator: In, values: [on-demand] }
    """
        .formatted(budget);
  }

  private static void put(Map<String, byte[]> files, String name, String text) {
    files.put(name, text.getBytes(StandardCharsets.UTF_8));
  }
}
