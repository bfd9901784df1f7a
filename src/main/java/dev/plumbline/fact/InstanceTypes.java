package dev.plumbline.fact;

import dev.plumbline.fact.Annotations.ExpectedCount;
import dev.plumbline.fact.Annotations.OneOf;
import dev.plumbline.fact.Annotations.ReadFrom;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Instance types, their offerings and prices. */
public sealed interface InstanceTypes extends Fact {

  /**
   * An EC2 instance type ({@code DescribeInstanceTypes}, {@code InstanceTypes[]}).
   *
   * @param name {@code InstanceType}: m5.large
   * @param architecture the first of {@code ProcessorInfo.SupportedArchitectures} that Kubernetes
   *     knows, in its spelling (amd64, arm64); else the first as EC2 spells it
   * @param virtualizationTypes {@code SupportedVirtualizationTypes}
   * @param bootModes {@code SupportedBootModes}; none when EC2 gives none
   * @param enaSupport {@code NetworkInfo.EnaSupport}: required, supported, unsupported; null when
   *     EC2 gives none
   * @param gpuManufacturer label {@code karpenter.k8s.aws/instance-gpu-manufacturer}; null without
   *     a GPU
   * @param acceleratorManufacturer label {@code
   *     karpenter.k8s.aws/instance-accelerator-manufacturer}; null without an accelerator
   * @param family label {@code karpenter.k8s.aws/instance-family}: m5
   * @param currentGeneration {@code CurrentGeneration}: whether EC2 counts it as current
   * @param vcpus {@code VCpuInfo.DefaultVCpus}; 0 when EC2 gives none
   * @param memoryMiB {@code MemoryInfo.SizeInMiB}; 0 when EC2 gives none
   * @param networkInterfaces {@code MaximumNetworkInterfaces} of the network card with {@code
   *     NetworkInfo.DefaultNetworkCardIndex}; 0 when EC2 gives none
   * @param ipv4PerInterface {@code NetworkInfo.Ipv4AddressesPerInterface}; 0 when EC2 gives none
   * @param instanceStoreGB {@code InstanceStorageInfo.TotalSizeInGB}; null without instance store
   * @param devices what its nodes offer besides, as Kubernetes names it: {@code nvidia.com/gpu},
   *     {@code amd.com/gpu}, {@code habana.ai/gaudi}, {@code aws.amazon.com/neuron}, {@code
   *     aws.amazon.com/neuroncore}, {@code vpc.amazonaws.com/efa}
   * @param labels every well-known label of Karpenter that the type alone determines; a key without
   *     a value is known to be absent
   * @param cards {@code NetworkInfo.NetworkCards[]}: {@code MaximumNetworkInterfaces} by {@code
   *     NetworkCardIndex}
   * @param processorFeatures {@code ProcessorInfo.SupportedFeatures}: nested-virtualization
   */
  @ExpectedCount(1_000)
  @ReadFrom(of = "InstanceTypes")
  record InstanceType(
      @ReadFrom("InstanceType") String name,
      @ReadFrom("ProcessorInfo.SupportedArchitectures")
          @OneOf({"amd64", "arm64", "i386", "x86_64_mac", "arm64_mac"})
          String architecture,
      @ReadFrom("SupportedVirtualizationTypes") Values virtualizationTypes,
      @ReadFrom("SupportedBootModes") Values bootModes,
      @ReadFrom("NetworkInfo.EnaSupport") @OneOf({"unsupported", "supported", "required"})
          @Nullable String enaSupport,
      @ReadFrom("GpuInfo.Gpus.Manufacturer") @Nullable String gpuManufacturer,
      @ReadFrom({
            "InferenceAcceleratorInfo.Accelerators.Manufacturer",
            "NeuronInfo.NeuronDevices.Name"
          })
          @Nullable String acceleratorManufacturer,
      @ReadFrom("InstanceType") String family,
      @ReadFrom("CurrentGeneration") boolean currentGeneration,
      @ReadFrom("VCpuInfo.DefaultVCpus") int vcpus,
      @ReadFrom("MemoryInfo.SizeInMiB") long memoryMiB,
      @ReadFrom({
            "NetworkInfo.DefaultNetworkCardIndex",
            "NetworkInfo.NetworkCards.MaximumNetworkInterfaces"
          })
          int networkInterfaces,
      @ReadFrom("NetworkInfo.Ipv4AddressesPerInterface") int ipv4PerInterface,
      @ReadFrom("InstanceStorageInfo.TotalSizeInGB") @Nullable Long instanceStoreGB,
      @ReadFrom({
            "GpuInfo.Gpus.Manufacturer",
            "GpuInfo.Gpus.Count",
            "NeuronInfo.NeuronDevices.Count",
            "NeuronInfo.NeuronDevices.CoreInfo.Count",
            "NetworkInfo.EfaInfo.MaximumEfaInterfaces"
          })
          Resources devices,
      @ReadFrom({
            "SupportedUsageClasses",
            "Hypervisor",
            "NitroEnclavesSupport",
            "ProcessorInfo.Manufacturer",
            "ProcessorInfo.SustainedClockSpeedInGhz",
            "InstanceStorageInfo.NvmeSupport",
            "EbsInfo.EbsOptimizedSupport",
            "EbsInfo.EbsOptimizedInfo.MaximumBandwidthInMbps",
            "NetworkInfo.NetworkPerformance",
            "NetworkInfo.EncryptionInTransitSupported",
            "NetworkInfo.NetworkCards.BaselineBandwidthInGbps",
            "GpuInfo.Gpus.Name",
            "GpuInfo.Gpus.MemoryInfo.SizeInMiB",
            "InferenceAcceleratorInfo.Accelerators.Name",
            "InferenceAcceleratorInfo.Accelerators.Count",
            "NeuronInfo.NeuronDevices.Name"
          })
          Labels labels,
      @ReadFrom({
            "NetworkInfo.NetworkCards.NetworkCardIndex",
            "NetworkInfo.NetworkCards.MaximumNetworkInterfaces"
          })
          Tags cards,
      @ReadFrom("ProcessorInfo.SupportedFeatures") Values processorFeatures)
      implements InstanceTypes {

    @Override
    public String key() {
      return "InstanceType/" + name;
    }

    /**
     * Whether Karpenter launches it only where nothing else would do ({@code
     * ExoticInstanceTypeFilter}): it is bare metal, or has GPUs or accelerators.
     */
    public boolean exotic() {
      return name.contains("metal")
          || devices.map().keySet().stream()
              .anyMatch(device -> !device.equals("vpc.amazonaws.com/efa"));
    }

    /**
     * {@code zones} when the type is sold as {@code capacityType} or EC2 does not report how it is
     * sold; else none.
     */
    public Values sold(String capacityType, Values zones) {
      return !labels.define("karpenter.sh/capacity-type")
              || labels.values("karpenter.sh/capacity-type").has(capacityType)
          ? zones
          : Values.NONE;
    }

    /**
     * Whether one of {@code terms} fits, which stand between blanks. A term is a pattern (* and ?)
     * of the family, the name or the generation ({@code c7i-flex}, {@code *.metal}, {@code 7}),
     * {@code label=pattern} of one of the labels, or {@code currentGeneration=true}.
     */
    public boolean fits(String terms) {
      for (String term : terms.strip().split("\\s+")) {
        int sign = term.indexOf('=');
        if (sign < 0 ? named(term) : labelled(term.substring(0, sign), term.substring(sign + 1))) {
          return true;
        }
      }
      return false;
    }

    private boolean named(String pattern) {
      String generation = labels.value("karpenter.k8s.aws/instance-generation");
      return Glob.matches(pattern, family)
          || Glob.matches(pattern, name)
          || (generation != null && Glob.matches(pattern, generation));
    }

    private boolean labelled(String label, String pattern) {
      return label.equals("currentGeneration")
          ? Glob.matches(pattern, Boolean.toString(currentGeneration))
          : labels.values(label).list().stream().anyMatch(value -> Glob.matches(pattern, value));
    }

    /**
     * {@code Maybe x.} with what of {@code catalogue} is named most like {@code written}: a type
     * when it has a dot, else a family. Rules in recorded logs call it: its texts do not change.
     */
    public static String nearest(String written, Collection<InstanceType> catalogue) {
      return Nearest.advice(written, names(written, catalogue));
    }

    /** {@code Did you mean x?} with the same. */
    public static String suggestion(String written, Collection<InstanceType> catalogue) {
      return Nearest.suggestion(written, names(written, catalogue));
    }

    private static List<String> names(String written, Collection<InstanceType> catalogue) {
      boolean ofType = written.indexOf('.') >= 0;
      return catalogue.stream().map(type -> ofType ? type.name : type.family).distinct().toList();
    }
  }

  /**
   * Instance types that an AMI family does not run on although their requirements fit ({@code
   * ami-families.yaml}).
   *
   * @param amiFamily AL2023
   * @param instanceFamily the instance family: a1
   * @param message why
   */
  @ExpectedCount(10)
  record InstanceTypeExclusion(String amiFamily, String instanceFamily, String message)
      implements InstanceTypes {

    @Override
    public String key() {
      return "InstanceTypeExclusion/" + amiFamily + "/" + instanceFamily;
    }
  }

  /**
   * That an instance type is offered in a zone ({@code DescribeInstanceTypeOfferings} by
   * availability zone, {@code InstanceTypeOfferings[]}).
   *
   * @param instanceType {@code InstanceType}
   * @param zone {@code Location}: us-east-1a
   */
  @ExpectedCount(10_000)
  @ReadFrom(of = "InstanceTypeOfferings", value = "LocationType")
  record InstanceTypeOffering(
      @ReadFrom("InstanceType") String instanceType, @ReadFrom("Location") String zone)
      implements InstanceTypes {

    @Override
    public String key() {
      return "InstanceTypeOffering/" + instanceType + "/" + zone;
    }

    /** The labels that the name of the type alone tells; nothing is known of any other. */
    public Labels namedLabels() {
      return InstanceTypeName.labels(instanceType);
    }
  }

  /**
   * What an instance type costs on demand, Linux, shared tenancy ({@code prices.json}).
   *
   * @param instanceType the type
   * @param microUsdPerHour millionths of a US dollar an hour
   */
  @ExpectedCount(1_000)
  record OnDemandPrice(String instanceType, long microUsdPerHour) implements InstanceTypes {

    @Override
    public String key() {
      return "OnDemandPrice/" + instanceType;
    }

    /** What one of {@code vcpus} costs, rounded down to a millionth. */
    public long perVcpu(int vcpus) {
      return microUsdPerHour / vcpus;
    }
  }

  /**
   * The memory that nodes of a type and image turned out to have, as it was concluded before
   * ({@code learnedCapacity} in {@code snapshot.yaml}).
   *
   * @param instanceType the type
   * @param ami the image id
   * @param memory {@code status.capacity.memory} of those nodes
   * @param confirmed when a node last agreed
   */
  record RememberedCapacity(String instanceType, String ami, Quantity memory, Instant confirmed)
      implements InstanceTypes {

    @Override
    public String key() {
      return "RememberedCapacity/" + instanceType + "/" + ami;
    }
  }

  /**
   * What an instance type costs on the spot market now ({@code DescribeSpotPriceHistory}, the
   * latest of {@code SpotPriceHistory[]} for Linux/UNIX).
   *
   * @param instanceType the type
   * @param zone {@code AvailabilityZone}
   * @param microUsdPerHour millionths of a US dollar an hour
   */
  @ExpectedCount(10_000)
  @ReadFrom(
      of = "SpotPriceHistory",
      value = {"ProductDescription", "Timestamp"})
  record SpotPrice(
      @ReadFrom("InstanceType") String instanceType,
      @ReadFrom("AvailabilityZone") String zone,
      @ReadFrom("SpotPrice") long microUsdPerHour)
      implements InstanceTypes {

    @Override
    public String key() {
      return "SpotPrice/" + instanceType + "/" + zone;
    }
  }

  /**
   * That EC2 had no capacity for an offering at the last request ({@code unavailableOfferings} in
   * {@code snapshot.yaml}).
   *
   * @param capacityType spot or on-demand
   * @param instanceType the type; {@code *} when every type is concerned
   * @param zone the zone; {@code *} when every zone is concerned
   * @param reason the code EC2 gave: InsufficientInstanceCapacity; {@code Unknown} if EC2 gave none
   * @param since the time of the last request
   */
  @ExpectedCount(100)
  record UnavailableOffering(
      @OneOf({"on-demand", "reserved", "spot"}) String capacityType,
      String instanceType,
      String zone,
      String reason,
      Instant since)
      implements InstanceTypes {

    @Override
    public String key() {
      return "UnavailableOffering/" + capacityType + "/" + instanceType + "/" + zone;
    }

    /** Whether more than one offering may be concerned. */
    public boolean broad() {
      return instanceType.equals("*") || zone.equals("*");
    }

    /** Whether the offering of {@code type} in {@code of} is concerned. */
    public boolean covers(String type, String of) {
      return (instanceType.equals("*") || instanceType.equals(type))
          && (zone.equals("*") || zone.equals(of));
    }

    /** When it may be tried again, if it is left alone for {@code span}. */
    public Instant until(Duration span) {
      return since.plus(span);
    }
  }
}
