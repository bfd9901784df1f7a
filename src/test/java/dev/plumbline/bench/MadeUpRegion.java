package dev.plumbline.bench;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A region of EC2 as large as a real one, in the shape of its own answers; none of it exists. */
final class MadeUpRegion {

  private static final List<String> SIZES =
      List.of(
          "large",
          "xlarge",
          "2xlarge",
          "4xlarge",
          "8xlarge",
          "12xlarge",
          "16xlarge",
          "24xlarge",
          "metal");

  private final List<Object> types = new ArrayList<>();
  private final List<Object> offerings = new ArrayList<>();
  private final List<Object> images = new ArrayList<>();
  private final Map<String, String> parameters = new TreeMap<>();

  MadeUpRegion() {
    for (int i = 0; i < 1373; i++) {
      int kind = i / SIZES.size();
      String category = List.of("c", "m", "r", "t", "i", "g", "p", "inf").get(kind % 8);
      boolean arm = kind % 3 == 0;
      String family =
          category + (kind / 8 % 8 + 1) + (arm ? "g" : "i") + "abcdefgh".charAt(kind % 7);
      type(family + kind + "." + SIZES.get(i % SIZES.size()), arm, category, i % SIZES.size());
    }
    for (String minor : List.of("1.32", "1.33", "1.34", "1.35")) {
      eks(minor);
      bottlerocket(minor);
      image(
          "Windows_Server-2022-English-Core-EKS_Optimized-" + minor,
          "x86_64",
          "/aws/service/ami-windows-latest/Windows_Server-2022-English-Core-EKS_Optimized-"
              + minor
              + "/image_id");
    }
    for (int i = 1; i <= 12; i++) {
      own("golden-x86_64-v" + i, "x86_64", "available", i);
      own("golden-arm64-v" + i, "arm64", "available", i);
    }
    own(BenchSnapshot.PENDING, "x86_64", "pending", 13);
    while (images.size() < 636) {
      image("other-" + images.size(), "x86_64", "/other/" + images.size());
    }
  }

  /** What the file of this name holds. */
  Object file(String name) {
    return switch (name.substring(0, name.indexOf('.'))) {
      case "images" -> images;
      case "instance_types" -> types;
      case "instance_type_offerings" -> offerings;
      default -> parameters;
    };
  }

  private void eks(String minor) {
    String path = "/aws/service/eks/optimized-ami/" + minor + "/amazon-linux-2";
    for (String variant : List.of("", "-arm64", "-gpu")) {
      image(
          "amazon-eks" + variant + "-node-" + minor + "-v20260815",
          variant.equals("-arm64") ? "arm64" : "x86_64",
          path + variant + "/recommended/image_id");
    }
    for (String build :
        List.of(
            "x86_64/standard",
            "x86_64/nvidia",
            "x86_64/neuron",
            "arm64/standard",
            "arm64/nvidia")) {
      image(
          "amazon-eks-node-al2023-" + build.replace('/', '-') + "-" + minor + "-v20260815",
          build.substring(0, build.indexOf('/')),
          path + "023/" + build + "/recommended/image_id");
    }
  }

  private void bottlerocket(String minor) {
    for (String variant : List.of("", "-nvidia", "-fips", "-nvidia-fips")) {
      for (String architecture : List.of("x86_64", "arm64")) {
        String build = "aws-k8s-" + minor + variant;
        image(
            "bottlerocket-" + build + "-" + architecture + "-v1.50.0",
            architecture,
            "/aws/service/bottlerocket/" + build + "/" + architecture + "/latest/image_id");
      }
    }
  }

  private void image(String name, String architecture, String parameter) {
    var image = described(name, architecture, "available", "2026-08-15T00:00:00.000Z");
    image.put("OwnerId", "602401143452");
    image.put("ImageOwnerAlias", "amazon");
    images.add(image);
    parameters.put(parameter, String.valueOf(image.get("ImageId")));
  }

  private void own(String name, String architecture, String state, int day) {
    var image = described(name, architecture, state, "2026-08-%02dT09:00:00.000Z".formatted(day));
    image.put("OwnerId", "123456789012");
    image.put("Tags", List.of(Map.of("Key", "stage", "Value", day < 10 ? "prod" : "build")));
    images.add(image);
  }

  private Map<String, Object> described(
      String name, String architecture, String state, String created) {
    return new HashMap<>(
        Map.of(
            "ImageId",
            "ami-%017x".formatted(images.size() + 1),
            "Name",
            name,
            "State",
            state,
            "Architecture",
            architecture,
            "CreationDate",
            created,
            "RootDeviceType",
            "ebs",
            "RootDeviceName",
            "/dev/xvda",
            "VirtualizationType",
            "hvm",
            "EnaSupport",
            true));
  }

  private void type(String name, boolean arm, String category, int size) {
    var type =
        new HashMap<String, Object>(
            Map.of(
                "InstanceType",
                name,
                "ProcessorInfo",
                Map.of(
                    "SupportedArchitectures",
                    List.of(arm ? "arm64" : "x86_64"),
                    "Manufacturer",
                    arm ? "AWS" : "Intel"),
                "VCpuInfo",
                Map.of("DefaultVCpus", 2 << Math.min(size, 6)),
                "MemoryInfo",
                Map.of("SizeInMiB", 8192 << Math.min(size, 6)),
                "SupportedUsageClasses",
                List.of("on-demand", "spot"),
                "SupportedVirtualizationTypes",
                List.of("hvm"),
                "SupportedBootModes",
                List.of("legacy-bios", "uefi"),
                "Hypervisor",
                "nitro",
                "NetworkInfo",
                Map.of(
                    "EnaSupport",
                    "required",
                    "DefaultNetworkCardIndex",
                    0,
                    "NetworkCards",
                    List.of(Map.of("NetworkCardIndex", 0, "MaximumNetworkInterfaces", 4)),
                    "Ipv4AddressesPerInterface",
                    15)));
    if (category.equals("g") || category.equals("p")) {
      var gpu =
          Map.of(
              "Name",
              "T4",
              "Manufacturer",
              "NVIDIA",
              "Count",
              1,
              "MemoryInfo",
              Map.of("SizeInMiB", 16384));
      type.put("GpuInfo", Map.of("Gpus", List.of(gpu)));
    }
    if (category.equals("inf")) {
      type.put(
          "NeuronInfo",
          Map.of("NeuronDevices", List.of(Map.of("Name", "Inferentia2", "Count", 1))));
    }
    types.add(type);
    for (String zone : List.of("a", "b", "c", "d", "f")) {
      if ((name + zone).hashCode() % 12 != 0) {
        offerings.add(
            Map.of(
                "InstanceType",
                name,
                "LocationType",
                "availability-zone",
                "Location",
                "us-east-1" + zone));
      }
    }
  }
}
