package dev.plumbline.source;

import com.fasterxml.jackson.databind.node.MissingNode;
import dev.plumbline.fact.Cluster.Account;
import dev.plumbline.fact.Cluster.ClusterVersion;
import dev.plumbline.fact.Cluster.ObjectFault;
import dev.plumbline.fact.Fact;
import dev.plumbline.fact.Gates.SnapshotCoverage;
import dev.plumbline.fact.Gates.SourceScope;
import dev.plumbline.fact.Gates.SourceStatus;
import dev.plumbline.fact.Nearest;
import dev.plumbline.fact.Values;
import dev.plumbline.source.SnapshotFiles.SnapshotContents;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** {@code snapshot.yaml}; empty when it is not there. */
final class SnapshotSettings {

  private static final List<String> KNOWN =
      List.of(
          "at",
          "region",
          "accountId",
          "kubernetesVersion",
          "sources",
          "parameters",
          "learnedCapacity",
          "unavailableOfferings",
          "pastLaunches",
          "unreadable",
          "launchFailures",
          "waivers");

  private static final List<String> UNREADABLE = List.of("source", "object", "message");

  private static final List<String> STATUS_FIELDS =
      List.of(
          "state",
          "operation",
          "code",
          "since",
          "lastSuccess",
          "failures",
          "items",
          "held",
          "queries",
          "covers");

  private static final List<String> STATES = List.of("synced", "syncing", "failed", "absent");

  private static final Pattern VERSION =
      Pattern.compile("v?([0-9]{1,3})\\.([0-9]{1,4})\\+?(?:[.-].*)?");

  private final Cursor file;

  private SnapshotSettings(Cursor file) {
    this.file = file;
  }

  static SnapshotSettings none() {
    return new SnapshotSettings(Cursor.of(Origin.snapshot(""), MissingNode.getInstance()));
  }

  static SnapshotSettings of(Cursor file) {
    file.allow(KNOWN);
    file.at("sources").allow(SnapshotSource.names());
    var settings = new SnapshotSettings(file);
    for (SnapshotSource source : SnapshotSource.values()) {
      settings.status(source, null);
    }
    return settings;
  }

  @Nullable Instant at() {
    return file.at("at").instantOrNull();
  }

  @Nullable String region() {
    Cursor region = file.at("region");
    String text = region.textOrNull();
    if (text != null && !SnapshotContents.isRegion(text)) {
      throw region.wrong(
          "is " + region.shown() + ", which is not a region", "Try: write it as us-east-1.");
    }
    return text;
  }

  /** The account; null where it is unknown since images, which it is known with, are not there. */
  @Nullable Account account() {
    Cursor id = file.at("accountId");
    String text = id.scalarOrNull();
    if (text != null && !text.matches("[0-9]{12}")) {
      throw id.wrong(
          "is " + id.shown() + ", which is not an account",
          "Try: check its digits, it has twelve.");
    }
    String images = mentions(SnapshotSource.IMAGES) ? status(SnapshotSource.IMAGES, 0).state() : "";
    return text == null && (images.equals("failed") || images.equals("syncing"))
        ? null
        : new Account(text);
  }

  @Nullable ClusterVersion version() {
    Cursor version = file.at("kubernetesVersion");
    String text = version.scalarOrNull();
    if (text == null) {
      return null;
    }
    Matcher match = VERSION.matcher(text);
    if (!match.matches()) {
      throw version.wrong(
          "is " + version.shown() + ", which is not a Kubernetes version",
          "Try: write it as 1.33.");
    }
    int minor = Integer.parseInt(match.group(2));
    return new ClusterVersion(Integer.parseInt(match.group(1)) + "." + minor, minor);
  }

  Cursor parameters() {
    return file.at("parameters");
  }

  Cursor waivers() {
    return file.at("waivers");
  }

  void remembered(FactSet facts) {
    LearnedStateFile.read(file, facts);
  }

  /** What of a source could not be read when it was recorded, and is in none of its files. */
  void unreadable(FactSet facts) {
    Cursor all = file.at("unreadable");
    facts.of("unreadable", all.node());
    String advice = "Try: add it, an entry has " + String.join(", ", UNREADABLE) + ".";
    for (Cursor each : all.items()) {
      each.allow(UNREADABLE);
      Cursor source = each.required("source", advice);
      if (!SnapshotSource.names().contains(source.text())) {
        throw source.wrong(
            "is " + source.shown() + ", which is no source",
            Nearest.suggestion(source.text(), SnapshotSource.names()));
      }
      facts.add(
          new ObjectFault(
              source.text(), each.filled("object", advice), each.filled("message", advice)),
          each);
    }
  }

  /**
   * The status of a source. A kind of Kubernetes objects without one has that of the cluster.
   *
   * @param read how many things were read of it; null when none of its files is there, which
   *     decides where no status is set
   */
  SourceStatus status(SnapshotSource source, @Nullable Integer read) {
    Cursor sources = file.at("sources");
    Cursor own = sources.at(source.wire());
    Cursor status =
        own.present() || source.kind() == null ? own : sources.at(SnapshotSource.CLUSTER.wire());
    if (!status.present()) {
      return plain(source, read == null ? "absent" : "synced", read);
    }
    if (status.node().isTextual()) {
      return plain(source, state(status), read);
    }
    status.allow(STATUS_FIELDS);
    String operation = own.at("operation").textOrNull();
    Integer failures = status.at("failures").countOrNull();
    Integer items = own.at("items").countOrNull();
    Integer held = own.at("held").countOrNull();
    String state = stated(status, read);
    // Nothing was read of a source that has not answered.
    Integer counted = state.equals("synced") || read == null || read > 0 ? read : null;
    return new SourceStatus(
        source.wire(),
        state,
        operation == null ? source.operation() : operation,
        status.at("code").textOrNull(),
        status.at("since").instantOrNull(),
        status.at("lastSuccess").instantOrNull(),
        failures == null ? 0 : failures,
        items == null ? counted : items,
        held == null ? 0 : held);
  }

  /** The status of a kind that nothing shows to have been queried. */
  SourceStatus unqueried(SnapshotSource source) {
    return new SourceStatus(
        source.wire(), "absent", source.operation(), "NotQueried", null, null, 0, null, 0);
  }

  /** Whether it says itself how far its file can be relied on, so that nothing is inferred. */
  boolean mentions(SnapshotSource source) {
    return file.at("sources").at(source.wire()).present();
  }

  /** What was queried, as {@code plumbline snapshot} records it, or what people say is covered. */
  List<Fact> scopes(SnapshotSource source) {
    var scopes = new ArrayList<Fact>();
    Cursor status = file.at("sources").at(source.wire());
    if (status.node().isObject() && status.at("queries").present()) {
      scopes.add(new SourceScope(source.wire(), Values.of(status.at("queries").texts())));
    }
    if (status.node().isObject() && status.at("covers").present()) {
      scopes.add(new SnapshotCoverage(source.wire(), Values.of(status.at("covers").texts())));
    }
    return scopes;
  }

  private static SourceStatus plain(SnapshotSource source, String state, @Nullable Integer read) {
    return new SourceStatus(source.wire(), state, source.operation(), null, null, null, 0, read, 0);
  }

  /** The state; one whose scope alone is given has that of its files. */
  private static String stated(Cursor status, @Nullable Integer read) {
    if (!status.at("state").present() && status.at("covers").present()) {
      return read == null ? "absent" : "synced";
    }
    String advice = "Try: add one of these: " + String.join(", ", STATES) + ".";
    return state(status.required("state", advice));
  }

  private static String state(Cursor state) {
    String text = state.text();
    if (!STATES.contains(text)) {
      throw state.wrong(
          "is " + state.shown() + ", not one of " + String.join(", ", STATES),
          Nearest.suggestion(text, STATES));
    }
    return text;
  }
}
