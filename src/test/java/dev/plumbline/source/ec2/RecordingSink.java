package dev.plumbline.source.ec2;

import dev.plumbline.fact.Fact;
import dev.plumbline.fact.Gates.SourceStatus;
import dev.plumbline.source.FactSink;
import dev.plumbline.source.FactUpdate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/** What a source has told, as the host would hold it. */
final class RecordingSink implements FactSink {

  private static final Duration MOST = Duration.ofSeconds(60);

  private final Map<String, FactUpdate> byOwner = new LinkedHashMap<>();

  @Override
  public synchronized void publish(List<FactUpdate> told) {
    told.forEach(each -> byOwner.put(each.owner(), each));
    notifyAll();
  }

  synchronized List<Fact> facts() {
    var facts = new ArrayList<Fact>();
    byOwner.values().forEach(told -> facts.addAll(told.facts()));
    return facts;
  }

  synchronized <T extends Fact> List<T> facts(Class<T> type) {
    return facts().stream().filter(type::isInstance).map(type::cast).toList();
  }

  synchronized FactUpdate told(String owner) {
    return byOwner.get(owner);
  }

  SourceStatus status(String source) {
    return facts(SourceStatus.class).stream()
        .filter(status -> status.source().equals(source))
        .findFirst()
        .orElseThrow();
  }

  /** Waits until a source is as wished for; returns how it is. */
  SourceStatus await(String source, Predicate<SourceStatus> wish) {
    return await(
        () ->
            facts(SourceStatus.class).stream()
                .anyMatch(status -> status.source().equals(source) && wish.test(status)),
        source,
        () -> status(source));
  }

  SourceStatus synced(String source) {
    return await(source, status -> status.state().equals("synced"));
  }

  SourceStatus failed(String source) {
    return await(source, status -> status.state().equals("failed"));
  }

  synchronized <T> T await(
      java.util.function.BooleanSupplier wish, String what, java.util.function.Supplier<T> then) {
    long end = System.nanoTime() + MOST.toNanos();
    while (!wish.getAsBoolean()) {
      long left = (end - System.nanoTime()) / 1_000_000;
      if (left <= 0) {
        throw new AssertionError(what + " did not come: " + facts());
      }
      try {
        wait(left);
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }
    return then.get();
  }
}
