package dev.plumbline.wiring;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plumbline.fact.Fact;
import dev.plumbline.fact.Gates.SourceStatus;
import dev.plumbline.loop.HostSnapshot;
import dev.plumbline.loop.HostState;
import dev.plumbline.source.FactSink;
import dev.plumbline.source.FactUpdate;
import dev.plumbline.source.SnapshotFolderSource.EvaluationClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Supplier;

/** Keeps the latest document of every update on its way to another sink. Thread-safe. */
public final class DocumentRecorder implements FactSink {

  private static final Duration POLL_INTERVAL = Duration.ofMillis(50);

  private final FactSink next;
  private final SortedMap<String, JsonNode> documents = new TreeMap<>();
  private final Map<String, SourceStatus> statuses = new HashMap<>();
  private long last = System.nanoTime();

  public DocumentRecorder(FactSink next) {
    this.next = next;
  }

  @Override
  public void publish(List<FactUpdate> updates) {
    synchronized (this) {
      updates.forEach(this::keep);
      if (!updates.stream().allMatch(EvaluationClock::isTime)) {
        last = System.nanoTime();
        notifyAll();
      }
    }
    next.publish(updates);
  }

  private void keep(FactUpdate update) {
    JsonNode document = update.document();
    if (document == null) {
      documents.remove(update.owner());
    } else {
      documents.put(update.owner(), document);
    }
    for (Fact fact : update.facts()) {
      if (fact instanceof SourceStatus status) {
        statuses.put(status.source(), status);
      }
    }
  }

  public synchronized SortedMap<String, JsonNode> documents() {
    return new TreeMap<>(documents);
  }

  /**
   * Waits until every source has answered, nothing more is being queried, no update has arrived for
   * {@code quiet}, and all updates are settled.
   *
   * @param pending what is still being queried
   * @return the sources that have not answered by then, sorted
   */
  public synchronized List<String> await(
      HostState published, Supplier<List<String>> pending, Duration quiet, Duration timeout)
      throws InterruptedException {
    long start = System.nanoTime();
    while (true) {
      long now = System.nanoTime();
      long left = timeout.toNanos() - (now - start);
      List<String> missing = missing();
      long noise = quiet.toNanos() - (now - last);
      if (left <= 0
          || missing.isEmpty()
              && !statuses.isEmpty()
              && noise <= 0
              && settled(published)
              && pending.get().isEmpty()) {
        return missing;
      }
      long wait = !missing.isEmpty() ? left : noise > 0 ? noise : POLL_INTERVAL.toNanos();
      wait(Math.max(1, Math.min(left, wait) / 1_000_000));
    }
  }

  private boolean settled(HostState published) {
    HostSnapshot live = published.now();
    return live != null
        && live.sequence() > 0
        && published.queued() == 0
        && live.facts(SourceStatus.class).containsAll(statuses.values());
  }

  private List<String> missing() {
    var missing = new ArrayList<String>();
    for (SourceStatus status : statuses.values()) {
      if (!status.state().equals("synced") && !status.state().equals("absent")) {
        missing.add(status.source());
      }
    }
    missing.sort(null);
    return missing;
  }
}
