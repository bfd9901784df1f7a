package dev.plumbline.source;

import dev.plumbline.fact.Quantity;
import dev.plumbline.fact.Resources;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What nodes of an instance type offer besides CPU and memory, as {@code computeCapacity} in
 * pkg/providers/instancetype/types.go of karpenter-provider-aws counts it.
 */
final class InstanceTypeDevices {

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
