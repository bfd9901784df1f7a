package dev.plumbline.worlds;

import dev.plumbline.fact.Operator;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Karpenter's {@code pkg/scheduling/requirement.go} and {@code requirements.go} in Java, method by
 * method, on requirements as they are written. It shares nothing with {@code
 * dev.plumbline.fact.Requirements}, which it is there to check.
 */
final class KarpenterRequirements {

  /** {@code pkg/apis/v1/labels.go}, of core and of the AWS provider, as far as worlds name them. */
  static final Set<String> WELL_KNOWN = Set.copyOf(wellKnown());

  private static final Map<String, String> NORMALIZED =
      Map.of(
          "failure-domain.beta.kubernetes.io/zone", "topology.kubernetes.io/zone",
          "beta.kubernetes.io/arch", "kubernetes.io/arch",
          "beta.kubernetes.io/os", "kubernetes.io/os",
          "beta.kubernetes.io/instance-type", "node.kubernetes.io/instance-type",
          "failure-domain.beta.kubernetes.io/region", "topology.kubernetes.io/region");

  private static Collection<String> wellKnown() {
    var keys =
        new TreeSet<>(
            Set.of(
                "karpenter.sh/nodepool",
                "karpenter.sh/capacity-type",
                "topology.kubernetes.io/zone",
                "topology.kubernetes.io/region",
                "topology.k8s.aws/zone-id",
                "node.kubernetes.io/instance-type",
                "node.kubernetes.io/windows-build",
                "kubernetes.io/arch",
                "kubernetes.io/os"));
    for (String each :
        ("capacity-reservation-id capacity-reservation-type capacity-reservation-interruptible"
                + " instance-hypervisor instance-encryption-in-transit-supported"
                + " instance-category instance-capability-flex instance-family"
                + " instance-generation instance-size instance-local-nvme instance-cpu"
                + " instance-cpu-manufacturer instance-cpu-sustained-clock-speed-mhz"
                + " instance-memory instance-ebs-bandwidth instance-network-bandwidth"
                + " instance-gpu-name instance-gpu-manufacturer instance-gpu-count"
                + " instance-gpu-memory instance-accelerator-name"
                + " instance-accelerator-manufacturer instance-accelerator-count"
                + " instance-tenancy placement-group-id placement-group-partition")
            .split(" ")) {
      keys.add("karpenter.k8s.aws/" + each);
    }
    return keys;
  }

  /** {@code Requirement}: a set of values, or all but a set, within bounds. */
  record Requirement(
      boolean complement, Set<String> values, @Nullable Long gte, @Nullable Long lte) {

    /** {@code NewRequirementWithFlexibility}. */
    static Requirement of(Operator operator, Collection<String> values) {
      return switch (operator) {
        case IN -> new Requirement(false, new TreeSet<>(values), null, null);
        case NOT_IN -> new Requirement(true, new TreeSet<>(values), null, null);
        case EXISTS -> new Requirement(true, Set.of(), null, null);
        case DOES_NOT_EXIST -> new Requirement(false, Set.of(), null, null);
        case GT -> new Requirement(true, Set.of(), number(values) + 1, null);
        case LT -> new Requirement(true, Set.of(), null, number(values) - 1);
        case GTE -> new Requirement(true, Set.of(), number(values), null);
        case LTE -> new Requirement(true, Set.of(), null, number(values));
      };
    }

    static Requirement in(String... values) {
      return of(Operator.IN, List.of(values));
    }

    private static long number(Collection<String> values) {
      return Long.parseLong(values.iterator().next());
    }

    /** {@code Intersection}. */
    Requirement intersection(Requirement other) {
      Long low = greater(gte, other.gte);
      Long high = lesser(lte, other.lte);
      if (low != null && high != null && low > high) {
        return of(Operator.DOES_NOT_EXIST, List.of());
      }
      var left = new TreeSet<String>();
      if (complement && other.complement) {
        left.addAll(values);
        left.addAll(other.values);
      } else if (complement) {
        left.addAll(other.values);
        left.removeAll(values);
      } else if (other.complement) {
        left.addAll(values);
        left.removeAll(other.values);
      } else {
        left.addAll(values);
        left.retainAll(other.values);
      }
      left.removeIf(value -> !within(value, low, high));
      return complement && other.complement
          ? new Requirement(true, left, low, high)
          : new Requirement(false, left, null, null);
    }

    /** {@code HasIntersection}. */
    boolean hasIntersection(Requirement other) {
      Long low = greater(gte, other.gte);
      Long high = lesser(lte, other.lte);
      if (low != null && high != null && low > high) {
        return false;
      }
      if (complement && other.complement) {
        return true;
      }
      if (complement) {
        return other.values.stream().anyMatch(v -> !values.contains(v) && within(v, low, high));
      }
      if (other.complement) {
        return values.stream().anyMatch(v -> !other.values.contains(v) && within(v, low, high));
      }
      return values.stream().anyMatch(v -> other.values.contains(v) && within(v, low, high));
    }

    /** Whether {@code Operator()} is NotIn or DoesNotExist, which an absent label satisfies. */
    boolean allowsAbsence() {
      return complement != values.isEmpty();
    }

    private static boolean within(String value, @Nullable Long gte, @Nullable Long lte) {
      if (gte == null && lte == null) {
        return true;
      }
      if (!value.matches("[+-]?[0-9]{1,18}")) {
        return false;
      }
      long number = Long.parseLong(value);
      return (gte == null || number >= gte) && (lte == null || number <= lte);
    }

    private static @Nullable Long greater(@Nullable Long a, @Nullable Long b) {
      return a == null ? b : b == null ? a : Long.valueOf(Math.max(a, b));
    }

    private static @Nullable Long lesser(@Nullable Long a, @Nullable Long b) {
      return a == null ? b : b == null ? a : Long.valueOf(Math.min(a, b));
    }
  }

  private final Map<String, Requirement> byKey = new LinkedHashMap<>();

  /** {@code NewNodeSelectorRequirements}. */
  static KarpenterRequirements of(Collection<dev.plumbline.fact.Requirement> written) {
    var all = new KarpenterRequirements();
    written.forEach(each -> all.add(each.key(), Requirement.of(each.operator(), each.values())));
    return all;
  }

  /** {@code NewLabelRequirements}. */
  static KarpenterRequirements ofLabels(Map<String, String> labels) {
    var all = new KarpenterRequirements();
    labels.forEach((key, value) -> all.add(key, Requirement.in(value)));
    return all;
  }

  /** {@code Add}. */
  KarpenterRequirements add(String key, Requirement requirement) {
    byKey.merge(
        NORMALIZED.getOrDefault(key, key), requirement, (old, more) -> more.intersection(old));
    return this;
  }

  KarpenterRequirements addAll(KarpenterRequirements more) {
    more.byKey.forEach(this::add);
    return this;
  }

  /** {@code requirements[key] = requirement}: in place of what there was. */
  KarpenterRequirements set(String key, Requirement requirement) {
    byKey.put(key, requirement);
    return this;
  }

  KarpenterRequirements copy() {
    return new KarpenterRequirements().addAll(this);
  }

  void remove(String key) {
    byKey.remove(key);
  }

  /** {@code Get(key).Values()}. */
  Set<String> values(String key) {
    Requirement requirement = byKey.get(key);
    return requirement == null ? Set.of() : requirement.values();
  }

  int size() {
    return byKey.size();
  }

  @Nullable Requirement get(String key) {
    return byKey.get(key);
  }

  /** {@code Compatible} without options: what is not known of a label does not match. */
  boolean compatible(KarpenterRequirements incoming) {
    return compatible(incoming, Set.of());
  }

  /** {@code Compatible} with {@code AllowUndefinedWellKnownLabels}. */
  boolean compatibleOrWellKnown(KarpenterRequirements incoming) {
    return compatible(incoming, WELL_KNOWN);
  }

  private boolean compatible(KarpenterRequirements incoming, Set<String> allowUndefined) {
    for (var each : incoming.byKey.entrySet()) {
      if (!allowUndefined.contains(each.getKey())
          && !byKey.containsKey(each.getKey())
          && !each.getValue().allowsAbsence()) {
        return false;
      }
    }
    return intersects(incoming);
  }

  /** {@code Intersects}: a label that one of them does not name is left open. */
  boolean intersects(KarpenterRequirements incoming) {
    for (var each : incoming.byKey.entrySet()) {
      Requirement existing = byKey.get(each.getKey());
      if (existing != null
          && !existing.hasIntersection(each.getValue())
          && !(existing.allowsAbsence() && each.getValue().allowsAbsence())) {
        return false;
      }
    }
    return true;
  }

  /** As a key for images with one set of requirements. */
  @Override
  public boolean equals(Object other) {
    return other instanceof KarpenterRequirements more && byKey.equals(more.byKey);
  }

  @Override
  public int hashCode() {
    return new HashMap<>(byKey).hashCode();
  }

  @Override
  public String toString() {
    return byKey.toString();
  }
}
