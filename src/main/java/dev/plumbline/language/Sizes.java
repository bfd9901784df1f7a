package dev.plumbline.language;

import dev.plumbline.fact.RecordType;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Estimates how many facts of a type a large cluster has, by order of magnitude: as declared by the
 * record, else derived from the objects that its components identify.
 */
final class Sizes {

  /** A join without a shared key is rejected if it yields more pairs. */
  static final long MAX_PAIRS = 10_000_000;

  private static final Map<String, Long> COUNT_BY_SUBJECT =
      Map.of(
          "instanceType", 1_000L,
          "ami", 1_000L,
          "nodePool", 100L,
          "nodeClass", 100L,
          "zone", 10L);

  private static final Map<String, Long> COUNT_BY_OBJECT =
      Map.of("nodeClaim", 1_000L, "node", 1_000L, "instance", 1_000L, "pod", 10_000L);

  private static final long AMIS_PER_NODE_CLASS = 10;

  private static final long DEFAULT_SIZE = 100;
  private static final long MAX_FACTS_PER_TYPE = 100_000;

  private Sizes() {}

  static long of(String type) {
    RecordType record = Types.record(Types.byName(type));
    return record != null && record.expected() > 0 ? record.expected() : estimate(record);
  }

  private static long estimate(@Nullable RecordType record) {
    List<RecordType.Property> components = record == null ? List.of() : record.components();
    List<String> names = components.stream().map(RecordType.Property::name).toList();
    for (var object : COUNT_BY_OBJECT.entrySet()) {
      if (names.contains(object.getKey())) {
        return object.getValue();
      }
    }
    long size = 1;
    for (String name : names) {
      boolean perNodeClass = name.equals("ami") && names.contains("nodeClass");
      long count = perNodeClass ? AMIS_PER_NODE_CLASS : COUNT_BY_SUBJECT.getOrDefault(name, 1L);
      size = Math.min(size * count, MAX_FACTS_PER_TYPE);
    }
    return size == 1 ? DEFAULT_SIZE : size;
  }
}
