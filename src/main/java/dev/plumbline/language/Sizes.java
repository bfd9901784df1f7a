package dev.plumbline.language;

import dev.plumbline.fact.RecordType;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How many facts of a type a large cluster has, by order of magnitude: what the record declares,
 * else what follows from what it is about.
 */
final class Sizes {

  /** A join without a shared key is refused when it makes more pairs than this. */
  static final long MOST = 10_000_000;

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
    RecordType record = Types.record(Types.named(type));
    return record != null && record.expected() > 0 ? record.expected() : bySubjects(record);
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
