package dev.plumbline.language;

import dev.plumbline.fact.FactTypes;
import dev.plumbline.fact.Images.Ami;
import dev.plumbline.fact.NodeClasses.EC2NodeClass;
import dev.plumbline.fact.RecordType;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Estimates how many facts of a type a large cluster has, by order of magnitude: as declared by the
 * record, else derived from the objects that its components identify.
 */
final class Sizes {

  /** A join without a shared key is rejected if it yields more pairs. */
  static final long MAX_PAIRS = 10_000_000;

  private static final long ZONES = 10;

  private static final long AMIS_PER_NODE_CLASS = 10;

  private static final String NODE_CLASS =
      Objects.requireNonNull(FactTypes.of(EC2NodeClass.class)).namedBy().getFirst();

  private static final long DEFAULT_SIZE = 100;
  private static final long MAX_FACTS_PER_TYPE = 100_000;

  private Sizes() {}

  static long of(String type) {
    RecordType record = Types.record(Types.byName(type));
    return record != null && record.expected() > 0 ? record.expected() : estimate(record);
  }

  private static long estimate(@Nullable RecordType record) {
    List<RecordType.Property> components = record == null ? List.of() : record.components();
    boolean perNodeClass = components.stream().anyMatch(each -> each.name().equals(NODE_CLASS));
    long size = 1;
    for (RecordType.Property component : components) {
      RecordType named = Types.namedBy(component.name());
      if (named != null && named.bounds()) {
        return named.expected();
      }
      size = Math.min(size * count(component.name(), named, perNodeClass), MAX_FACTS_PER_TYPE);
    }
    return size == 1 ? DEFAULT_SIZE : size;
  }

  private static long count(String component, @Nullable RecordType named, boolean perNodeClass) {
    if (named == null || !named.namedBy().getFirst().equals(component)) {
      return component.equals("zone") ? ZONES : 1;
    }
    return named.type() == Ami.class && perNodeClass
        ? AMIS_PER_NODE_CLASS
        : named.expected() < DEFAULT_SIZE ? 1 : named.expected();
  }
}
