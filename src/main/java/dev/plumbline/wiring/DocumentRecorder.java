package dev.plumbline.wiring;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plumbline.fact.Fact;
import dev.plumbline.fact.Gates.SourceStatus;
import dev.plumbline.loop.HostSnapshot;
import dev.plumbline.loop.HostState;
import dev.plumbline.source.FactSink;
import dev.plumbline.source.FactUpdate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** Keeps the documents of all that is told on its way to another sink. Any thread may tell. */
public final class DocumentRecorder implements FactSink {

  private static final Duration POLL_INTERVAL = Duration.ofMillis(50);

  private final FactSink next;
  private final SortedMap<String, JsonNode> documents = new TreeMap<>();
  private final Map<String, SourceStatus> statuses = new HashMap<>();
  private long last = System.nanoTime();

  /** Tells {@code next} all that it is told. */
  public DocumentRecorder(FactSink next) {
    this.next = next;
  }

  @Override
  public void publish(List<FactUpdate> updates) {
    synchronized (this) {
      updates.forEach(this::keep);
      if (!updates.stream().allMatch(each -> each.owner().equals("EvaluationTime"))) {
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

  /** The documents by owner, as they were told last. */
  public synchronized SortedMap<String, JsonNode> documents() {
    return new TreeMap<>(documents);
  }

  /**
   * Waits until every source has answered, nothing more was told for a while, and all of it has
   * settled.
   *
   * @param published where the host that is told next puts what has settled
   * @param quiet for how long nothing more
   * @param timeout how long to wait at most
   * @return the sources that have not answered by then, sorted
   */
  public synchronized List<String> await(HostState published, Duration quiet, Duration timeout)
      throws InterruptedException {
    long start = System.nanoTime();
    while (true) {
      long now = System.nanoTime();
      long left = timeout.toNanos() - (now - start);
      List<String> missing = missing();
      long noise = quiet.toNanos() - (now - last);
      if (left <= 0
          || missing.isEmpty() && !statuses.isEmpty() && noise <= 0 && settled(published)) {
        return missing;
      }
      long wait = !missing.isEmpty() ? left : noise > 0 ? noise : POLL_INTERVAL.toNanos();
      wait(Math.max(1, Math.min(left, wait) / 1_000_000));
    }
  }

  /** Whether what was told last is among what has settled. */
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
