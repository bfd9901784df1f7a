package dev.plumbline.source;

import com.fasterxml.jackson.databind.node.MissingNode;
import dev.plumbline.fact.Account;
import dev.plumbline.fact.ClusterVersion;
import dev.plumbline.fact.Nearest;
import dev.plumbline.fact.SourceStatus;
import java.time.Instant;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What {@code snapshot.yaml} says; nothing when it is not there. */
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
          "unavailableOfferings");

  private static final List<String> STATES = List.of("synced", "syncing", "failed");

  private static final Pattern VERSION =
      Pattern.compile("v?([0-9]{1,3})\\.([0-9]{1,4})\\+?(?:[.-].*)?");

  private final Cursor file;

  private SnapshotSettings(Cursor file) {
    this.file = file;
  }

  static SnapshotSettings none() {
    return new SnapshotSettings(Cursor.of(Origin.snapshot(""), MissingNode.getInstance()));
  }

  /** Checks every name, and what no fact is made of yet. */
  static SnapshotSettings of(Cursor file) {
    file.allow(KNOWN);
    file.at("sources").allow(SnapshotSource.names());
    for (String later : List.of("learnedCapacity", "unavailableOfferings")) {
      Cursor field = file.at(later);
      if (field.present() && !field.node().isContainerNode()) {
        throw field.wrong(
            "is " + field.shown() + " where a list or a map belongs", "Maybe leave it out.");
      }
    }
    var settings = new SnapshotSettings(file);
    for (SnapshotSource source : SnapshotSource.values()) {
      settings.status(source, false);
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
          "is " + region.shown() + ", which is no region", "Maybe write it as us-east-1.");
    }
    return text;
  }

  Account account() {
    Cursor id = file.at("accountId");
    String text = id.scalarOrNull();
    if (text != null && !text.matches("[0-9]{12}")) {
      throw id.wrong(
          "is " + id.shown() + ", which is no account", "Maybe a digit is missing: it has twelve.");
    }
    return new Account(text);
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
          "is " + version.shown() + ", which is no Kubernetes version", "Maybe write it as 1.33.");
    }
    int minor = Integer.parseInt(match.group(2));
    return new ClusterVersion(Integer.parseInt(match.group(1)) + "." + minor, minor);
  }

  Cursor parameters() {
    return file.at("parameters");
  }

  /**
   * How far a source can be relied on.
   *
   * @param here whether its file is there, which decides where nothing is said
   */
  SourceStatus status(SnapshotSource source, boolean here) {
    Cursor told = file.at("sources").at(source.wire());
    if (!told.present()) {
      return status(source, here ? "synced" : "absent", null, null);
    }
    if (told.node().isTextual()) {
      return status(source, state(told), null, null);
    }
    told.allow(List.of("state", "code", "since"));
    return status(
        source,
        state(told.required("state", "Maybe add one of these: " + String.join(", ", STATES) + ".")),
        told.at("code").textOrNull(),
        told.at("since").instantOrNull());
  }

  private static SourceStatus status(
      SnapshotSource source, String state, @Nullable String code, @Nullable Instant since) {
    return new SourceStatus(
        source.wire(), state, source.operation(), code, since, null, 0, null, 0);
  }

  private static String state(Cursor state) {
    String text = state.text();
    if (!STATES.contains(text)) {
      throw state.wrong(
          "is " + state.shown() + ", not one of " + String.join(", ", STATES),
          Nearest.advice(text, STATES));
    }
    return text;
  }
}
