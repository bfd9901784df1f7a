package dev.plumbline.worlds;

import dev.plumbline.fact.Fact;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The facts of a world, by type. */
final class FactsByType {

  private final Map<Class<?>, List<Fact>> byType;

  FactsByType(Collection<Fact> facts) {
    byType = facts.stream().collect(Collectors.groupingBy(Object::getClass));
  }

  @SuppressWarnings("unchecked") // all of the list are of the type
  <T extends Fact> List<T> all(Class<T> type) {
    return (List<T>) byType.getOrDefault(type, List.of());
  }

  <T extends Fact> List<T> sorted(Class<T> type, Comparator<T> by) {
    return all(type).stream().sorted(by).toList();
  }

  <T extends Fact> List<T> where(Class<T> type, Predicate<T> which) {
    return all(type).stream().filter(which).toList();
  }

  <T extends Fact> @Nullable T first(Class<T> type, Predicate<T> which) {
    return all(type).stream().filter(which).findFirst().orElse(null);
  }

  <T extends Fact> T only(Class<T> type) {
    return all(type).getFirst();
  }
}
