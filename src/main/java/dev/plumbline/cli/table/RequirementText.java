package dev.plumbline.cli.table;

import dev.plumbline.fact.Operator;
import dev.plumbline.fact.Requirement;
import dev.plumbline.fact.Requirements;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Requirements in the words people use: {@code arm64, NVIDIA GPU}. */
final class RequirementText {

  private static final String ARCH = "kubernetes.io/arch";
  private static final String OS = "kubernetes.io/os";
  private static final String BUILD = "node.kubernetes.io/windows-build";
  private static final String INSTANCE = "karpenter.k8s.aws/instance-";
  private static final String GPU = INSTANCE + "gpu-count";
  private static final String GPU_MAKER = INSTANCE + "gpu-manufacturer";
  private static final String ACCELERATOR = INSTANCE + "accelerator-count";
  private static final String ACCELERATOR_MAKER = INSTANCE + "accelerator-manufacturer";

  private static final Map<String, String> MAKERS =
      Map.of(
          "nvidia", "NVIDIA",
          "amd", "AMD",
          "aws", "AWS",
          "intel", "Intel",
          "habana", "Habana",
          "qualcomm", "Qualcomm",
          "xilinx", "Xilinx");

  private RequirementText() {}

  static String of(Requirements requirements) {
    var words = new ArrayList<String>();
    addValues(requirements, ARCH, words);
    addValues(requirements, OS, words);
    addValues(requirements, BUILD, words);
    boolean noGpu = asks(requirements, GPU, Operator.DOES_NOT_EXIST);
    boolean noAccelerator = asks(requirements, ACCELERATOR, Operator.DOES_NOT_EXIST);
    if (noGpu || noAccelerator) {
      words.add(!noAccelerator ? "no GPU" : noGpu ? "no GPU or accelerator" : "no accelerator");
    }
    addDevice(requirements, GPU, GPU_MAKER, "GPU", words);
    addDevice(requirements, ACCELERATOR, ACCELERATOR_MAKER, "accelerator", words);
    for (Requirement requirement : requirements.list()) {
      if (!isSaid(requirement)) {
        words.add(plain(requirement));
      }
    }
    return words.isEmpty() ? "anything" : String.join(", ", words);
  }

  static String maker(String label) {
    return MAKERS.getOrDefault(label, label);
  }

  private static void addValues(Requirements requirements, String key, List<String> words) {
    List<String> values = requirements.values(key).list();
    if (!values.isEmpty()) {
      words.add(String.join(" or ", values));
    }
  }

  private static void addDevice(
      Requirements requirements, String count, String maker, String device, List<String> words) {
    List<String> makers = requirements.values(maker).list();
    if (!makers.isEmpty()) {
      words.add(
          String.join(" or ", makers.stream().map(RequirementText::maker).toList()) + " " + device);
    } else if (asks(requirements, count, Operator.EXISTS)) {
      words.add(device);
    }
  }

  private static boolean asks(Requirements requirements, String key, Operator operator) {
    return requirements.list().stream()
        .anyMatch(r -> r.key().equals(key) && r.operator() == operator);
  }

  private static boolean isSaid(Requirement requirement) {
    return switch (requirement.key()) {
      case ARCH, OS, BUILD, GPU_MAKER, ACCELERATOR_MAKER -> requirement.operator() == Operator.IN;
      case GPU, ACCELERATOR -> requirement.operator().bare();
      default -> false;
    };
  }

  private static String plain(Requirement requirement) {
    String key = requirement.key();
    key =
        key.startsWith(INSTANCE)
            ? key.substring(INSTANCE.length())
            : key.substring(key.lastIndexOf('/') + 1);
    String values = String.join(" or ", requirement.values());
    return switch (requirement.operator()) {
      case IN -> key + " " + values;
      case NOT_IN -> key + " not " + values;
      case EXISTS -> "with " + key;
      case DOES_NOT_EXIST -> "without " + key;
      case GT -> key + " > " + values;
      case LT -> key + " < " + values;
      case GTE -> key + " >= " + values;
      case LTE -> key + " <= " + values;
    };
  }
}
