package dev.plumbline.source;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plumbline.fact.Architecture;
import dev.plumbline.fact.Decimals;
import dev.plumbline.fact.Images.Ami;
import dev.plumbline.fact.Images.SsmError;
import dev.plumbline.fact.Images.SsmParameter;
import dev.plumbline.fact.InstanceTypes.InstanceType;
import dev.plumbline.fact.InstanceTypes.InstanceTypeOffering;
import dev.plumbline.fact.InstanceTypes.OnDemandPrice;
import dev.plumbline.fact.InstanceTypes.SpotPrice;
import dev.plumbline.fact.Labels;
import dev.plumbline.fact.Nodes.Instance;
import dev.plumbline.fact.Quantity;
import dev.plumbline.fact.Resources;
import dev.plumbline.fact.Tags;
import dev.plumbline.fact.Values;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Facts from EC2 responses, in the JSON that {@code aws ec2 describe-…} prints. */
final class Ec2Objects {

  private static final String NOT_DESCRIBED =
      "Try: the output of aws ec2 describe-%s without --query.";
  private static final String NO_IMAGE = NOT_DESCRIBED.formatted("images");

  static final String INSTANCE_TYPE = "InstanceType";

  private static final String SPOT_PRICE = "SpotPrice";
  private static final String NO_TYPE = NOT_DESCRIBED.formatted("instance-types");
  private static final String NO_OFFERING = NOT_DESCRIBED.formatted("instance-type-offerings");
  private static final String NO_INSTANCE = NOT_DESCRIBED.formatted("instances");

  private Ec2Objects() {}

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
        "windows".equalsIgnoreCase(image.at("Platform").textOrNull()) ? "windows" : null,
        image.at("ImageAllowed").flagOrNull());
  }

  static InstanceType instanceType(Cursor type, @Nullable String region) {
    String name = type.required(INSTANCE_TYPE, NO_TYPE).text();
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
        labels,
        cards(type.at("NetworkInfo").at("NetworkCards")),
        Values.of(type.at("ProcessorInfo").at("SupportedFeatures").texts()));
  }

  /** One of {@code InstanceTypeOfferings[]}; null when it is not of an availability zone. */
  static @Nullable InstanceTypeOffering offering(Cursor offering) {
    String locationType = offering.at("LocationType").textOrNull();
    String type = offering.required(INSTANCE_TYPE, NO_OFFERING).text();
    String location = offering.required("Location", NO_OFFERING).text();
    return locationType == null || locationType.equals("availability-zone")
        ? new InstanceTypeOffering(type.intern(), location.intern())
        : null;
  }

  static Instance instance(Cursor instance) {
    return new Instance(
        instance.required("InstanceId", NO_INSTANCE).text(),
        instance.required("ImageId", NO_INSTANCE).text(),
        instance.required(INSTANCE_TYPE, NO_INSTANCE).text(),
        instance.at("Placement").at("AvailabilityZone").textOrNull(),
        instance.required("State", NO_INSTANCE).required("Name", NO_INSTANCE).text(),
        instance.at("SubnetId").textOrNull(),
        Values.of(
            instance.at("SecurityGroups").items().stream()
                .map(group -> group.required("GroupId", NO_INSTANCE).text())
                .toList()),
        instance.at("CapacityReservationId").textOrNull());
  }

  private static Tags cards(Cursor list) {
    var cards = new TreeMap<String, String>();
    for (Cursor card : list.items()) {
      cards.put(
          Integer.toString(number(card.at("NetworkCardIndex"))),
          Integer.toString(number(card.at("MaximumNetworkInterfaces"))));
    }
    return Tags.of(cards);
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

  /**
   * What nodes of an instance type offer besides CPU and memory, as {@code computeCapacity} in
   * pkg/providers/instancetype/types.go of karpenter-provider-aws counts it.
   */
  static final class InstanceTypeDevices {

    private static final Map<String, String> GPU_BY_MANUFACTURER =
        Map.of("NVIDIA", "nvidia.com/gpu", "AMD", "amd.com/gpu", "Habana", "habana.ai/gaudi");

    private InstanceTypeDevices() {}

    /** The devices of one of {@code InstanceTypes[]}; those it has none of are left out. */
    static Resources of(Cursor type) {
      var count = new HashMap<String, Integer>();
      for (Cursor gpu : type.at("GpuInfo").at("Gpus").items()) {
        String manufacturer = gpu.at("Manufacturer").textOrNull();
        String resource = manufacturer == null ? null : GPU_BY_MANUFACTURER.get(manufacturer);
        if (resource != null) {
          count.merge(resource, number(gpu.at("Count")), Integer::sum);
        }
      }
      List<Cursor> neurons = type.at("NeuronInfo").at("NeuronDevices").items();
      for (Cursor neuron : neurons) {
        count.merge("aws.amazon.com/neuron", number(neuron.at("Count")), Integer::sum);
      }
      if (!neurons.isEmpty()) {
        Cursor first = neurons.getFirst();
        count.put(
            "aws.amazon.com/neuroncore",
            number(first.at("Count")) * number(first.at("CoreInfo").at("Count")));
      }
      count.put(
          "vpc.amazonaws.com/efa",
          number(type.at("NetworkInfo").at("EfaInfo").at("MaximumEfaInterfaces")));
      var devices = new HashMap<String, Quantity>();
      count.forEach(
          (resource, number) -> {
            if (number > 0) {
              devices.put(resource, Quantity.ofWhole(number));
            }
          });
      return Resources.of(devices);
    }

    private static int number(Cursor count) {
      Integer number = count.wholeNumberOrNull();
      return number == null ? 0 : number;
    }
  }

  static final class SsmAnswer {

    private static final String NO_PARAMETER =
        "Try: the output of aws ssm get-parameters without --query.";

    private SsmAnswer() {}

    /** Adds its parameters and errors; how many parameters there are. */
    static int read(Cursor root, FactSet facts) {
      if (root.node().isArray()) {
        return parameters(root, facts);
      }
      if (!isAnswer(root.node())) {
        root.fields((path, value) -> facts.add(new SsmParameter(path, value.text()), value));
        return root.node().size();
      }
      int count = parameters(root.at("Parameters"), facts);
      root.at("Errors").fields((path, code) -> facts.add(new SsmError(path, code.text()), code));
      for (Cursor path : root.at("InvalidParameters").items()) {
        facts.add(new SsmError(path.text(), "ParameterNotFound"), path);
      }
      return count;
    }

    private static boolean isAnswer(JsonNode root) {
      return root.has("Parameters") || root.has("Errors") || root.has("InvalidParameters");
    }

    private static int parameters(Cursor list, FactSet facts) {
      for (Cursor row : list.items()) {
        boolean secret = SsmParameter.SECRET.equals(row.at("Type").textOrNull());
        facts.add(
            new SsmParameter(
                row.required("Name", NO_PARAMETER).text(),
                secret ? SsmParameter.SECRET : row.required("Value", NO_PARAMETER).text()),
            row);
      }
      return list.node().size();
    }
  }

  /** What instance types cost, in US dollars an hour where it is read. */
  static final class Prices {

    private static final String NO_PRICE =
        "Try: the output of aws ec2 describe-spot-price-history without --query.";

    private static final List<String> LINUX = List.of("Linux/UNIX", "Linux/UNIX (Amazon VPC)");

    private record PriceAt(Instant when, SpotPrice price, Cursor place) {}

    private Prices() {}

    /** Adds the prices of a map of instance types; how many there are. */
    static int onDemand(Cursor map, FactSet facts) {
      map.fields((type, price) -> facts.add(new OnDemandPrice(type, microUsd(price)), price));
      return map.node().size();
    }

    /** Adds the latest price of each type and zone in {@code SpotPriceHistory[]}. */
    static void spot(List<Cursor> history, FactSet facts) {
      var latest = new LinkedHashMap<String, PriceAt>();
      for (Cursor row : history) {
        PriceAt observed = priceAt(row);
        if (observed != null) {
          latest.merge(observed.price().key(), observed, Prices::later);
        }
      }
      for (Map.Entry<String, PriceAt> observed : latest.entrySet()) {
        facts.add(observed.getValue().price(), observed.getValue().place());
      }
    }

    private static @Nullable PriceAt priceAt(Cursor row) {
      String product = row.at("ProductDescription").textOrNull();
      String type = row.required(INSTANCE_TYPE, NO_PRICE).text();
      String zone = row.required("AvailabilityZone", NO_PRICE).text();
      long price = microUsd(row.required(SPOT_PRICE, NO_PRICE));
      Instant when = row.required("Timestamp", NO_PRICE).instant();
      return product == null || LINUX.contains(product)
          ? new PriceAt(when, new SpotPrice(type, zone, price), row)
          : null;
    }

    /** The later of two; at equal times the higher one, so that their order does not matter. */
    private static PriceAt later(PriceAt one, PriceAt other) {
      int order = one.when().compareTo(other.when());
      return order > 0
              || order == 0 && one.price().microUsdPerHour() >= other.price().microUsdPerHour()
          ? one
          : other;
    }

    private static long microUsd(Cursor price) {
      BigDecimal dollars = Decimals.parse(price.scalar());
      if (dollars != null && dollars.signum() >= 0 && dollars.precision() - dollars.scale() < 12) {
        return dollars.movePointRight(6).setScale(0, RoundingMode.HALF_UP).longValueExact();
      }
      throw price.wrong(
          "is " + price.shown() + ", which is not a price", "Try: write it in US dollars: 0.0104.");
    }
  }
}
