package dev.plumbline.cli.audit;

import dev.plumbline.cli.table.TextFormat;
import dev.plumbline.cli.table.TextOutput;
import dev.plumbline.fleet.ClusterStatus;
import dev.plumbline.fleet.ClusterStatus.BundleInUse;
import dev.plumbline.fleet.ClusterStatus.ClosedGate;
import dev.plumbline.fleet.ClusterStatus.ImageInUse;
import dev.plumbline.fleet.ClusterStatus.Status;
import dev.plumbline.fleet.Fleet.FleetStatus;
import dev.plumbline.fleet.FleetChanges;
import dev.plumbline.fleet.LogProblem;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Writes a fleet for people. */
final class FleetWriter {

  private static final String NOT_KNOWN = "not known";
  private static final int MAX_WIDTH = 44;

  private FleetWriter() {}

  static void table(FleetStatus fleet, Duration maxAge, TextOutput out) {
    out.line(0, out.bold(summary(fleet, maxAge)));
    out.blank();
    var rows = new ArrayList<List<String>>();
    rows.add(
        List.of(
            "cluster", "status", "newest entry", "entries", "rules", "gates closed", "findings"));
    fleet.clusters().forEach(each -> rows.add(row(each, fleet, maxAge)));
    print(rows, out);
    images(fleet, out);
    bundles(fleet, out);
    gates(fleet, out);
    notes(fleet, out);
    problems(fleet, out);
  }

  /** {@code 20 clusters: 17 ok, 1 old, 2 broken; 3 sets of rules}. */
  static String summary(FleetStatus fleet, Duration maxAge) {
    Map<Status, Long> counts =
        fleet.clusters().stream()
            .collect(
                Collectors.groupingBy(
                    each -> each.status(fleet.at(), maxAge), TreeMap::new, Collectors.counting()));
    long rules =
        fleet.clusters().stream()
            .map(ClusterStatus::rules)
            .filter(each -> each != null)
            .distinct()
            .count();
    String each =
        counts.entrySet().stream()
            .map(count -> count.getValue() + " " + count.getKey().wire())
            .collect(Collectors.joining(", "));
    return "%s: %s; %s"
        .formatted(
            TextFormat.count(fleet.clusters().size(), "cluster"),
            each,
            TextFormat.count(rules, "set") + " of rules");
  }

  private static List<String> row(ClusterStatus cluster, FleetStatus fleet, Duration maxAge) {
    Instant at = fleet.at();
    boolean known = cluster.state() != null;
    Instant last = cluster.last();
    Instant seen = last != null && last.isAfter(at) ? at : last;
    return List.of(
        label(cluster, fleet),
        cluster.status(at, maxAge).wire(),
        seen == null ? NOT_KNOWN : TextFormat.distance(seen, at),
        cluster.entries() == null ? NOT_KNOWN : TextFormat.number(cluster.entries()),
        known(FleetChanges.digest(cluster.rules())),
        known ? String.valueOf(names(cluster.gates()).size()) : NOT_KNOWN,
        known ? FleetChanges.findings(cluster.findings()) : NOT_KNOWN);
  }

  private static String known(@Nullable Object value) {
    return value == null ? NOT_KNOWN : String.valueOf(value);
  }

  private static void print(List<List<String>> rows, TextOutput out) {
    List<String> lines = TextOutput.columns(rows, MAX_WIDTH);
    out.line(0, out.dim(lines.getFirst()));
    lines.stream().skip(1).forEach(line -> out.line(0, line));
  }

  private static void images(FleetStatus fleet, TextOutput out) {
    var rows = new ArrayList<List<String>>();
    rows.add(List.of("cluster", "node class", "ring", "launches", "state", "nodes"));
    for (ClusterStatus cluster : fleet.clusters()) {
      for (ImageInUse image : cluster.images()) {
        rows.add(
            List.of(
                label(cluster, fleet),
                image.nodeClass(),
                image.ring() == null ? "none" : image.ring().toString(),
                image.release(),
                known(image.state()),
                known(image.nodes())));
      }
    }
    section("images", rows, out);
  }

  /** A bundle that waits is called as a cluster calls it that has it already. */
  private static void bundles(FleetStatus fleet, TextOutput out) {
    var titles = new TreeMap<String, String>();
    List<BundleInUse> all =
        fleet.clusters().stream().flatMap(each -> each.bundles().stream()).toList();
    all.stream()
        .filter(each -> each.title() != null)
        .forEach(each -> titles.putIfAbsent(each.digest(), each.title()));
    var rows = new ArrayList<List<String>>();
    rows.add(List.of("cluster", "bundle", "digest", "state"));
    List<String> labels = new ArrayList<>();
    List<String> texts = new ArrayList<>();
    for (ClusterStatus cluster : fleet.clusters()) {
      for (BundleInUse bundle : cluster.bundles()) {
        String title = known(titles.get(bundle.digest()));
        rows.add(
            List.of(
                label(cluster, fleet),
                title,
                known(FleetChanges.digest(bundle.digest())),
                bundle.state()));
        if (!bundle.message().isEmpty()) {
          labels.add(label(cluster, fleet) + "  " + bundle.state());
          texts.add(bundle.message());
        }
      }
    }
    section("bundles of rules", rows, out);
    list("why bundles do not serve", labels, texts, out);
  }

  /** By what they wait for: a source that has failed closes many. */
  private static void gates(FleetStatus fleet, TextOutput out) {
    List<String> names = fleet.clusters().stream().map(each -> label(each, fleet)).toList();
    int width = Math.min(MAX_WIDTH, TextOutput.longest(names));
    List<String> labels = new ArrayList<>();
    List<String> texts = new ArrayList<>();
    for (int i = 0; i < names.size(); i++) {
      for (Map.Entry<String, List<ClosedGate>> cause :
          fleet.clusters().get(i).causes().entrySet()) {
        labels.add(TextOutput.pad(names.get(i), width) + "  " + cause.getKey());
        texts.add(String.join(", ", names(cause.getValue()).keySet()) + since(cause.getValue()));
      }
    }
    list("gates closed, by what they wait for", labels, texts, out);
  }

  private static void list(
      String heading, List<String> labels, List<String> texts, TextOutput out) {
    if (labels.isEmpty()) {
      return;
    }
    out.heading(heading);
    int width = Math.min(MAX_WIDTH, TextOutput.longest(labels));
    for (int i = 0; i < labels.size(); i++) {
      out.labelled(0, TextOutput.pad(labels.get(i), width), texts.get(i));
    }
  }

  /** The name; where several logs have it, with the folder or prefix of this one. */
  private static String label(ClusterStatus cluster, FleetStatus fleet) {
    boolean only =
        fleet.clusters().stream()
                .filter(each -> each.cluster().equals(cluster.cluster()))
                .limit(2)
                .count()
            == 1;
    return only ? cluster.cluster() : cluster.cluster() + " in " + cluster.place();
  }

  private static Map<String, List<ClosedGate>> names(List<ClosedGate> gates) {
    return gates.stream()
        .collect(Collectors.groupingBy(ClosedGate::gate, TreeMap::new, Collectors.toList()));
  }

  /** Since when the first of them is closed; nothing where that is not known. */
  private static String since(List<ClosedGate> closed) {
    return closed.stream()
        .map(ClosedGate::since)
        .filter(each -> each != null)
        .sorted()
        .findFirst()
        .map(each -> ", since " + each)
        .orElse("");
  }

  private static void section(String heading, List<List<String>> rows, TextOutput out) {
    if (rows.size() > 1) {
      out.heading(heading);
      print(rows, out);
    }
  }

  private static void notes(FleetStatus fleet, TextOutput out) {
    List<ClusterStatus> later =
        fleet.clusters().stream().filter(each -> each.first() != null && each.first() > 0).toList();
    list(
        "earlier entries are not kept",
        later.stream().map(each -> label(each, fleet)).toList(),
        later.stream().map(each -> "they begin at entry " + each.first()).toList(),
        out);
  }

  private static void problems(FleetStatus fleet, TextOutput out) {
    List<String> labels = new ArrayList<>();
    List<String> texts = new ArrayList<>();
    for (ClusterStatus each : fleet.clusters()) {
      for (LogProblem problem : each.problems()) {
        labels.add(each.cluster() + "  " + problem.kind().wire());
        texts.add(path(each.place(), problem.object()) + ": " + problem.message());
      }
    }
    list("broken", labels, texts, out);
  }

  private static String path(String place, String object) {
    return place.endsWith("/") ? place + object : place + "/" + object;
  }
}
