package dev.plumbline.fleet;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plumbline.log.DecisionLog;
import dev.plumbline.log.Entry.Draft;
import dev.plumbline.log.EntryKind;
import dev.plumbline.log.SigningKey;
import dev.plumbline.log.store.FolderLog;
import dev.plumbline.log.store.FolderLog.LogSettings;
import dev.plumbline.log.store.WrittenLog;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/** Small logs of clusters, with what a fleet shows of them; a decision each ten seconds. */
public final class FleetLogs {

  public static final Instant BEGIN = Instant.parse("2026-11-20T12:00:00Z");
  public static final String RULES = "ab12".repeat(16);

  /** Two bundles of rules: one that serves, and one that waits. */
  static final String SERVING = "sha256:" + "1".repeat(64);

  static final String WAITING = "sha256:" + "2".repeat(64);
  private static final Duration STEP = Duration.ofSeconds(10);

  private final DecisionLog log;
  private Instant at = BEGIN;

  public FleetLogs(DecisionLog log) {
    this.log = log;
  }

  /** In a folder; each append is a segment of its own. */
  public static DecisionLog open(Path folder, String name) {
    return FolderLog.open(folder, settings(name), InstantSource.fixed(BEGIN));
  }

  public static LogSettings settings(String name) {
    return new LogSettings(LogSettings.origin(name), null, 1, Duration.ofDays(400));
  }

  /**
   * A start, five decisions, a state and five more: 14 entries; the state is entry 8. As {@link
   * #open} would write it, but without waiting for the disk.
   */
  public static void record(Path folder, String name) {
    String origin = LogSettings.origin(name);
    SigningKey key = SigningKey.create(origin);
    var settings = new LogSettings(origin, key, 1, Duration.ofDays(400));
    TreeMap<String, byte[]> files =
        WrittenLog.write(
            new TreeMap<>(),
            settings,
            BEGIN,
            log -> new FleetLogs(log).begin().decisions(5).state("soaking").decisions(5));
    files.put("key.pem", key.pem().getBytes(StandardCharsets.UTF_8));
    files.forEach(
        (file, bytes) -> {
          try {
            Path path = folder.resolve(file);
            Files.createDirectories(path.getParent());
            Files.write(path, bytes);
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        });
  }

  /** When {@link #record} has written its last entry. */
  public static Instant end() {
    return BEGIN.plus(STEP.multipliedBy(12));
  }

  public FleetLogs begin() {
    ObjectNode start = json().put("origin", log.head().origin()).put("writer", "pod-1");
    ObjectNode rules = json().put("digest", RULES).put("how", "first");
    log.append(
        List.of(
            new Draft(at, EntryKind.START, start),
            new Draft(at, EntryKind.RULES, rules),
            new Draft(at, EntryKind.STATE, whole("candidate"))));
    return this;
  }

  /** All that holds: a node class of a train, two bundles, and a finding of each severity. */
  public FleetLogs state(String release) {
    return append(EntryKind.STATE, whole(release));
  }

  private ObjectNode whole(String release) {
    var lines = new ArrayList<String>();
    for (ObjectNode each :
        List.of(
            resolved("ami-1"),
            conclusion("ImageRelease").put("ami", "ami-1").put("release", "al2023@v1"),
            conclusion("ImageState").put("release", "al2023@v1").put("state", release),
            conclusion("ImageHealth")
                .put("release", "al2023@v1")
                .put("nodeClass", "default")
                .put("nodes", 7),
            conclusion("TrainClass")
                .put("train", "main")
                .put("nodeClass", "default")
                .put("ring", 2),
            serves(SERVING, "policy 1.0"),
            waits("BUNDLE-010"),
            waits("BUNDLE-011"),
            conclusion("AmiEligible").put("nodeClass", "default").put("ami", "ami-1"),
            finding("A", "fail", "high"),
            finding("B", "warn", "low"),
            finding("C", "pass", "high"))) {
      lines.add(concluded(each).toString());
    }
    String object = log.store((String.join("\n", lines) + "\n").getBytes(StandardCharsets.UTF_8));
    return json().put("rules", RULES).put("form", 4).put("conclusions", object);
  }

  public FleetLogs decisions(int count) {
    for (int i = 0; i < count; i++) {
      decision(List.of(), List.of());
    }
    return this;
  }

  /** A gate closes; the node class launches another image. */
  public FleetLogs decision(List<ObjectNode> added, List<ObjectNode> removed) {
    ObjectNode body = json().put("rules", RULES).put("spans", 1);
    ObjectNode conclusions = body.putObject("conclusions");
    ArrayNode more = conclusions.putArray("added");
    added.forEach(each -> more.add(concluded(each)));
    ArrayNode less = conclusions.putArray("removed");
    removed.forEach(each -> less.addObject().put("id", id(each)));
    return append(EntryKind.DECISION, body);
  }

  /**
   * The image resolves by another rule than before, and all that holds is recorded with it: the
   * decision says only what it changes, and both are in one segment.
   */
  public FleetLogs changeBeforeState() {
    decision(List.of(resolved("ami-1")), List.of());
    ObjectNode changed = concluded(resolved("ami-1"));
    changed.putArray("because").addObject().put("rule", "other");
    changed.putArray("at").add(0);
    changed.putArray("gone").add(0);
    ObjectNode body = json().put("rules", RULES).put("spans", 1);
    body.putObject("conclusions").putArray("added").add(changed);
    log.append(
        List.of(
            new Draft(at, EntryKind.DECISION, body),
            new Draft(at, EntryKind.STATE, whole("soaking"))));
    return this;
  }

  public FleetLogs gateCloses() {
    return decision(List.of(gate("ec2")), List.of());
  }

  public FleetLogs stop() {
    return append(EntryKind.STOP, json());
  }

  private FleetLogs append(EntryKind kind, ObjectNode body) {
    if (kind == EntryKind.DECISION) {
      at = at.plus(STEP);
    }
    log.append(List.of(new Draft(at, kind, body)));
    return this;
  }

  /** Goes on later. */
  public FleetLogs from(Instant later) {
    at = later;
    return this;
  }

  static ObjectNode resolved(String ami) {
    return conclusion("AmiResolved").put("nodeClass", "default").put("ami", ami);
  }

  static ObjectNode gate(String waitsFor) {
    return conclusion("GateClosed")
        .put("gate", "ami-resolution")
        .put("blocks", "EC2NodeClass/default")
        .put("waitsFor", waitsFor)
        .put("since", BEGIN.toString())
        .put("message", waitsFor + " has failed");
  }

  static ObjectNode serves(String digest, String title) {
    return conclusion("BundleReport")
        .put("digest", digest)
        .put("title", title)
        .put("sequence", 1)
        .put("state", "serving")
        .put("message", "");
  }

  static ObjectNode waits(String rule) {
    return conclusion("BundleWait")
        .put("rule", rule)
        .put("digest", WAITING)
        .put("message", "for others");
  }

  private static ObjectNode finding(String rule, String result, String severity) {
    return conclusion("Finding")
        .put("rule", rule)
        .put("subject", "NodePool/default")
        .put("result", result)
        .put("severity", severity);
  }

  private static ObjectNode concluded(ObjectNode conclusion) {
    ObjectNode concluded = json();
    concluded.putArray("because").addObject().put("rule", "one");
    concluded.set("conclusion", conclusion);
    return concluded.put("id", id(conclusion));
  }

  private static String id(ObjectNode conclusion) {
    return Integer.toHexString(conclusion.toString().hashCode());
  }

  private static ObjectNode conclusion(String type) {
    return json().put("type", type);
  }

  private static ObjectNode json() {
    return JsonNodeFactory.instance.objectNode();
  }
}
