package dev.plumbline.web;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plumbline.conclusion.RolloutConclusions.RolloutStage;
import dev.plumbline.fact.RecordType;
import dev.plumbline.log.Entry;
import dev.plumbline.log.EntryKind;
import dev.plumbline.loop.HostSnapshot;
import dev.plumbline.query.EntryFilter;
import dev.plumbline.query.LogArchive;
import dev.plumbline.view.SettlementIndex;
import dev.plumbline.web.view.RolloutDocument.Point;
import dev.plumbline.work.Worker;
import jakarta.enterprise.context.ApplicationScoped;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/** The history of rollouts: a point per change. */
@ApplicationScoped
class RolloutHistory {

  private static final Duration READ = Duration.ofMinutes(10);

  static final int MAX_POINTS = 1_000;

  private static final int MAX_ENTRIES = 500;
  private static final String STAGE = RecordType.name(RolloutStage.class);
  private static final Logger LOG = Logger.getLogger(RolloutHistory.class);

  private final ArrayDeque<Point> points = new ArrayDeque<>();
  private final Map<String, Point> latest = new HashMap<>();
  private final RecordedLog recorded;
  private WeakReference<@Nullable HostSnapshot> added = new WeakReference<>(null);
  private boolean reading;
  private long version;

  RolloutHistory(RecordedLog recorded) {
    this.recorded = recorded;
  }

  /** The current points, the oldest first. */
  record Snapshot(long version, List<Point> points) {}

  /** The points up to {@code live}; points in the decision log are loaded in the background. */
  synchronized Snapshot upTo(HostSnapshot live) {
    add(live);
    if (!reading) {
      reading = true;
      Worker.of("plumbline-rollouts", Worker.stage("read the log", READ, this::readRecorded))
          .start();
    }
    return new Snapshot(version, List.copyOf(points));
  }

  /** Adds the points of {@code live} unless already added. */
  @SuppressWarnings("ReferenceEquality") // a published state never changes
  synchronized void add(HostSnapshot live) {
    if (added.get() == live) {
      return;
    }
    added = new WeakReference<>(live);
    Point.all(SettlementIndex.of(live)).forEach(this::add);
  }

  private void readRecorded() {
    try {
      prepend(recorded(recorded.archive()));
    } catch (RuntimeException e) {
      LOG.debugf("The history of rollouts begins with this process: reason=%s", e.getMessage());
    }
  }

  /** Adds the points from before the start of this process, the oldest first. */
  synchronized void prepend(List<Point> before) {
    List<Point> since = List.copyOf(points);
    Instant first = since.isEmpty() ? Instant.MAX : since.getFirst().at();
    points.clear();
    latest.clear();
    before.stream().filter(each -> each.at().isBefore(first)).forEach(this::add);
    since.forEach(this::add);
  }

  private void add(Point point) {
    Point before = latest.get(point.name());
    if (before != null && before.same(point)) {
      return;
    }
    latest.put(point.name(), point);
    points.add(point);
    version++;
    if (points.size() > MAX_POINTS) {
      Point evicted = points.removeFirst();
      latest.remove(evicted.name(), evicted);
    }
  }

  /** The latest stages in the decision log, the oldest first; without node counts. */
  private static List<Point> recorded(LogArchive archive) {
    var question =
        new EntryFilter(null, null, EntryKind.DECISION, EntryFilter.About.conclusion(STAGE));
    var points = new ArrayList<Point>();
    for (Entry entry : archive.query().newest(question, MAX_ENTRIES)) {
      for (JsonNode added : archive.bodies().part(entry, "conclusions").path("added")) {
        JsonNode stage = added.path("conclusion");
        if (stage.path("type").asText().equals(STAGE)) {
          points.add(
              new Point(
                  entry.at(),
                  stage.path("nodeClass").asText(),
                  stage.path("ami").asText(),
                  stage.path("stage").asText(),
                  null,
                  null,
                  null));
        }
      }
    }
    return points;
  }
}
