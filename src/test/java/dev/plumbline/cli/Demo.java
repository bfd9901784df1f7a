package dev.plumbline.cli;

import dev.plumbline.Given;
import dev.plumbline.engine.RuleSession;
import dev.plumbline.engine.RuleSet;
import dev.plumbline.fact.Cluster.EvaluationTime;
import dev.plumbline.fact.Fact;
import dev.plumbline.fact.Images.Ami;
import dev.plumbline.fact.Images.SsmError;
import dev.plumbline.fact.InstanceTypes.InstanceType;
import dev.plumbline.fact.Labels;
import dev.plumbline.fact.NodeClasses.AmiSelectorTerm;
import dev.plumbline.fact.NodeClasses.StatusAmi;
import dev.plumbline.fact.Operator;
import dev.plumbline.fact.Pools.NodePool;
import dev.plumbline.fact.Requirement;
import dev.plumbline.fact.Requirements;
import dev.plumbline.fact.Tags;
import dev.plumbline.fact.Values;
import dev.plumbline.language.RuleFiles;
import dev.plumbline.language.RuleFolder;
import dev.plumbline.loop.Evaluation;
import dev.plumbline.loop.Evaluation.EvaluationResult;
import dev.plumbline.loop.Evaluation.FactsDigest;
import dev.plumbline.source.Snapshot;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Facts and rules of which every kind of line is made. */
final class Demo {

  static final Path RULES = Path.of("src/test/resources/cli/rules");

  static final Instant AT = Instant.parse("2026-11-20T00:00:00Z");

  private static final String ARCH = "kubernetes.io/arch";
  private static final String GPU_COUNT = "karpenter.k8s.aws/instance-gpu-count";
  private static final String GPU_MAKER = "karpenter.k8s.aws/instance-gpu-manufacturer";

  private Demo() {}

  static EvaluationResult evaluated() {
    return evaluated(snapshot("prod"));
  }

  static EvaluationResult evaluated(Snapshot snapshot) {
    var counts = new TreeMap<String, Integer>();
    RuleSet rules = rules();
    try (RuleSession session = rules.newSession()) {
      for (Fact fact : snapshot.facts()) {
        session.put(fact);
        counts.merge(fact.getClass().getSimpleName(), 1, Integer::sum);
      }
      return new EvaluationResult(
          snapshot, rules, session.settle(), FactsDigest.of(snapshot.facts()), counts);
    }
  }

  private static RuleSet rules() {
    return RuleSet.compile(RuleFiles.of(RuleFolder.read(RULES)));
  }

  /** The rules of a folder of these tests, and no others, with the shipped data. */
  static Evaluation alone(Path folder) {
    var texts = new TreeMap<>(RuleFiles.shipped().all());
    texts.keySet().removeIf(name -> name.endsWith(".drl"));
    texts.putAll(RuleFolder.read(folder));
    return Evaluation.with(RuleFiles.of(texts));
  }

  static Snapshot snapshot(String path) {
    return new Snapshot(path, AT, "us-east-1", facts());
  }

  private static List<Fact> facts() {
    var facts = new ArrayList<Fact>();
    facts.add(new EvaluationTime(AT));
    facts.add(Given.sourceStatus("images", "synced", "DescribeImages", null, null));
    facts.add(Given.sourceStatus("ssm-parameters", "failed", "GetParameters", "Throttling", AT));
    facts.add(new SsmError("/aws/service/bottlerocket/nvidia/arm64", "ThrottlingException"));
    nodeClass(facts, "default", "Bottlerocket", "bottlerocket-*", Tags.NONE);
    nodeClass(facts, "golden", "AL2023", "golden-*", Tags.NONE);
    nodeClass(facts, "gpu-arm", null, null, Tags.of(Map.of("ssm", "yes")));
    nodeClass(facts, "gpu", null, null, Tags.of(Map.of("ssm", "yes")));
    String arm = "ami-0aaaaaaaaaaaaaaa1";
    String amd = "ami-0bbbbbbbbbbbbbbb2";
    facts.add(ami(arm, "bottlerocket-aws-k8s-1.33-aarch64-v1.32.0-cacc4ce9", "available", ""));
    facts.add(ami(amd, "bottlerocket-aws-k8s-1.33-nvidia-x86_64-v1.32.0", "available", ""));
    facts.add(new StatusAmi("default", 0, arm, false, requirements("arm64", false)));
    facts.add(new StatusAmi("default", 1, amd, true, requirements("amd64", true)));
    for (int i = 0; i < 12; i++) {
      String id = "ami-0ccccccccccccc%03d".formatted(i);
      facts.add(
          ami(id, "bottlerocket-aws-k8s-1.33-aarch64-v1.%d.0".formatted(i), "available", arm));
    }
    facts.add(ami("ami-0ddddddddddddddd1", "bottlerocket-test", "pending", ""));
    for (int i = 0; i < 7; i++) {
      facts.add(ami("ami-0eeeeeeeeeeeeeee" + i, "golden-" + i, i < 5 ? "pending" : "failed", ""));
    }
    for (String family : List.of("c6g", "c7g", "m6g", "r6g")) {
      for (String size : List.of("medium", "large", "xlarge", "2xlarge", "16xlarge")) {
        facts.add(type(family, size, "arm64", null));
      }
    }
    for (String family : List.of("c6i", "m6i")) {
      for (String size : List.of("large", "xlarge")) {
        facts.add(type(family, size, "amd64", null));
      }
    }
    facts.add(type("g5", "xlarge", "amd64", "nvidia"));
    facts.add(type("g5", "12xlarge", "amd64", "nvidia"));
    facts.add(type("g4ad", "xlarge", "amd64", "amd"));
    facts.add(type("g5g", "xlarge", "arm64", "nvidia"));
    facts.add(pool("any", "default", Requirements.NONE));
    facts.add(
        pool(
            "x86",
            "default",
            Requirements.of(
                new Requirement(ARCH, Operator.IN, "amd64"),
                new Requirement(GPU_COUNT, Operator.DOES_NOT_EXIST))));
    facts.add(pool("lost", "gone", Requirements.NONE));
    return facts;
  }

  private static void nodeClass(
      List<Fact> facts,
      String name,
      @Nullable String family,
      @Nullable String pattern,
      Tags annotations) {
    facts.add(Given.nodeClass(name, family, annotations, Tags.NONE));
    if (pattern != null) {
      facts.add(new AmiSelectorTerm(name, 0, null, null, pattern, null, null, Tags.NONE));
    }
  }

  private static Requirements requirements(String architecture, boolean gpu) {
    return gpu
        ? Requirements.of(
            new Requirement(ARCH, Operator.IN, architecture),
            new Requirement(GPU_COUNT, Operator.EXISTS),
            new Requirement(GPU_MAKER, Operator.IN, "nvidia"))
        : Requirements.of(
            new Requirement(ARCH, Operator.IN, architecture),
            new Requirement(GPU_COUNT, Operator.DOES_NOT_EXIST));
  }

  private static Ami ami(String id, String name, String state, String older) {
    var tags = new TreeMap<String, String>();
    if (!older.isEmpty()) {
      tags.put("older", older);
    }
    if (state.equals("failed")) {
      tags.put("bad", "kernel panic on boot");
    }
    return new Ami(
        id,
        name,
        state,
        null,
        "arm64",
        "651937483462",
        "amazon",
        AT,
        null,
        Tags.of(tags),
        "hvm",
        "ebs",
        "/dev/xvda",
        2,
        true,
        "uefi",
        null,
        null);
  }

  private static InstanceType type(
      String family, String size, String architecture, @Nullable String gpu) {
    Labels labels =
        Labels.of(
            Map.of(
                ARCH, List.of(architecture),
                GPU_COUNT, gpu == null ? List.of() : List.of("1"),
                GPU_MAKER, gpu == null ? List.of() : List.of(gpu)));
    return Given.instanceType(
        family + "." + size,
        architecture,
        Values.of("hvm"),
        Values.of("uefi"),
        "required",
        gpu,
        null,
        family,
        labels);
  }

  private static NodePool pool(String name, String nodeClass, Requirements requirements) {
    return Given.nodePool(name, nodeClass, null, requirements, Tags.NONE);
  }
}
