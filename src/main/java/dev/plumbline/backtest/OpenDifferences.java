package dev.plumbline.backtest;

import dev.plumbline.backtest.GroupTotals.Evidence;
import dev.plumbline.conclusion.Conclusion;
import dev.plumbline.conclusion.ImageConclusions.AmiResolved;
import dev.plumbline.engine.ConclusionIdentity;
import dev.plumbline.engine.Settlement;
import dev.plumbline.engine.Settlement.Concluded;
import dev.plumbline.engine.SettlementDifference;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * What two rule sets conclude otherwise at a time, kept up to date by what changes on either side,
 * and how long it has lasted. Not thread-safe.
 */
final class OpenDifferences {

  private final String cluster;
  private final TimeWindow window;
  private final Map<Conclusion, Concluded> onlyBefore = new HashMap<>();
  private final Map<Conclusion, Concluded> onlyAfter = new HashMap<>();
  private final Map<List<Object>, DifferingSubject> subjects = new LinkedHashMap<>();

  /** Those whose first entry in this group is not known yet. */
  private final Set<DifferingSubject> fresh = new HashSet<>();

  private final Map<DifferenceGroup, Meter> meters = new HashMap<>();
  private final Map<DifferenceGroup, Meter> open = new LinkedHashMap<>();
  private final OpenImageAges images;

  private static final class Meter {
    private int open;
    private long decisions;
    private long most;
    private long lasted;
    private long exposure;
    private @Nullable Instant first;
    private Instant last = Instant.MIN;
    private List<Evidence> evidence = List.of();

    private void seen(Instant at) {
      most = Math.max(most, open);
      first = first == null || at.isBefore(first) ? at : first;
      last = at.isAfter(last) ? at : last;
    }
  }

  OpenDifferences(String cluster, TimeWindow window) {
    this.cluster = cluster;
    this.window = window;
    this.images = new OpenImageAges(cluster);
  }

  /** Whether nothing differs at the moment. */
  boolean isEmpty() {
    return open.isEmpty();
  }

  /** Other rules decide from here on: what is open is compared anew. */
  void reset() {
    onlyBefore.clear();
    onlyAfter.clear();
    subjects.clear();
    fresh.clear();
    open.values().forEach(meter -> meter.open = 0);
    open.clear();
    images.reset();
  }

  /**
   * Takes over what has changed on both sides.
   *
   * @param types that are compared
   */
  void update(
      SettlementDifference one,
      SettlementDifference other,
      Settlement before,
      Settlement after,
      Predicate<String> types) {
    var touched = new HashSet<Conclusion>();
    apply(one, types, touched, onlyBefore, onlyAfter, after);
    apply(other, types, touched, onlyAfter, onlyBefore, before);
    var changed = new HashMap<List<Object>, DifferingSubject>();
    for (Conclusion each : touched) {
      Concluded left = onlyBefore.get(each);
      Concluded right = onlyAfter.get(each);
      if (each instanceof AmiResolved image) {
        images.set(image, left != null, right != null);
      }
      ConclusionIdentity identity = ConclusionIdentity.of(each);
      List<Object> name = identity.name(each);
      DifferingSubject subject = subjects.get(name);
      if (subject == null && (left != null || right != null)) {
        subject = new DifferingSubject(identity);
        subjects.put(name, subject);
      }
      if (subject != null) {
        subject.set(each, left, right);
        changed.put(name, subject);
      }
    }
    changed.forEach(this::recount);
  }

  /** Applies what changed on one side: {@code mine} is what only this one concludes. */
  private static void apply(
      SettlementDifference difference,
      Predicate<String> types,
      Set<Conclusion> touched,
      Map<Conclusion, Concluded> mine,
      Map<Conclusion, Concluded> others,
      Settlement other) {
    for (Concluded each : difference.removed()) {
      Conclusion conclusion = each.conclusion();
      if (types.test(conclusion.type())) {
        touched.add(conclusion);
        if (mine.remove(conclusion) == null) {
          others.put(conclusion, new Concluded(conclusion, other.derivations(conclusion)));
        }
      }
    }
    for (Concluded each : difference.added()) {
      Conclusion conclusion = each.conclusion();
      if (types.test(conclusion.type())) {
        touched.add(conclusion);
        if (others.remove(conclusion) == null) {
          mine.put(conclusion, each);
        }
      }
    }
    for (SettlementDifference.Change each : difference.changed()) {
      Conclusion conclusion = each.after().conclusion();
      if (mine.replace(conclusion, each.after()) != null) {
        touched.add(conclusion);
      }
    }
  }

  private void recount(List<Object> name, DifferingSubject subject) {
    DifferenceGroup was = subject.counted();
    DifferenceGroup now = subject.isEmpty() ? null : subject.group(cluster);
    if (now == null) {
      subjects.remove(name);
      fresh.remove(subject);
    }
    if (was == null ? now == null : was.equals(now)) {
      return;
    }
    if (was != null) {
      Meter meter = meters.get(was);
      if (meter != null && --meter.open == 0) {
        open.remove(was);
      }
    }
    if (now != null) {
      Meter meter = meters.computeIfAbsent(now, group -> new Meter());
      meter.open++;
      open.put(now, meter);
      fresh.add(subject);
    }
    subject.countedIn(now);
  }

  /**
   * Something is recorded, and what is open now differs after it.
   *
   * @return whether anything does, and it counts
   */
  boolean recorded(long entry, Instant at, boolean decision) {
    if (open.isEmpty() || !window.holds(at)) {
      return false;
    }
    for (Meter meter : open.values()) {
      meter.seen(at);
      meter.decisions += decision ? 1 : 0;
    }
    if (!fresh.isEmpty()) {
      evidence(entry, at);
    }
    return true;
  }

  private void evidence(long entry, Instant at) {
    record Named(String subject, DifferingSubject of) {}
    var named = new ArrayList<Named>();
    fresh.forEach(each -> named.add(new Named(each.subject(), each)));
    fresh.clear();
    named.sort(Comparator.comparing(Named::subject));
    for (Named each : named) {
      Meter meter = meters.get(each.of().counted());
      if (meter == null) {
        continue;
      }
      boolean full = meter.evidence.size() == GroupTotals.MAX_EVIDENCE;
      var bare = new Evidence(at, cluster, entry, each.subject(), "", "");
      if (!full || Evidence.ORDER.compare(meter.evidence.getLast(), bare) > 0) {
        Evidence whole = each.of().evidence(at, cluster, entry, each.subject());
        meter.evidence = GroupTotals.first(meter.evidence, List.of(whole));
      }
    }
  }

  /**
   * Time passes, in which what is open lasts.
   *
   * @param created the creation date of an image by its id; null where it is not known
   */
  void lasts(
      Instant from, Instant to, NodeCounts nodes, Function<String, @Nullable Instant> created) {
    long millis = window.millis(from, to);
    if (millis > 0) {
      Instant end = window.clip(to);
      images.lasts(millis, nodes, created);
      open.forEach(
          (group, meter) -> {
            meter.lasted += millis;
            meter.exposure += millis * nodes.of(group);
            meter.last = end.isAfter(meter.last) ? end : meter.last;
            if (meter.first == null) {
              meter.first = window.clip(from);
            }
          });
    }
  }

  SortedMap<ClusterNodeClass, ImageAgeDifference> images() {
    return images.totals();
  }

  SortedMap<DifferenceGroup, GroupTotals> totals() {
    var totals = new TreeMap<DifferenceGroup, GroupTotals>();
    meters.forEach(
        (group, meter) -> {
          if (meter.first != null) {
            totals.put(
                group,
                new GroupTotals(
                    meter.decisions,
                    meter.most,
                    meter.lasted,
                    meter.exposure,
                    meter.first,
                    meter.last,
                    meter.evidence));
          }
        });
    return Collections.unmodifiableSortedMap(totals);
  }
}
