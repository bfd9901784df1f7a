package dev.plumbline.fleet;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plumbline.conclusion.BundleConclusions.BundleReport;
import dev.plumbline.conclusion.BundleConclusions.BundleWait;
import dev.plumbline.conclusion.Conclusion;
import dev.plumbline.conclusion.FindingConclusions;
import dev.plumbline.conclusion.FindingConclusions.Finding;
import dev.plumbline.conclusion.GateConclusions.GateClosed;
import dev.plumbline.conclusion.ImageConclusions.AmiResolved;
import dev.plumbline.conclusion.VerdictConclusions.ImageHealth;
import dev.plumbline.conclusion.VerdictConclusions.ImageRelease;
import dev.plumbline.conclusion.VerdictConclusions.ImageState;
import dev.plumbline.conclusion.VerdictConclusions.TrainClass;
import dev.plumbline.log.Checkpoint;
import dev.plumbline.log.Entry;
import dev.plumbline.log.EntryKind;
import dev.plumbline.query.LogState;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What the log of a cluster says of it. What is null is not known: the log does not hold it, or it
 * was not among what was read, or cannot be read.
 *
 * @param cluster the last part of the origin; that of the place where the origin is not known
 * @param place the folder, or {@code s3://bucket/prefix/}
 * @param origin of the log: plumbline.dev/log/production
 * @param key the id of the key that signs it, 8 digits
 * @param writer the replica that writes it
 * @param entries how many the newest checkpoint signs
 * @param first the first entry that is kept
 * @param last when the newest entry was recorded
 * @param stopped whether that entry says that the writer has stopped
 * @param rules the digest of the active rules
 * @param state the entry with all conclusions from which on the log was read
 * @param images by node class; empty where the state is not known, too
 * @param bundles signed bundles of rules: what became of each, and those that wait; empty where no
 *     channel is followed, clusters do not report to each other, or the state is not known
 * @param gates those that are closed
 * @param findings how many that do not pass, by severity, the worst first
 * @param problems what is wrong with the log; empty when nothing that was read is
 * @param verified whether all of the log was read and is unaltered, not only its end
 */
public record ClusterStatus(
    String cluster,
    String place,
    @Nullable String origin,
    @Nullable String key,
    @Nullable String writer,
    @Nullable Long entries,
    @Nullable Long first,
    @Nullable Instant last,
    boolean stopped,
    @Nullable String rules,
    @Nullable Long state,
    List<ImageInUse> images,
    List<BundleInUse> bundles,
    List<ClosedGate> gates,
    Map<String, Integer> findings,
    List<LogProblem> problems,
    boolean verified) {

  /** The conclusions that are read. */
  static final Set<Class<? extends Conclusion>> CONCLUSIONS =
      Set.of(
          AmiResolved.class,
          ImageRelease.class,
          ImageState.class,
          ImageHealth.class,
          TrainClass.class,
          BundleReport.class,
          BundleWait.class,
          GateClosed.class,
          Finding.class);

  private static final Set<String> NOT_PASSED = Set.of("fail", "warn", "error");

  /** How a cluster does, by its log alone. */
  public enum Status {
    OK,
    /** Nothing was recorded for longer than the limit. */
    OLD,
    /** The writer has said that it stops. */
    STOPPED,
    /** There is a log without an entry. */
    EMPTY,
    /** Something of the log is wrong. */
    BROKEN;

    public String wire() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * What a node class launches.
   *
   * @param release version of an alias family (al2023@v20260714), or the id of a custom image
   * @param train null where it is in no train
   * @param ring its place in the train; null where it is in no train
   * @param state of the release: soaking, canary, proven, …; null where it has none
   * @param nodes how many run it and are Ready; null where that is not known
   */
  public record ImageInUse(
      String nodeClass,
      String release,
      @Nullable String train,
      @Nullable Integer ring,
      @Nullable String state,
      @Nullable Long nodes) {}

  /**
   * A bundle of rules.
   *
   * @param digest sha256:…
   * @param title its name and version; null while it waits
   * @param state what became of it: serving, candidate, held, rejected, taken-back; waits while it
   *     waits for other clusters
   * @param message why; empty when there is nothing to say
   */
  public record BundleInUse(String digest, @Nullable String title, String state, String message) {}

  /**
   * A gate that is closed.
   *
   * @param blocks the object that waits: EC2NodeClass/default
   * @param waitsFor the source, value or other gate that is not ready
   * @param since null where it is not known
   */
  public record ClosedGate(
      String gate, String blocks, String waitsFor, @Nullable String since, String message) {}

  /**
   * What closed gates wait for that is no closed gate itself: sources and values, and which wait.
   */
  public SortedMap<String, List<ClosedGate>> causes() {
    Set<String> closed = gates.stream().map(ClosedGate::gate).collect(Collectors.toSet());
    List<ClosedGate> roots =
        gates.stream().filter(each -> !closed.contains(each.waitsFor())).toList();
    return (roots.isEmpty() ? gates : roots)
        .stream()
            .collect(
                Collectors.groupingBy(ClosedGate::waitsFor, TreeMap::new, Collectors.toList()));
  }

  public Status status(Instant now, Duration maxAge) {
    if (!problems.isEmpty()) {
      return Status.BROKEN;
    }
    if (last == null) {
      return Status.EMPTY;
    }
    return stopped ? Status.STOPPED : age(now).compareTo(maxAge) > 0 ? Status.OLD : Status.OK;
  }

  /** How long ago the newest entry was recorded: zero where the clock of its writer is ahead. */
  public Duration age(Instant now) {
    Duration age = Duration.between(Objects.requireNonNull(last), now);
    return age.isNegative() ? Duration.ZERO : age;
  }

  static ClusterStatus of(
      String place,
      LogTail tail,
      @Nullable Long first,
      List<LogProblem> problems,
      boolean verified) {
    Checkpoint head = tail.head();
    String origin = head == null ? null : head.head().origin();
    Entry last = tail.last();
    boolean known = tail.lastState() != null;
    return new ClusterStatus(
        name(origin == null ? place : origin),
        place,
        origin,
        tail.keyId(),
        tail.writer(),
        head == null ? null : head.head().size(),
        first,
        last == null ? null : last.at(),
        last != null && last.kind() == EntryKind.STOP,
        tail.rules(),
        tail.lastState() == null ? null : tail.lastState().sequence(),
        known ? images(tail.state()) : List.of(),
        known ? bundles(tail.state()) : List.of(),
        known ? gates(tail) : List.of(),
        known ? findings(tail.state()) : Map.of(),
        List.copyOf(problems),
        verified);
  }

  /** The same, with one more problem. */
  ClusterStatus with(LogProblem problem) {
    var all = new ArrayList<>(problems);
    all.add(problem);
    return new ClusterStatus(
        cluster,
        place,
        origin,
        key,
        writer,
        entries,
        first,
        last,
        stopped,
        rules,
        state,
        images,
        bundles,
        gates,
        findings,
        List.copyOf(all),
        verified);
  }

  /** The last part of an origin or a place. */
  static String name(String path) {
    String whole = path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
    return whole.substring(whole.lastIndexOf('/') + 1);
  }

  private static List<ImageInUse> images(LogState state) {
    var releases = new LinkedHashMap<String, String>();
    state
        .conclusions(ImageRelease.class)
        .forEach(each -> releases.put(each.text("ami"), each.text("release")));
    var states = new LinkedHashMap<String, String>();
    state
        .conclusions(ImageState.class)
        .forEach(each -> states.put(each.text("release"), each.text("state")));
    var trains = new LinkedHashMap<String, LogState.Conclusion>();
    state.conclusions(TrainClass.class).forEach(each -> trains.put(each.text("nodeClass"), each));
    var nodes = new LinkedHashMap<String, Long>();
    state
        .conclusions(ImageHealth.class)
        .forEach(
            each ->
                nodes.put(
                    each.text("nodeClass") + " " + each.text("release"),
                    each.fields().path("nodes").asLong()));
    return state.conclusions(AmiResolved.class).stream()
        .map(
            each -> {
              String nodeClass = each.text("nodeClass");
              String release = releases.getOrDefault(each.text("ami"), each.text("ami"));
              LogState.Conclusion train = trains.get(nodeClass);
              return new ImageInUse(
                  nodeClass,
                  release,
                  train == null ? null : train.text("train"),
                  train == null ? null : train.fields().path("ring").asInt(),
                  states.get(release),
                  nodes.get(nodeClass + " " + release));
            })
        .distinct()
        .sorted(Comparator.comparing(ImageInUse::nodeClass).thenComparing(ImageInUse::release))
        .toList();
  }

  private static List<BundleInUse> bundles(LogState state) {
    var bundles = new ArrayList<BundleInUse>();
    state.conclusions(BundleReport.class).stream()
        .sorted(Comparator.comparing(each -> -each.fields().path("sequence").asLong()))
        .map(
            each ->
                new BundleInUse(
                    each.text("digest"),
                    each.text("title"),
                    each.text("state"),
                    each.text("message")))
        .forEach(bundles::add);
    state.conclusions(BundleWait.class).stream()
        .collect(
            Collectors.groupingBy(
                each -> each.text("digest"),
                TreeMap::new,
                Collectors.mapping(
                    each -> each.text("rule") + " " + each.text("message"),
                    Collectors.joining("; "))))
        .forEach((digest, why) -> bundles.add(new BundleInUse(digest, null, "waits", why)));
    return List.copyOf(bundles);
  }

  private static List<ClosedGate> gates(LogTail tail) {
    var gates = new ArrayList<ClosedGate>();
    tail.state().conclusions(GateClosed.class).forEach(each -> gates.add(gate(each.fields())));
    if (tail.hostGates() != null) {
      tail.hostGates().forEach(each -> gates.add(gate(each)));
    }
    return gates.stream().distinct().toList();
  }

  private static ClosedGate gate(JsonNode of) {
    return new ClosedGate(
        of.path("gate").asText(),
        of.path("blocks").asText(),
        of.path("waitsFor").asText(),
        of.path("since").asText(null),
        of.path("message").asText());
  }

  private static Map<String, Integer> findings(LogState state) {
    var counts = new LinkedHashMap<String, Integer>();
    FindingConclusions.SEVERITIES.forEach(severity -> counts.put(severity, 0));
    for (LogState.Conclusion each : state.conclusions(Finding.class)) {
      if (NOT_PASSED.contains(each.text("result"))) {
        counts.merge(each.text("severity"), 1, Integer::sum);
      }
    }
    counts.values().removeIf(count -> count == 0);
    return Collections.unmodifiableMap(counts);
  }
}
