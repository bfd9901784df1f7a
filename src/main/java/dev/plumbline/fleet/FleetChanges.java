package dev.plumbline.fleet;

import dev.plumbline.fleet.ClusterStatus.BundleInUse;
import dev.plumbline.fleet.ClusterStatus.ClosedGate;
import dev.plumbline.fleet.ClusterStatus.ImageInUse;
import dev.plumbline.fleet.Fleet.FleetStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What changed in a cluster between two reads, in words. That more was recorded is no change.
 *
 * @param now null when its log is gone
 */
public record FleetChanges(String cluster, @Nullable ClusterStatus now, List<String> changes) {

  private static final int DIGITS = 12;

  /** The clusters of which something changed, by name. */
  public static List<FleetChanges> between(FleetStatus before, FleetStatus after, Duration maxAge) {
    var former = new TreeMap<String, ClusterStatus>();
    before.clusters().forEach(each -> former.put(each.place(), each));
    var all = new ArrayList<FleetChanges>();
    for (ClusterStatus now : after.clusters()) {
      ClusterStatus was = former.remove(now.place());
      List<String> changes =
          was == null
              ? List.of("its log was found: " + now.place())
              : changes(was, before.at(), now, after.at(), maxAge);
      if (!changes.isEmpty()) {
        all.add(new FleetChanges(now.cluster(), now, changes));
      }
    }
    former
        .values()
        .forEach(
            was ->
                all.add(
                    new FleetChanges(
                        was.cluster(), null, List.of("its log is gone: " + was.place()))));
    return all;
  }

  private static List<String> changes(
      ClusterStatus was, Instant then, ClusterStatus is, Instant now, Duration maxAge) {
    var changes = new ArrayList<String>();
    value("status", was.status(then, maxAge).wire(), is.status(now, maxAge).wire(), changes);
    appeared(was.problems(), is.problems(), "", FleetChanges::text, changes);
    appeared(is.problems(), was.problems(), "no longer: ", FleetChanges::text, changes);
    if (is.state() != null) {
      value("rules", digest(was.rules()), digest(is.rules()), changes);
      value("writer", was.writer(), is.writer(), changes);
      images(was.images(), is.images(), changes);
      bundles(was.bundles(), is.bundles(), changes);
      gates(was.gates(), is.gates(), changes);
      value("findings", findings(was.findings()), findings(is.findings()), changes);
    }
    return changes;
  }

  private static String text(LogProblem problem) {
    return "%s: %s: %s".formatted(problem.kind().wire(), problem.object(), problem.message());
  }

  private static void value(
      String name, @Nullable String was, @Nullable String is, List<String> changes) {
    if (is != null && !Objects.equals(was, is)) {
      changes.add(name + " " + (was == null ? "" : was + " → ") + is);
    }
  }

  private static <T> void appeared(
      List<T> was, List<T> is, String prefix, Function<T, String> text, List<String> changes) {
    var more = new LinkedHashSet<>(is);
    was.forEach(more::remove);
    more.forEach(each -> changes.add(prefix + text.apply(each)));
  }

  private static void images(List<ImageInUse> was, List<ImageInUse> is, List<String> changes) {
    Map<String, String> former = releases(was);
    releases(is).forEach((nodeClass, now) -> value(nodeClass, former.get(nodeClass), now, changes));
  }

  /** What each node class launches, and in which state it is. */
  private static Map<String, String> releases(List<ImageInUse> images) {
    return images.stream()
        .collect(
            Collectors.groupingBy(
                ImageInUse::nodeClass,
                TreeMap::new,
                Collectors.mapping(
                    each -> each.release() + (each.state() == null ? "" : " " + each.state()),
                    Collectors.joining(", "))));
  }

  private static void bundles(List<BundleInUse> was, List<BundleInUse> is, List<String> changes) {
    Map<String, String> former = states(was);
    states(is)
        .forEach((bundle, now) -> value("bundle " + bundle, former.get(bundle), now, changes));
  }

  /** What became of each bundle. */
  private static Map<String, String> states(List<BundleInUse> bundles) {
    return bundles.stream()
        .collect(
            Collectors.toMap(
                each -> Objects.requireNonNullElse(digest(each.digest()), ""),
                BundleInUse::state,
                (one, other) -> one + ", " + other,
                TreeMap::new));
  }

  private static void gates(List<ClosedGate> was, List<ClosedGate> is, List<String> changes) {
    names("gates closed: ", was, is, changes);
    names("gates open again: ", is, was, changes);
  }

  private static void names(
      String words, List<ClosedGate> without, List<ClosedGate> with, List<String> changes) {
    var names = new TreeSet<String>();
    with.forEach(each -> names.add(each.gate()));
    without.forEach(each -> names.remove(each.gate()));
    if (!names.isEmpty()) {
      changes.add(words + String.join(", ", names));
    }
  }

  /** A digest with as many digits as people compare. */
  public static @Nullable String digest(@Nullable String digest) {
    if (digest == null) {
      return null;
    }
    String hex = digest.substring(digest.indexOf(':') + 1);
    return hex.substring(0, Math.min(DIGITS, hex.length()));
  }

  /** How many there are by severity: {@code 2 high, 1 low}. */
  public static String findings(Map<String, Integer> counts) {
    return counts.isEmpty()
        ? "none"
        : counts.entrySet().stream()
            .map(each -> each.getValue() + " " + each.getKey())
            .collect(Collectors.joining(", "));
  }
}
