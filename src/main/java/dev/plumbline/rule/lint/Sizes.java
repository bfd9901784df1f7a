package dev.plumbline.rule.lint;

import dev.plumbline.fact.RecordType;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * How many facts of a type a large cluster has, by order of magnitude: 900 instance types, some
 * thousand images, nodes and pods. Declared here and nowhere else.
 */
final class Sizes {

  /** A join without a shared key is refused when it makes more pairs than this. */
  static final long MOST = 10_000_000;

  private static final Set<String> ONE = Set.of("Account", "ClusterVersion", "EvaluationTime");

  /** What the data beside the rules declares. */
  private static final Set<String> TENS =
      Set.of(
          "AliasFamily",
          "AliasPath",
          "AmiFamily",
          "DriverImplication",
          "ErrorClass",
          "Gate",
          "GateDependency",
          "InstanceTypeExclusion",
          "ProcessorArchitecture",
          "Source",
          "SourceScope",
          "SourceStatus",
          "Waiver");

  private static final Map<String, Long> FACTS =
      Map.of(
          "Ami", 1_000L,
          "InstanceType", 1_000L,
          "InstanceTypeOffering", 10_000L,
          "SpotPrice", 10_000L,
          "OnDemandPrice", 1_000L,
          "Node", 1_000L,
          "NodeClaim", 1_000L,
          "Instance", 1_000L,
          "Pod", 10_000L,
          "UnavailableOffering", 100L);

  /** What a conclusion is about tells how many there are: of each subject, so many. */
  private static final Map<String, Long> SUBJECTS =
      Map.of(
          "instanceType", 1_000L,
          "ami", 1_000L,
          "nodePool", 100L,
          "nodeClass", 100L,
          "zone", 10L);

  /** What is about one of these is not about more things than there are of them. */
  private static final Map<String, Long> WHOLES =
      Map.of("nodeClaim", 1_000L, "node", 1_000L, "instance", 1_000L, "pod", 10_000L);

  /** The images of one node class. */
  private static final long IMAGES_OF_ONE = 10;

  private static final long SOME = 100;
  private static final long MOST_OF_ONE_TYPE = 100_000;

  private Sizes() {}

  static long of(String type) {
    if (ONE.contains(type)) {
      return 1;
    }
    if (TENS.contains(type)) {
      return 10;
    }
    return FACTS.getOrDefault(type, bySubjects(Types.record(Types.named(type))));
  }

  private static long bySubjects(@Nullable RecordType record) {
    List<RecordType.Property> components = record == null ? List.of() : record.components();
    List<String> names = components.stream().map(RecordType.Property::name).toList();
    for (var whole : WHOLES.entrySet()) {
      if (names.contains(whole.getKey())) {
        return whole.getValue();
      }
    }
    long size = 1;
    for (String name : names) {
      boolean ofOne = name.equals("ami") && names.contains("nodeClass");
      long many = ofOne ? IMAGES_OF_ONE : SUBJECTS.getOrDefault(name, 1L);
      size = Math.min(size * many, MOST_OF_ONE_TYPE);
    }
    return size == 1 ? SOME : size;
  }
}
