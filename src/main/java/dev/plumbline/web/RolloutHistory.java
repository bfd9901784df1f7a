package dev.plumbline.web;

import dev.plumbline.host.Live;
import dev.plumbline.web.view.RolloutPoint;
import jakarta.enterprise.context.ApplicationScoped;
import java.lang.ref.WeakReference;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/** How rollouts went: a point for every change of one, the latest thousand of all. */
@ApplicationScoped
class RolloutHistory {

  /** How many points are kept. */
  static final int POINTS = 1_000;

  private static final Logger LOG = Logger.getLogger(RolloutHistory.class);

  private final ArrayDeque<RolloutPoint> points = new ArrayDeque<>();
  private final Map<String, RolloutPoint> latest = new HashMap<>();
  private final RecordedLog recorded;
  private WeakReference<@Nullable Live> seen = new WeakReference<>(null);
  private boolean begun;
  private long version;

  RolloutHistory(RecordedLog recorded) {
    this.recorded = recorded;
  }

  /**
   * The points as they are now.
   *
   * @param version greater after every change
   */
  record Told(long version, List<RolloutPoint> points) {}

  /** The points up to what is published now. Those that are recorded follow a little later. */
  synchronized Told upTo(Live live) {
    see(live);
    if (!begun) {
      begun = true;
      Thread.ofPlatform().daemon().name("plumbline-rollouts").start(this::readRecorded);
    }
    return new Told(version, List.copyOf(points));
  }

  /** Takes what is published; what is seen a second time changes nothing. */
  @SuppressWarnings("ReferenceEquality") // what is published is never changed
  synchronized void see(Live live) {
    if (seen.get() == live) {
      return;
    }
    seen = new WeakReference<>(live);
    RolloutPoint.of(live).forEach(this::add);
  }

  private void readRecorded() {
    try {
      begin(RecordedRollouts.of(recorded.archive()));
    } catch (RuntimeException e) {
      LOG.debugf("Rollouts begin with this process: reason=%s", e.getMessage());
    }
  }

  /** Takes what was recorded before this process began, the oldest first. */
  synchronized void begin(List<RolloutPoint> before) {
    List<RolloutPoint> since = List.copyOf(points);
    Instant first = since.isEmpty() ? Instant.MAX : since.getFirst().at();
    points.clear();
    latest.clear();
    before.stream().filter(each -> each.at().isBefore(first)).forEach(this::add);
    since.forEach(this::add);
  }

  private void add(RolloutPoint point) {
    RolloutPoint before = latest.get(point.name());
    if (before != null && before.same(point)) {
      return;
    }
    latest.put(point.name(), point);
    points.add(point);
    version++;
    if (points.size() > POINTS) {
      RolloutPoint gone = points.removeFirst();
      latest.remove(gone.name(), gone);
    }
  }
}
