package dev.plumbline.policy;

import dev.plumbline.conclusion.CapacityConclusions.NodeClassSizing;
import dev.plumbline.conclusion.CapacityConclusions.SizingNumbers;
import dev.plumbline.fact.Annotations.ExtensionMethod;
import dev.plumbline.fact.InstanceTypes.InstanceType;
import dev.plumbline.fact.Quantity;
import dev.plumbline.fact.Resources;
import dev.plumbline.fact.Tags;
import dev.plumbline.fact.Values;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The sizes of instance types under the settings of an EC2NodeClass, by numbers that are parameters
 * ({@code capacity.*}). The algorithm is that of {@link TypeSize}, which has Karpenter's numbers.
 */
public final class Sizing {

  private final NodeClassSizing by;
  private final Numbers numbers;

  private Sizing(NodeClassSizing by, Numbers numbers) {
    this.by = by;
    this.numbers = numbers;
  }

  /** The formulas and settings of a node class with {@code numbers}. */
  @ExtensionMethod
  public static Sizing by(NodeClassSizing sizing, SizingNumbers numbers) {
    return new Sizing(sizing, Numbers.of(numbers.values()));
  }

  /**
   * What a node of the type has, as far as it is known, without what there is nothing of.
   *
   * @param branchInterfaces how many branch interfaces there are by type; none if unknown
   */
  public Resources capacity(InstanceType type, Tags branchInterfaces) {
    return new TypeSize(by, type, numbers).capacity(branchInterfaces);
  }

  /** What of {@code capacity} pods can use on a node of the type. */
  public Resources allocatable(InstanceType type, Resources capacity) {
    return new TypeSize(by, type, numbers).allocatable(capacity);
  }

  /**
   * The storage of a node of the type whose node class maps a volume that is not in whole GiB: what
   * is written, as Karpenter counts it; nothing where the instance store takes its place.
   *
   * @param sizes the size of that volume; none when it is in whole GiB
   */
  public Resources exactStorage(InstanceType type, Collection<Quantity> sizes) {
    return TypeSize.exactStorage(by, type, sizes);
  }

  /** The resources of a node of the type that are not known; as in {@link #capacity}. */
  public Values unknown(InstanceType type, Tags branchInterfaces) {
    return TypeSize.unknown(by, type, branchInterfaces);
  }

  /** The memory that is worked out for a node of the type, whatever nodes have shown. */
  public Quantity memory(InstanceType type) {
    return new TypeSize(by, type, numbers).memory();
  }

  /**
   * The least {@code overhead}, to three places, by which a node of the type is given no more than
   * {@code memory}.
   */
  public String overheadFor(InstanceType type, Quantity memory) {
    return new TypeSize(by, type, numbers).overheadFor(memory);
  }

  /**
   * The share of the CPUs from {@code from} to {@code to} that is reserved, both in thousandths of
   * one.
   */
  record Step(long from, long to, double share) {}

  /**
   * The numbers of the formulas.
   *
   * @param source what they were read from
   * @param arm64ReservedMiB memory that Graviton reserves for contiguous allocations (CMA)
   * @param hostNetworkPods the pods that need no address of a network interface
   * @param kubeReservedMiB the memory reserved for Kubernetes, without that for pods
   * @param kubeReservedMiBPerPod the memory reserved for Kubernetes for each pod
   * @param kubeReservedCpu ascending, each ends where the next begins
   * @param evictionStoragePercent of the storage
   */
  record Numbers(
      Tags source,
      long arm64ReservedMiB,
      long hostNetworkPods,
      long kubeReservedMiB,
      long kubeReservedMiBPerPod,
      List<Step> kubeReservedCpu,
      long kubeReservedStorageMiB,
      long evictionMemoryMiB,
      double evictionStoragePercent) {

    private static final String CPU = "capacity.kubeReservedCpuPercent/";

    private static final long ALL_CPUS = 1L << 31;

    /** Those of Karpenter 1.14, which are the defaults of the parameters. */
    static final Numbers KARPENTER =
        new Numbers(
            Tags.NONE,
            64,
            2,
            255,
            11,
            List.of(
                new Step(0, 1000, 0.06),
                new Step(1000, 2000, 0.01),
                new Step(2000, 4000, 0.005),
                new Step(4000, ALL_CPUS, 0.0025)),
            1024,
            100,
            10);

    private static volatile Numbers last = KARPENTER;

    /** Those of the parameters by name; Karpenter's where one is not set. */
    static Numbers of(Tags source) {
      Numbers known = last;
      if (known.source != source) {
        known = read(source);
        last = known;
      }
      return known;
    }

    private static Numbers read(Tags source) {
      return new Numbers(
          source,
          whole(source, "arm64ReservedMiB", KARPENTER.arm64ReservedMiB),
          whole(source, "hostNetworkPods", KARPENTER.hostNetworkPods),
          whole(source, "kubeReservedMiB", KARPENTER.kubeReservedMiB),
          whole(source, "kubeReservedMiBPerPod", KARPENTER.kubeReservedMiBPerPod),
          steps(source),
          whole(source, "kubeReservedStorageMiB", KARPENTER.kubeReservedStorageMiB),
          whole(source, "evictionMemoryMiB", KARPENTER.evictionMemoryMiB),
          decimal(source, "evictionStoragePercent", KARPENTER.evictionStoragePercent));
    }

    private static long whole(Tags source, String name, long otherwise) {
      return (long) decimal(source, name, otherwise);
    }

    private static double decimal(Tags source, String name, double otherwise) {
      Double number = number(source.value("capacity." + name));
      return number == null ? otherwise : number;
    }

    private static @Nullable Double number(@Nullable String text) {
      try {
        return text == null ? null : Double.valueOf(text);
      } catch (NumberFormatException e) {
        return null;
      }
    }

    private static List<Step> steps(Tags source) {
      var percents = new TreeMap<Double, Double>();
      for (var each : source.map().entrySet()) {
        if (each.getKey().startsWith(CPU)) {
          Double from = number(each.getKey().substring(CPU.length()));
          Double percent = number(each.getValue());
          if (from != null && percent != null) {
            percents.put(from, percent);
          }
        }
      }
      if (percents.isEmpty()) {
        return KARPENTER.kubeReservedCpu;
      }
      var steps = new ArrayList<Step>();
      for (var each : percents.entrySet()) {
        Double next = percents.higherKey(each.getKey());
        steps.add(
            new Step(
                milli(each.getKey()),
                next == null ? ALL_CPUS : milli(next),
                each.getValue() / 100));
      }
      return List.copyOf(steps);
    }

    private static long milli(double cpus) {
      return Math.round(cpus * 1000);
    }
  }
}
