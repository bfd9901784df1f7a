package dev.plumbline.web;

import dev.plumbline.host.Live;
import dev.plumbline.web.view.RolloutPoint;
import jakarta.enterprise.context.ApplicationScoped;
import java.lang.ref.WeakReference;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** How rollouts went: a point for every change of one, the latest thousand of all. */
@ApplicationScoped
class RolloutHistory {

  /** How many points are kept. */
  static final int POINTS = 1_000;

  private final ArrayDeque<RolloutPoint> points = new ArrayDeque<>();
  private final Map<String, RolloutPoint> latest = new HashMap<>();
  private WeakReference<@Nullable Live> seen = new WeakReference<>(null);
  private long version;

  /**
   * The points as they are now.
   *
   * @param version greater after every change
   */
  record Told(long version, List<RolloutPoint> points) {}

  /** The points up to what is published now. */
  synchronized Told upTo(Live live) {
    see(live);
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

  /** Takes what was recorded before, the oldest first, if nothing was seen yet of a rollout. */
  synchronized void begin(List<RolloutPoint> recorded) {
    List<RolloutPoint> since = List.copyOf(points);
    points.clear();
    latest.clear();
    recorded.forEach(this::add);
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
