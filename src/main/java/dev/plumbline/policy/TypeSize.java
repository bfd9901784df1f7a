package dev.plumbline.policy;

import dev.plumbline.conclusion.CapacityConclusions.NodeClassSizing;
import dev.plumbline.fact.Annotations.ExtensionMethod;
import dev.plumbline.fact.Decimals;
import dev.plumbline.fact.InstanceTypes.InstanceType;
import dev.plumbline.fact.Quantity;
import dev.plumbline.fact.Resources;
import dev.plumbline.fact.Tags;
import dev.plumbline.fact.Values;
import dev.plumbline.policy.Sizing.Numbers;
import dev.plumbline.policy.Sizing.Step;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import org.jspecify.annotations.Nullable;

/**
 * The capacity and overhead of an instance type under the settings of an EC2NodeClass, by the
 * numbers of a {@link Sizing}. Uses floating point where Karpenter does, for byte-identical results
 * with its numbers ({@code pkg/providers/instancetype/types.go}).
 *
 * <p>What rules call on a {@code NodeClassSizing} itself goes by Karpenter's numbers: so did rules
 * in logs recorded before those were parameters.
 */
public final class TypeSize {

  private static final String MEMORY = "memory";
  private static final String STORAGE = "ephemeral-storage";
  private static final String EFA = "vpc.amazonaws.com/efa";
  private static final String POD_ENI = "vpc.amazonaws.com/pod-eni";

  /** What is not known of any type, where nobody says it. */
  private static final Values BRANCHES = Values.only(POD_ENI);

  private static final String PRIVATE_IP = "vpc.amazonaws.com/PrivateIPv4Address";

  private static final double MEBIBYTE = 1024.0 * 1024.0;

  private final NodeClassSizing by;
  private final InstanceType type;
  private final Numbers numbers;

  TypeSize(NodeClassSizing by, InstanceType type, Numbers numbers) {
    this.by = by;
    this.type = type;
    this.numbers = numbers;
  }

  private static TypeSize of(NodeClassSizing by, InstanceType type) {
    return new TypeSize(by, type, Numbers.KARPENTER);
  }

  /**
   * What a node of the type has, as far as it is known, without what there is nothing of.
   *
   * @param branchInterfaces how many branch interfaces there are by type; none if unknown
   */
  @ExtensionMethod
  public static Resources capacity(NodeClassSizing by, InstanceType type, Tags branchInterfaces) {
    return of(by, type).capacity(branchInterfaces);
  }

  /** What of {@code capacity} pods can use on a node of the type. */
  @ExtensionMethod
  public static Resources allocatable(NodeClassSizing by, InstanceType type, Resources capacity) {
    return of(by, type).allocatable(capacity);
  }

  /**
   * The storage of a node of the type whose node class maps a volume that is not in whole GiB: what
   * is written, as Karpenter counts it; nothing where the instance store takes its place.
   *
   * @param sizes the size of that volume; none when it is in whole GiB
   */
  @ExtensionMethod
  public static Resources exactStorage(
      NodeClassSizing by, InstanceType type, Collection<Quantity> sizes) {
    return sizes.isEmpty() || of(by, type).storesOnInstance()
        ? Resources.NONE
        : Resources.NONE.with(STORAGE, Collections.min(sizes));
  }

  /** The memory that is worked out for a node of the type, whatever nodes have shown. */
  @ExtensionMethod
  public static Quantity memory(NodeClassSizing by, InstanceType type) {
    return of(by, type).memory();
  }

  /** The resources of a node of the type that are not known; as in {@link #capacity}. */
  @ExtensionMethod
  public static Values unknown(NodeClassSizing by, InstanceType type, Tags branchInterfaces) {
    return of(by, type).unknown(branchInterfaces);
  }

  /**
   * The least {@code overhead}, to three places, by which a node of the type is given no more than
   * {@code memory}.
   */
  @ExtensionMethod
  public static String overheadFor(NodeClassSizing by, InstanceType type, Quantity memory) {
    return of(by, type).overheadFor(memory);
  }

  Resources capacity(Tags branchInterfaces) {
    Resources devices = type.devices();
    if (by.listsInterfaces()) {
      devices = devices.with(EFA, Quantity.ofWhole(by.efaOnly()));
    }
    if (!branchInterfaces.none()) {
      devices = devices.with(POD_ENI, branches(branchInterfaces.value(type.name())));
    }
    if (by.windows() && type.architecture().equals("amd64")) {
      devices =
          devices.with(PRIVATE_IP, Quantity.ofWhole(Math.max(0, type.ipv4PerInterface() - 1)));
    }
    return Resources.ofNode(
            Quantity.ofWhole(type.vcpus()), memory(), storage(), Quantity.ofWhole(pods()))
        .withAll(devices)
        .withoutZero();
  }

  Resources allocatable(Resources capacity) {
    return capacity.minus(overhead(capacity.quantity(STORAGE))).withoutZero();
  }

  /** The overhead: kube-reserved, system-reserved and the eviction threshold. */
  private Resources overhead(Quantity storage) {
    return kubeReserved().plus(by.systemReserved()).plus(evictionThreshold(storage));
  }

  private static Quantity branches(@Nullable String number) {
    BigDecimal count = number == null ? null : Decimals.parse(number);
    return count == null ? Quantity.ZERO : Quantity.ofWhole(count.longValue());
  }

  Quantity memory() {
    long installed = installedMiB();
    return Quantity.ofMebibytes(installed - overheadMiB(installed, by.overhead()));
  }

  private long installedMiB() {
    boolean arm64 = type.architecture().equals("arm64");
    return Math.max(0, type.memoryMiB() - (arm64 ? numbers.arm64ReservedMiB() : 0));
  }

  private static long overheadMiB(long installed, String overhead) {
    return (long) Math.ceil(installed * MEBIBYTE * Double.parseDouble(overhead) / 1024.0 / 1024.0);
  }

  String overheadFor(Quantity memory) {
    long installed = installedMiB();
    var wanted = BigDecimal.valueOf(memory.whole());
    var all = BigDecimal.valueOf(Quantity.ofMebibytes(Math.max(1, installed)).whole());
    return BigDecimal.ONE
        .subtract(wanted.divide(all, 9, RoundingMode.DOWN))
        .setScale(3, RoundingMode.UP)
        .toPlainString();
  }

  private Quantity storage() {
    var store = type.instanceStoreGB();
    return store != null && storesOnInstance()
        ? Quantity.ofWhole(Math.multiplyExact(store, 1_000_000_000L))
        : Quantity.ofMebibytes(by.volumeGiB() * 1024L);
  }

  private boolean storesOnInstance() {
    return by.instanceStore() && type.instanceStoreGB() != null;
  }

  private long pods() {
    long most = by.maxPods() != null ? by.maxPods() : networkPods(by.reservedInterfaces());
    return by.podsPerCore() > 0 ? Math.min((long) by.podsPerCore() * type.vcpus(), most) : most;
  }

  /** The ENI-limited pod density, with {@code reserved} network interfaces left out. */
  private long networkPods(int reserved) {
    long usable = type.networkInterfaces() - reserved - by.efaOnlyOnFirstCard();
    return usable <= 0 || type.ipv4PerInterface() <= 0
        ? 0
        : usable * (type.ipv4PerInterface() - 1) + numbers.hostNetworkPods();
  }

  private Resources kubeReserved() {
    long pods = by.reservesByNetwork() ? networkPods(0) : pods();
    return Resources.ofNode(
            Quantity.ofMilli(reservedMilli(type.vcpus() * 1000L)),
            Quantity.ofMebibytes(
                numbers.kubeReservedMiBPerPod() * pods + numbers.kubeReservedMiB()),
            Quantity.ofMebibytes(numbers.kubeReservedStorageMiB()),
            Quantity.ZERO)
        .withAll(by.kubeReserved());
  }

  private long reservedMilli(long cpu) {
    long reserved = 0;
    for (Step step : numbers.kubeReservedCpu()) {
      if (cpu >= step.from()) {
        reserved += (long) ((Math.min(cpu, step.to()) - step.from()) * step.share());
      }
    }
    return reserved;
  }

  private Resources evictionThreshold(Quantity storage) {
    return Resources.ofNode(
        Quantity.ZERO,
        threshold("memory.available", memory(), Quantity.ofMebibytes(numbers.evictionMemoryMiB())),
        threshold(
            "nodefs.available", storage, percentOf(storage, numbers.evictionStoragePercent())),
        Quantity.ZERO);
  }

  /** The {@code evictionHard} threshold of a signal; {@code otherwise} if it is not set. */
  private Quantity threshold(String signal, Quantity of, Quantity otherwise) {
    String said = by.evictionHard().value(signal);
    if (said == null) {
      return otherwise;
    }
    if (!said.endsWith("%")) {
      Quantity amount = Quantity.parse(said);
      return amount == null ? otherwise : amount;
    }
    double percent;
    try {
      percent = Double.parseDouble(said.substring(0, said.length() - 1));
    } catch (NumberFormatException e) {
      return otherwise;
    }
    return percent == 100 ? Quantity.ZERO : percentOf(of, percent);
  }

  private static Quantity percentOf(Quantity of, double percent) {
    return Quantity.ofWhole((long) Math.ceil((double) of.whole() / 100 * percent));
  }

  private Values unknown(Tags branchInterfaces) {
    var unknown = new ArrayList<String>();
    if (type.vcpus() == 0) {
      unknown.add("cpu");
    }
    if (type.memoryMiB() == 0) {
      unknown.add(MEMORY);
    }
    if (by.maxPods() == null && (type.networkInterfaces() == 0 || type.ipv4PerInterface() == 0)) {
      unknown.add("pods");
    }
    if (branchInterfaces.none()) {
      unknown.add(POD_ENI);
    }
    return unknown.equals(BRANCHES.list()) ? BRANCHES : Values.of(unknown);
  }
}
