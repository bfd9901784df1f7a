package dev.plumbline.worlds;

import dev.plumbline.Given;
import dev.plumbline.fact.Fact;
import dev.plumbline.fact.InstanceTypes.InstanceType;
import dev.plumbline.fact.Labels;
import dev.plumbline.fact.Values;
import java.util.HashMap;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Consumer;

/** Instance types of every kind that the policy tells apart. */
final class InstanceTypeFacts {

  private static final String GROUP = "karpenter.k8s.aws/";

  /** name, architecture, cpu, then GPU or accelerator: maker and count. */
  private static final List<String> KINDS =
      List.of(
          "m5.large amd64 2",
          "m7i-flex.large amd64 2",
          "m5.metal amd64 96",
          "c7i.2xlarge amd64 8",
          "c7i.large amd64 2",
          "c7i-flex.large amd64 2",
          "t2.micro amd64 1",
          "m6g.large arm64 2",
          "c7g.4xlarge arm64 16",
          "a1.large arm64 2",
          "g5.xlarge amd64 4 gpu nvidia 1",
          "p4d.24xlarge amd64 96 gpu nvidia 8",
          "g6f.large amd64 2 gpu nvidia 0",
          "g5g.xlarge arm64 4 gpu nvidia 1",
          "g4ad.xlarge amd64 4 gpu amd 1",
          "dl1.24xlarge amd64 96 gpu habana 8",
          "inf2.xlarge amd64 4 accelerator aws 1",
          "dl2q.24xlarge amd64 96 accelerator qualcomm 8",
          "mac1.metal x86_64_mac 12",
          "mac2.metal arm64_mac 8");

  private InstanceTypeFacts() {}

  static void random(SplittableRandom random, Consumer<Fact> facts) {
    for (String kind : KINDS) {
      if (random.nextDouble() < 0.55) {
        facts.accept(type(kind.split(" "), random));
      }
    }
  }

  private static InstanceType type(String[] kind, SplittableRandom random) {
    String name = kind[0];
    String family = name.substring(0, name.indexOf('.'));
    String device = kind.length > 3 ? kind[3] : "";
    List<String> boot =
        List.of(
                List.of("legacy-bios", "uefi"),
                List.of("uefi"),
                List.of("legacy-bios"),
                List.<String>of())
            .get(random.nextInt(4));
    String ena = new String[] {"required", "required", "supported", null}[random.nextInt(4)];
    var labels = new HashMap<String, List<String>>();
    labels.put("node.kubernetes.io/instance-type", List.of(name));
    labels.put("kubernetes.io/arch", List.of(kind[1]));
    labels.put(
        "karpenter.sh/capacity-type",
        random.nextBoolean() ? List.of("on-demand", "spot") : List.of("on-demand"));
    labels.put(GROUP + "instance-cpu", List.of(kind[2]));
    labels.put(GROUP + "instance-family", List.of(family));
    labels.put(GROUP + "instance-category", List.of(family.replaceAll("[0-9].*", "")));
    labels.put(
        GROUP + "instance-generation", List.of(family.replaceAll("^[a-z]+([0-9]+).*", "$1")));
    labels.put(
        GROUP + "instance-capability-flex", List.of(Boolean.toString(family.endsWith("-flex"))));
    labels.put(
        GROUP + "instance-cpu-manufacturer", List.of(kind[1].equals("arm64") ? "aws" : "intel"));
    for (String each : List.of("gpu", "accelerator")) {
      boolean has = device.equals(each);
      labels.put(GROUP + "instance-" + each + "-manufacturer", has ? List.of(kind[4]) : List.of());
      labels.put(GROUP + "instance-" + each + "-count", has ? List.of(kind[5]) : List.of());
    }
    labels.put("plumbline.dev/boot-mode", boot.isEmpty() ? List.of("legacy-bios", "uefi") : boot);
    if (ena != null) {
      labels.put("plumbline.dev/ena-support", List.of(ena));
    }
    return Given.instanceType(
        name,
        kind[1],
        Values.of("hvm"),
        Values.of(boot),
        ena,
        device.equals("gpu") ? kind[4] : null,
        device.equals("accelerator") ? kind[4] : null,
        family,
        Labels.of(labels));
  }
}
