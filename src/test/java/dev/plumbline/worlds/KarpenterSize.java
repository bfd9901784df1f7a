package dev.plumbline.worlds;

import dev.plumbline.conclusion.CapacityConclusions.NodeClassSizing;
import dev.plumbline.fact.InstanceTypes.InstanceType;
import dev.plumbline.fact.Quantity;
import dev.plumbline.fact.Resources;
import dev.plumbline.fact.Tags;
import dev.plumbline.fact.Values;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Karpenter's formulas once more; in floating point where it reckons so, else in whole numbers. */
final class KarpenterSize {

  private static final BigDecimal MEBIBYTE = BigDecimal.valueOf(1 << 20);

  private final NodeClassSizing by;
  private final InstanceType type;
  private final Tags branches;

  private final @Nullable Quantity exactVolume;

  KarpenterSize(
      NodeClassSizing by, InstanceType type, Tags branches, @Nullable Quantity exactVolume) {
    this.exactVolume = exactVolume;
    this.by = by;
    this.type = type;
    this.branches = branches;
  }

  private long installed() {
    return Math.max(
        0, type.architecture().equals("arm64") ? type.memoryMiB() - 64 : type.memoryMiB());
  }

  long memoryMiB() {
    double bytes = installed() * (double) (1 << 20);
    return installed() - (long) Math.ceil(bytes * Double.parseDouble(by.overhead()) / 1024 / 1024);
  }

  private long storage() {
    return by.instanceStore() && type.instanceStoreGB() != null
        ? type.instanceStoreGB() * 1_000_000_000
        : exactVolume == null ? (long) by.volumeGiB() << 30 : exactVolume.whole();
  }

  private long interfacePods(int reserved) {
    int left = type.networkInterfaces() - by.efaOnlyOnFirstCard() - reserved;
    return left < 1 || type.ipv4PerInterface() < 1
        ? 0
        : 2 + (long) left * (type.ipv4PerInterface() - 1);
  }

  private long pods() {
    long pods = by.maxPods() == null ? interfacePods(by.reservedInterfaces()) : by.maxPods();
    long cores = (long) by.podsPerCore() * type.vcpus();
    return by.podsPerCore() > 0 && cores < pods ? cores : pods;
  }

  Resources capacity(Quantity learned) {
    Map<String, Quantity> has = new HashMap<>(type.devices().map());
    has.put("cpu", Quantity.ofWhole(type.vcpus()));
    has.put("memory", Quantity.ofMebibytes(memoryMiB()));
    has.put("pods", Quantity.ofWhole(pods()));
    has.put("ephemeral-storage", Quantity.ofWhole(storage()));
    if (by.listsInterfaces()) {
      has.put("vpc.amazonaws.com/efa", Quantity.ofWhole(by.efaOnly()));
    }
    if (branches.has(type.name())) {
      has.put(
          "vpc.amazonaws.com/pod-eni",
          Quantity.ofWhole(Long.parseLong(branches.value(type.name()))));
    }
    if (by.windows() && type.architecture().equals("amd64") && type.ipv4PerInterface() > 1) {
      has.put(
          "vpc.amazonaws.com/PrivateIPv4Address", Quantity.ofWhole(type.ipv4PerInterface() - 1));
    }
    has.values().removeIf(amount -> amount.milli() == 0);
    if (learned != null) {
      has.put("memory", learned);
    }
    return Resources.of(has);
  }

  Resources allocatable(Resources capacity) {
    long memory = memoryMiB() << 20;
    long pods = by.reservesByNetwork() ? interfacePods(0) : pods();
    long cpu = type.vcpus() * 1000L;
    long cpuReserved =
        band(cpu, 0, 1000, 600)
            + band(cpu, 1000, 2000, 100)
            + band(cpu, 2000, 4000, 50)
            + band(cpu, 4000, Long.MAX_VALUE, 25);
    Map<String, Quantity> kept = new HashMap<>();
    keep(kept, "cpu", Quantity.ofMilli(cpuReserved));
    keep(kept, "memory", Quantity.ofMebibytes(255 + 11 * pods));
    keep(kept, "ephemeral-storage", Quantity.ofMebibytes(1024));
    by.kubeReserved().map().forEach(kept::put);
    by.systemReserved().map().forEach((name, amount) -> keep(kept, name, amount));
    keep(kept, "memory", threshold("memory.available", memory, 100L << 20));
    keep(
        kept,
        "ephemeral-storage",
        threshold("nodefs.available", storage(), percent(storage(), 10).whole()));
    Map<String, Quantity> left = new HashMap<>();
    capacity
        .map()
        .forEach(
            (name, amount) -> {
              long rest = amount.milli() - kept.getOrDefault(name, Quantity.ZERO).milli();
              if (rest > 0) {
                left.put(name, Quantity.ofMilli(rest));
              }
            });
    return Resources.of(left);
  }

  private static void keep(Map<String, Quantity> kept, String name, Quantity amount) {
    kept.merge(name, amount, Quantity::plus);
  }

  /** The reserved thousandths of what lies between two bounds, in ten-thousandths of it. */
  private static long band(long cpu, long from, long to, long share) {
    return cpu <= from ? 0 : (Math.min(cpu, to) - from) * share / 10_000;
  }

  private Quantity threshold(String signal, long of, long otherwise) {
    String told = by.evictionHard().value(signal);
    if (told == null) {
      return Quantity.ofWhole(otherwise);
    }
    if (told.equals("100%")) {
      return Quantity.ZERO;
    }
    if (told.endsWith("%")) {
      return percent(of, Double.parseDouble(told.replace("%", "")));
    }
    Quantity amount = Quantity.parse(told);
    return amount == null ? Quantity.ofWhole(otherwise) : amount;
  }

  private static Quantity percent(long of, double percent) {
    return Quantity.ofWhole((long) Math.ceil(of / 100.0 * percent));
  }

  String overheadFor(Quantity memory) {
    BigDecimal whole = MEBIBYTE.multiply(BigDecimal.valueOf(Math.max(1, installed())));
    BigDecimal share = BigDecimal.valueOf(memory.whole()).divide(whole, 9, RoundingMode.DOWN);
    return BigDecimal.ONE.subtract(share).setScale(3, RoundingMode.UP).toPlainString();
  }

  Values unknown() {
    var unknown = new ArrayList<String>();
    if (branches.none()) {
      unknown.add("vpc.amazonaws.com/pod-eni");
    }
    if (type.memoryMiB() == 0) {
      unknown.add("memory");
    }
    if (type.vcpus() == 0) {
      unknown.add("cpu");
    }
    if (by.maxPods() == null && type.networkInterfaces() * type.ipv4PerInterface() == 0) {
      unknown.add("pods");
    }
    return Values.of(unknown);
  }
}
