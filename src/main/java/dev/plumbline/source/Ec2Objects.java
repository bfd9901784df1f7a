package dev.plumbline.source;

import dev.plumbline.fact.Ami;
import dev.plumbline.fact.Architecture;
import dev.plumbline.fact.Instance;
import dev.plumbline.fact.InstanceType;
import dev.plumbline.fact.InstanceTypeOffering;
import dev.plumbline.fact.Labels;
import dev.plumbline.fact.Tags;
import dev.plumbline.fact.Values;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Facts out of what EC2 answers, in the JSON that {@code aws ec2 describe-…} prints. */
final class Ec2Objects {

  private static final String NOT_DESCRIBED =
      "Maybe this is not what aws ec2 describe-%s prints, or a --query cut it.";
  private static final String NO_IMAGE = NOT_DESCRIBED.formatted("images");
  private static final String NO_TYPE = NOT_DESCRIBED.formatted("instance-types");
  private static final String NO_OFFERING = NOT_DESCRIBED.formatted("instance-type-offerings");
  private static final String NO_INSTANCE = NOT_DESCRIBED.formatted("instances");

  private Ec2Objects() {}

  /** One of {@code Images[]}. */
  static Ami ami(Cursor image) {
    String rootDevice = image.at("RootDeviceName").textOrNull();
    return new Ami(
        image.required("ImageId", NO_IMAGE).text(),
        orEmpty(image.at("Name").textOrNull()),
        image.required("State", NO_IMAGE).text(),
        image.at("StateReason").at("Message").textOrNull(),
        image.required("Architecture", NO_IMAGE).text(),
        image.required("OwnerId", NO_IMAGE).text(),
        image.at("ImageOwnerAlias").textOrNull(),
        image.at("CreationDate").instantOrNull(),
        image.at("DeprecationTime").instantOrNull(),
        tags(image.at("Tags")),
        image.at("VirtualizationType").textOrNull(),
        image.at("RootDeviceType").textOrNull(),
        rootDevice,
        rootSnapshot(image.at("BlockDeviceMappings"), rootDevice),
        image.at("EnaSupport").flagOrNull(),
        image.at("BootMode").textOrNull(),
        "windows".equalsIgnoreCase(image.at("Platform").textOrNull()) ? "windows" : null);
  }

  /**
   * One of {@code InstanceTypes[]}.
   *
   * @param region where it was described; null when not known
   */
  static InstanceType instanceType(Cursor type, @Nullable String region) {
    String name = type.required("InstanceType", NO_TYPE).text();
    String architecture =
        architecture(
            type.required("ProcessorInfo", NO_TYPE).required("SupportedArchitectures", NO_TYPE));
    Labels labels = InstanceTypeLabels.of(name, architecture, type, region);
    Integer store = type.at("InstanceStorageInfo").at("TotalSizeInGB").wholeNumberOrNull();
    return new InstanceType(
        name,
        architecture,
        Values.of(type.at("SupportedVirtualizationTypes").texts()),
        Values.of(type.at("SupportedBootModes").texts()),
        type.at("NetworkInfo").at("EnaSupport").textOrNull(),
        labels.value(InstanceTypeLabels.GPU_MANUFACTURER),
        labels.value(InstanceTypeLabels.ACCELERATOR_MANUFACTURER),
        name.contains(".") ? name.substring(0, name.indexOf('.')) : name,
        type.at("CurrentGeneration").flag(),
        number(type.at("VCpuInfo").at("DefaultVCpus")),
        number(type.at("MemoryInfo").at("SizeInMiB")),
        networkInterfaces(type.at("NetworkInfo")),
        number(type.at("NetworkInfo").at("Ipv4AddressesPerInterface")),
        store == null ? null : store.longValue(),
        InstanceTypeDevices.of(type),
        labels);
  }

  /** One of {@code InstanceTypeOfferings[]}; null when it is not of an availability zone. */
  static @Nullable InstanceTypeOffering offering(Cursor offering) {
    String locationType = offering.at("LocationType").textOrNull();
    String type = offering.required("InstanceType", NO_OFFERING).text();
    String location = offering.required("Location", NO_OFFERING).text();
    return locationType == null || locationType.equals("availability-zone")
        ? new InstanceTypeOffering(type, location)
        : null;
  }

  /** One of {@code Reservations[].Instances[]}. */
  static Instance instance(Cursor instance) {
    return new Instance(
        instance.required("InstanceId", NO_INSTANCE).text(),
        instance.required("ImageId", NO_INSTANCE).text(),
        instance.required("InstanceType", NO_INSTANCE).text(),
        instance.at("Placement").at("AvailabilityZone").textOrNull(),
        instance.required("State", NO_INSTANCE).required("Name", NO_INSTANCE).text(),
        instance.at("SubnetId").textOrNull(),
        Values.of(
            instance.at("SecurityGroups").items().stream()
                .map(group -> group.required("GroupId", NO_INSTANCE).text())
                .toList()),
        instance.at("CapacityReservationId").textOrNull());
  }

  /** Of the default network card, as Karpenter counts for the pods that a node can have. */
  private static int networkInterfaces(Cursor network) {
    List<Cursor> cards = network.at("NetworkCards").items();
    Integer index = network.at("DefaultNetworkCardIndex").countOrNull();
    return index == null || index >= cards.size()
        ? 0
        : number(cards.get(index).at("MaximumNetworkInterfaces"));
  }

  private static int number(Cursor count) {
    Integer number = count.wholeNumberOrNull();
    return number == null ? 0 : number;
  }

  private static String architecture(Cursor supported) {
    List<String> names = supported.texts();
    for (String name : names) {
      String kubernetes = Architecture.kubernetes(name);
      if (kubernetes != null) {
        return kubernetes;
      }
    }
    if (names.isEmpty()) {
      throw supported.wrong("is empty", NO_TYPE);
    }
    return names.getFirst();
  }

  private static Tags tags(Cursor tags) {
    var byKey = new TreeMap<String, String>();
    for (Cursor tag : tags.items()) {
      byKey.put(tag.required("Key", NO_IMAGE).text(), orEmpty(tag.at("Value").textOrNull()));
    }
    return Tags.of(byKey);
  }

  private static @Nullable Integer rootSnapshot(Cursor mappings, @Nullable String rootDevice) {
    for (Cursor mapping : mappings.items()) {
      if (rootDevice != null && rootDevice.equals(mapping.at("DeviceName").textOrNull())) {
        return mapping.at("Ebs").at("VolumeSize").wholeNumberOrNull();
      }
    }
    return null;
  }

  private static String orEmpty(@Nullable String text) {
    return text == null ? "" : text;
  }
}
