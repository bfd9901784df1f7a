package dev.plumbline.source;

import dev.plumbline.fact.InstanceTypeName;
import dev.plumbline.fact.Labels;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The labels that an instance type alone determines, as Karpenter works them out ({@code
 * computeRequirements} in {@code pkg/providers/instancetype/types.go} of karpenter-provider-aws
 * v1.14): every key is defined, one that the type does not have has no value.
 *
 * <p>Left out is what depends on the node class: {@code kubernetes.io/os}, {@code
 * node.kubernetes.io/windows-build}, {@code topology.kubernetes.io/zone}, {@code
 * topology.k8s.aws/zone-id}. Added are two labels that image constraints read: {@code
 * plumbline.dev/boot-mode} and {@code plumbline.dev/ena-support}.
 */
final class InstanceTypeLabels {

  static final String GPU_MANUFACTURER = "karpenter.k8s.aws/instance-gpu-manufacturer";
  static final String ACCELERATOR_MANUFACTURER =
      "karpenter.k8s.aws/instance-accelerator-manufacturer";

  private static final String GROUP = "karpenter.k8s.aws/";
  private static final String NOT_DESCRIBED =
      "Try: the output of aws ec2 describe-instance-types without --query.";

  private static final List<String> ABSENT =
      List.of(
          GROUP + "instance-cpu-manufacturer",
          GROUP + "instance-cpu-sustained-clock-speed-mhz",
          GROUP + "instance-ebs-bandwidth",
          GROUP + "instance-network-bandwidth",
          GROUP + "instance-category",
          GROUP + "instance-family",
          GROUP + "instance-generation",
          GROUP + "instance-local-nvme",
          GROUP + "instance-size",
          GROUP + "instance-gpu-name",
          GROUP + "instance-gpu-manufacturer",
          GROUP + "instance-gpu-count",
          GROUP + "instance-gpu-memory",
          GROUP + "instance-accelerator-name",
          GROUP + "instance-accelerator-manufacturer",
          GROUP + "instance-accelerator-count",
          GROUP + "capacity-reservation-id",
          GROUP + "capacity-reservation-type",
          GROUP + "capacity-reservation-interruptible");

  private final Cursor type;
  private final Map<String, List<String>> byKey = new TreeMap<>();

  private InstanceTypeLabels(Cursor type) {
    this.type = type;
  }

  /**
   * The labels of one of {@code InstanceTypes[]}.
   *
   * @param region where it was described; null, and then no key, when not known
   */
  static Labels of(String name, String architecture, Cursor type, @Nullable String region) {
    var labels = new InstanceTypeLabels(type);
    ABSENT.forEach(key -> labels.byKey.put(key, List.of()));
    labels.byKey.put("kubernetes.io/arch", List.of(architecture));
    if (region != null) {
      labels.byKey.put("topology.kubernetes.io/region", List.of(region));
    }
    labels.byKey.putAll(InstanceTypeName.values(name));
    labels.purchase();
    labels.processorAndMemory();
    labels.storageAndNetwork(name);
    labels.devices();
    labels.boot();
    return Labels.of(labels.byKey);
  }

  private void purchase() {
    byKey.put(
        "karpenter.sh/capacity-type",
        type.required("SupportedUsageClasses", NOT_DESCRIBED).texts().stream()
            .filter(usage -> usage.equals("on-demand") || usage.equals("spot"))
            .toList());
    byKey.put(GROUP + "instance-tenancy", List.of("default", "dedicated"));
  }

  private void processorAndMemory() {
    put(GROUP + "instance-cpu", needed("VCpuInfo", "DefaultVCpus"));
    put(GROUP + "instance-memory", needed("MemoryInfo", "SizeInMiB"));
    Cursor processor = type.at("ProcessorInfo");
    put(GROUP + "instance-cpu-manufacturer", kebab(processor.at("Manufacturer")));
    Cursor clock = processor.at("SustainedClockSpeedInGhz");
    put(
        GROUP + "instance-cpu-sustained-clock-speed-mhz",
        Long.toString(clock.present() ? Math.round(clock.number() * 1000) : 0));
    String hypervisor = type.at("Hypervisor").textOrNull();
    put(GROUP + "instance-hypervisor", hypervisor == null ? "" : hypervisor);
    put(
        GROUP + "nitro-sandbox",
        Boolean.toString("supported".equals(type.at("NitroEnclavesSupport").textOrNull())));
  }

  private void storageAndNetwork(String name) {
    Cursor storage = type.at("InstanceStorageInfo");
    if (storage.at("TotalSizeInGB").present()
        && !"unsupported".equals(storage.at("NvmeSupport").textOrNull())) {
      put(GROUP + "instance-local-nvme", whole(storage, "TotalSizeInGB"));
    }
    Cursor ebs = type.at("EbsInfo");
    if (ebs.at("EbsOptimizedInfo").present()
        && "default".equals(ebs.at("EbsOptimizedSupport").textOrNull())) {
      put(
          GROUP + "instance-ebs-bandwidth",
          whole(ebs.at("EbsOptimizedInfo"), "MaximumBandwidthInMbps"));
    }
    Cursor network = type.at("NetworkInfo");
    put(
        GROUP + "instance-encryption-in-transit-supported",
        Boolean.toString(network.at("EncryptionInTransitSupported").flag()));
    Long bandwidth = NetworkBandwidth.megabits(name, network);
    if (bandwidth != null) {
      put(GROUP + "instance-network-bandwidth", Long.toString(bandwidth));
    }
  }

  private void devices() {
    List<Cursor> gpus = type.at("GpuInfo").at("Gpus").items();
    if (gpus.size() == 1) {
      Cursor gpu = gpus.getFirst();
      device("gpu", gpu, kebab(gpu.at("Manufacturer")));
      put(GROUP + "instance-gpu-memory", whole(gpu.at("MemoryInfo"), "SizeInMiB"));
    }
    List<Cursor> accelerators = type.at("InferenceAcceleratorInfo").at("Accelerators").items();
    if (accelerators.size() == 1 && !type.at("NeuronInfo").present()) {
      Cursor accelerator = accelerators.getFirst();
      device("accelerator", accelerator, kebab(accelerator.at("Manufacturer")));
    }
    List<Cursor> neurons = type.at("NeuronInfo").at("NeuronDevices").items();
    if (neurons.size() == 1) {
      device("accelerator", neurons.getFirst(), "aws");
    }
  }

  private void device(String kind, Cursor device, String manufacturer) {
    put(GROUP + "instance-" + kind + "-name", kebab(device.at("Name")));
    put(GROUP + "instance-" + kind + "-manufacturer", manufacturer);
    put(GROUP + "instance-" + kind + "-count", whole(device, "Count"));
  }

  private void boot() {
    List<String> modes = type.at("SupportedBootModes").texts();
    byKey.put("plumbline.dev/boot-mode", modes.isEmpty() ? List.of("legacy-bios", "uefi") : modes);
    String ena = type.at("NetworkInfo").at("EnaSupport").textOrNull();
    if (ena != null) {
      byKey.put("plumbline.dev/ena-support", List.of(ena));
    }
  }

  private void put(String key, String value) {
    byKey.put(key, List.of(value));
  }

  private String needed(String part, String key) {
    Cursor number = type.required(part, NOT_DESCRIBED).required(key, NOT_DESCRIBED);
    return Integer.toString(number.wholeNumber());
  }

  private static String whole(Cursor parent, String key) {
    Integer number = parent.at(key).wholeNumberOrNull();
    return number == null ? "0" : Integer.toString(number);
  }

  private static String kebab(Cursor name) {
    String text = name.textOrNull();
    return text == null ? "" : text.replace(' ', '-').toLowerCase(Locale.ROOT);
  }

  /**
   * The network bandwidth of an instance type as the label {@code
   * karpenter.k8s.aws/instance-network-bandwidth} has it. Karpenter takes it from a table made of
   * the EC2 manual; this is the rule behind that table.
   */
  static final class NetworkBandwidth {

    private static final Pattern STEADY =
        Pattern.compile("(?:([0-9]+)x )?([0-9]+(?:\\.[0-9]+)?) Gigabit");

    /** Where the EC2 manual, and so Karpenter's table, differs from what EC2 reports. */
    private static final Map<String, Long> AS_IN_THE_MANUAL =
        Map.of(
            "i7i.12xlarge", 28_120L,
            "i8g.12xlarge", 28_120L,
            "i8g.metal-48xl", 90_000L,
            "i8ge.48xlarge", 180_000L,
            "i8ge.metal-48xl", 180_000L);

    private NetworkBandwidth() {}

    /**
     * Megabits per second: what {@code NetworkPerformance} says ({@code 4x 100 Gigabit}); where
     * that is a burst ({@code Up to …}), the baseline of all cards together; for five types what
     * Karpenter's table (v1.14.1) says instead.
     *
     * @return null for words without a number ({@code Moderate}) and where EC2 gives no figure
     */
    static @Nullable Long megabits(String type, Cursor network) {
      Long told = AS_IN_THE_MANUAL.get(type);
      if (told != null) {
        return told;
      }
      String performance = network.at("NetworkPerformance").textOrNull();
      if (performance != null) {
        Matcher steady = STEADY.matcher(performance);
        if (steady.matches()) {
          int cards = steady.group(1) == null ? 1 : Integer.parseInt(steady.group(1));
          return (long) (Double.parseDouble(steady.group(2)) * 1000 * cards);
        }
        if (!performance.contains("Gigabit")) {
          return null;
        }
      }
      List<Cursor> cards = network.at("NetworkCards").items();
      double baseline = 0;
      for (Cursor card : cards) {
        Cursor own = card.at("BaselineBandwidthInGbps");
        if (!own.present()) {
          return null;
        }
        baseline += own.number();
      }
      return cards.isEmpty() ? null : Long.valueOf((long) (baseline * 1000));
    }
  }
}
