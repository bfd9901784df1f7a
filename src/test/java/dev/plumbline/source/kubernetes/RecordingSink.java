package dev.plumbline.source.kubernetes;

import dev.plumbline.fact.Fact;
import dev.plumbline.fact.Gates.SourceStatus;
import dev.plumbline.source.FactSink;
import dev.plumbline.source.FactUpdate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** What a source has told. */
final class RecordingSink implements FactSink {

  private static final Duration DEADLINE = Duration.ofSeconds(60);

  private final SortedMap<String, FactUpdate> now = new TreeMap<>();
  private final List<FactUpdate> all = new ArrayList<>();

  @Override
  public synchronized void publish(List<FactUpdate> told) {
    for (FactUpdate each : told) {
      all.add(each);
      if (each.facts().isEmpty() && each.document() == null) {
        now.remove(each.owner());
      } else {
        now.put(each.owner(), each);
      }
    }
    notifyAll();
  }

  /** Waits until this holds. */
  synchronized void await(String what, Predicate<RecordingSink> condition) {
    long deadline = System.nanoTime() + DEADLINE.toNanos();
    while (!condition.test(this)) {
      long left = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
      if (left <= 0) {
        throw new AssertionError("never came: " + what + "; there is " + owners());
      }
      try {
        wait(left);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException(e);
      }
    }
  }

  /** Waits until the source is in this state, with this code. */
  void awaitState(String source, String state, @Nullable String code) {
    await(
        source + " " + state + " " + code,
        told -> {
          SourceStatus status = told.status(source);
          return status != null
              && status.state().equals(state)
              && (code == null || code.equals(status.code()));
        });
  }

  /** Waits until the source has been in this state with this code, however briefly. */
  void awaitOnce(String source, String state, String code) {
    await(
        source + " " + state + " " + code,
        sink ->
            sink.statuses(source).stream()
                .anyMatch(each -> each.state().equals(state) && code.equals(each.code())));
  }

  /** Every kind; of one that a cluster may do without, that it is known not to be there. */
  void awaitSynced() {
    for (KubernetesKind kind : KubernetesKind.values()) {
      if (kind.holdsFacts() && kind != KubernetesKind.IMAGE_VERDICTS) {
        awaitState(kind.source(), "synced", null);
      } else if (kind.holdsFacts()) {
        await(
            kind.source() + " known",
            told -> {
              SourceStatus status = told.status(kind.source());
              return status != null && List.of("synced", "absent").contains(status.state());
            });
      }
    }
    awaitState("cluster", "synced", null);
  }

  synchronized @Nullable SourceStatus status(String source) {
    FactUpdate told = now.get("SourceStatus/" + source);
    return told == null ? null : (SourceStatus) told.facts().getFirst();
  }

  /** Every status that the source has had, in order. */
  synchronized List<SourceStatus> statuses(String source) {
    return all.stream()
        .filter(each -> each.owner().equals("SourceStatus/" + source))
        .flatMap(each -> each.facts().stream())
        .map(SourceStatus.class::cast)
        .toList();
  }

  synchronized @Nullable FactUpdate now(String owner) {
    return now.get(owner);
  }

  /** The owners that tell something. */
  synchronized List<String> owners() {
    return List.copyOf(now.keySet());
  }

  /** How often this owner told something. */
  synchronized long times(String owner) {
    return all.stream().filter(told -> told.owner().equals(owner)).count();
  }

  /** How many facts of this type there are. */
  synchronized long count(Class<? extends Fact> type) {
    return now.values().stream()
        .flatMap(told -> told.facts().stream())
        .filter(type::isInstance)
        .count();
  }
}
