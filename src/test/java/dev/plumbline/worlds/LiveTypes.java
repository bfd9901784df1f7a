package dev.plumbline.worlds;

import dev.plumbline.fact.InstanceTypes.InstanceType;
import dev.plumbline.fact.Labels;
import dev.plumbline.fact.Quantity;
import dev.plumbline.fact.Resources;
import dev.plumbline.fact.Tags;
import dev.plumbline.fact.Values;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Instance types with the numbers and labels that EC2 and Karpenter have for them. */
final class LiveTypes {

  private static final String GROUP = "karpenter.k8s.aws/";

  /** name, architecture, vCPUs, GiB, interfaces, addresses each; then device, maker, count. */
  private static final List<String> KINDS =
      List.of(
          "m5.large amd64 2 8 3 10",
          "m5.xlarge amd64 4 16 4 15",
          "m5.4xlarge amd64 16 64 8 30",
          "m7i-flex.large amd64 2 8 3 10",
          "c7i.large amd64 2 4 3 10",
          "c7i.2xlarge amd64 8 16 4 15",
          "c7i-flex.xlarge amd64 4 8 4 15",
          "r6i.large amd64 2 16 3 10",
          "t2.micro amd64 1 1 2 2",
          "m6g.large arm64 2 8 3 10",
          "m6g.2xlarge arm64 8 32 4 15",
          "c7g.xlarge arm64 4 8 4 15",
          "c7g.4xlarge arm64 16 32 8 30",
          "a1.large arm64 2 4 3 10",
          "g5.xlarge amd64 4 16 4 15 gpu nvidia 1",
          "g5g.xlarge arm64 4 8 4 15 gpu nvidia 1",
          "p4d.24xlarge amd64 96 1152 15 50 gpu nvidia 8",
          "g4ad.xlarge amd64 4 16 2 4 gpu amd 1",
          "inf2.xlarge amd64 4 16 4 15 accelerator aws 1",
          "dl2q.24xlarge amd64 96 768 15 50 accelerator qualcomm 8",
          "mac1.metal x86_64_mac 12 32 8 30");

  private LiveTypes() {}

  /** Half of them or more, so that pools and images meet some. */
  static List<InstanceType> some(Dice dice) {
    var types = new ArrayList<InstanceType>();
    for (String kind : KINDS) {
      if (dice.chance(0.55)) {
        types.add(type(kind.split(" "), dice));
      }
    }
    return types;
  }

  private static InstanceType type(String[] kind, Dice dice) {
    String name = kind[0];
    String family = name.substring(0, name.indexOf('.'));
    int cpu = Integer.parseInt(kind[2]);
    long memory = Long.parseLong(kind[3]) * 1024;
    String device = kind.length > 6 ? kind[6] : "";
    var labels = new HashMap<String, List<String>>();
    for (String absent :
        ("local-nvme gpu-name gpu-manufacturer gpu-count gpu-memory accelerator-name"
                + " accelerator-manufacturer accelerator-count")
            .split(" ")) {
      labels.put(GROUP + "instance-" + absent, List.of());
    }
    for (String absent : List.of("id", "type", "interruptible")) {
      labels.put(GROUP + "capacity-reservation-" + absent, List.of());
    }
    labels.put("node.kubernetes.io/instance-type", List.of(name));
    labels.put("kubernetes.io/arch", List.of(kind[1]));
    labels.put("topology.kubernetes.io/region", List.of("us-east-1"));
    labels.put(
        "karpenter.sh/capacity-type",
        dice.chance(0.8)
            ? List.of("on-demand", "spot")
            : List.of(dice.chance(0.9) ? "on-demand" : "spot"));
    labels.put(GROUP + "instance-tenancy", List.of("default", "dedicated"));
    labels.put(GROUP + "instance-cpu", List.of(kind[2]));
    labels.put(GROUP + "instance-memory", List.of(Long.toString(memory)));
    labels.put(GROUP + "instance-family", List.of(family));
    labels.put(GROUP + "instance-size", List.of(name.substring(family.length() + 1)));
    labels.put(GROUP + "instance-category", List.of(family.replaceAll("[0-9].*", "")));
    labels.put(
        GROUP + "instance-generation", List.of(family.replaceAll("^[a-z]+([0-9]+).*", "$1")));
    labels.put(
        GROUP + "instance-capability-flex", List.of(Boolean.toString(family.endsWith("-flex"))));
    labels.put(GROUP + "instance-hypervisor", List.of(family.matches("t2|mac1") ? "xen" : "nitro"));
    if (!device.isEmpty()) {
      labels.put(GROUP + "instance-" + device + "-manufacturer", List.of(kind[7]));
      labels.put(GROUP + "instance-" + device + "-count", List.of(kind[8]));
      labels.put(GROUP + "instance-" + device + "-name", List.of("x1"));
    }
    labels.put("plumbline.dev/boot-mode", List.of("legacy-bios", "uefi"));
    labels.put("plumbline.dev/ena-support", List.of("required"));
    boolean amd = kind.length > 7 && kind[7].equals("amd");
    String resource = device.equals("gpu") ? (amd ? "amd.com/gpu" : "nvidia.com/gpu") : "";
    return new InstanceType(
        name,
        kind[1],
        Values.of("hvm"),
        Values.of("legacy-bios", "uefi"),
        family.equals("t2") ? "unsupported" : "required",
        device.equals("gpu") ? kind[7] : null,
        device.equals("accelerator") ? kind[7] : null,
        family,
        true,
        cpu,
        memory,
        Integer.parseInt(kind[4]),
        Integer.parseInt(kind[5]),
        null,
        resource.isEmpty()
            ? Resources.NONE
            : Resources.of(Map.of(resource, Quantity.ofWhole(Integer.parseInt(kind[8])))),
        Labels.of(labels),
        cpu > 90 ? Tags.of(Map.of("0", kind[4], "1", kind[4])) : Tags.of(Map.of("0", kind[4])),
        family.startsWith("c7i") ? Values.of("nested-virtualization") : Values.NONE);
  }
}
