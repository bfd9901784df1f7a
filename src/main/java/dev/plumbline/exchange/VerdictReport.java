package dev.plumbline.exchange;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plumbline.action.Change.PublishReport;
import dev.plumbline.fact.Fact;
import dev.plumbline.fact.Fleet.FleetBundle;
import dev.plumbline.fact.Fleet.FleetMember;
import dev.plumbline.fact.Fleet.FleetVerdict;
import dev.plumbline.fact.TwoDigits;
import dev.plumbline.log.EntryForm;
import dev.plumbline.log.Hashes;
import dev.plumbline.log.SigningKey;
import dev.plumbline.log.VerifierKey;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What a cluster publishes once: a signed note (C2SP signed-note, Ed25519) over one line of
 * canonical JSON (RFC 8785). Reports of a cluster are a chain: each has the digest of the one
 * before.
 *
 * @param json all fields, of the form that {@link #read} accepts
 * @param digest SHA-256 of the object, signature included, hexadecimal
 */
public record VerdictReport(ObjectNode json, String digest) {

  /** What a cluster may be called: it is part of keys, and the name of a file. */
  public static final Pattern CLUSTER = Pattern.compile("[a-z0-9][a-z0-9._-]{0,62}");

  /** The largest object that is read. */
  static final int MAX_BYTES = 1024 * 1024;

  private static final int FORMAT = 1;
  private static final int FINGERPRINT = 16;
  private static final int MAX_TEXT = 2_000;
  private static final long MAX_COUNT = 1L << 53;
  private static final String NAME = "plumbline.dev/verdicts/";
  private static final Pattern RELEASE = Pattern.compile("[A-Za-z0-9][A-Za-z0-9@._-]{0,100}");
  private static final Pattern MINOR = Pattern.compile("[0-9]{1,3}\\.[0-9]{1,4}");
  private static final Pattern API_SERVER = Pattern.compile("[0-9a-f]{16}");
  private static final Pattern DIGEST = Pattern.compile("[0-9a-f]{64}|");
  private static final Set<String> STATES =
      Set.of("candidate", "soaking", "canary", "rolling", "proven", "quarantined", "recalled");
  private static final Set<String> FIELDS =
      Set.of(
          "apiServer",
          "at",
          "bundles",
          "cluster",
          "format",
          "kubernetes",
          "plumbline",
          "previous",
          "releases",
          "ring",
          "sequence",
          "vocabulary");
  private static final Set<String> RELEASE_FIELDS =
      Set.of(
          "failed",
          "healthyHours",
          "hoursBefore",
          "message",
          "nodes",
          "release",
          "runningSince",
          "since",
          "state");
  private static final Pattern BUNDLE = Pattern.compile("sha256:[0-9a-f]{64}");
  private static final Set<String> BUNDLE_STATES =
      Set.of("candidate", "held", "rejected", "serving", "taken-back");
  private static final Set<String> BUNDLE_FIELDS =
      Set.of("digest", "message", "sequence", "since", "state", "title");
  private static final JsonMapper JSON = new JsonMapper();

  /** The name under which a cluster signs: another cluster's signature is none of this one. */
  public static String signer(String cluster) {
    return NAME + cluster;
  }

  /** The folder of a cluster. */
  static String folder(String cluster) {
    return cluster + "/verdicts";
  }

  /** The key of a report. */
  static String key(String cluster, long sequence) {
    return folder(cluster) + "/%020d".formatted(sequence);
  }

  /**
   * Completes and signs a report.
   *
   * @param planned all of it but its time and what is known of the program
   * @param before the report before it, from which it is taken since when nodes run a release, what
   *     they had shown before the cluster was of its minor, and since when a bundle is in its
   *     state; null for none
   * @param program what publishes
   * @return the object
   */
  static byte[] sign(
      ObjectNode planned,
      @Nullable VerdictReport before,
      Program program,
      Instant at,
      SigningKey key) {
    ObjectNode report = planned.deepCopy();
    report.put("format", FORMAT);
    report.put("at", at.toString());
    report.put("plumbline", program.version());
    report.put("vocabulary", program.vocabulary());
    report.put("apiServer", program.apiServer());
    boolean same =
        before != null && before.json.path("kubernetes").equals(report.path("kubernetes"));
    for (JsonNode each : report.path("releases")) {
      JsonNode earlier =
          before == null
              ? MissingNode.getInstance()
              : before.release(each.path("release").asText());
      begun((ObjectNode) each, earlier, same, at);
    }
    for (JsonNode each : report.path("bundles")) {
      Instant since = before == null ? null : before.inState(each);
      ((ObjectNode) each).put("since", (since == null ? at : since).toString());
    }
    String line = new String(EntryForm.canonical(report), StandardCharsets.UTF_8);
    String cluster = report.path("cluster").asText();
    return key.note(signer(cluster) + "\n" + line + "\n").getBytes(StandardCharsets.UTF_8);
  }

  /**
   * Adds since when nodes run a release, and the hours that do not count since the cluster was of
   * another minor.
   *
   * @param earlier the release in the report before; missing where it is not in it
   * @param same whether the cluster was of the same minor then
   */
  private static void begun(ObjectNode release, JsonNode earlier, boolean same, Instant at) {
    JsonNode since = same ? earlier.path("runningSince") : MissingNode.getInstance();
    release.put("runningSince", since.isTextual() ? since.asText() : at.toString());
    long before = earlier.path(same ? "hoursBefore" : "healthyHours").asLong();
    if (before > 0) {
      release.put("hoursBefore", same ? before : TwoDigits.above(before));
    }
  }

  /**
   * The program that publishes.
   *
   * @param vocabulary major and minor of its version
   * @param apiServer that of its cluster, by {@link #fingerprint}
   */
  public record Program(String version, String vocabulary, String apiServer) {}

  /**
   * By which two clusters of one name differ: 16 digits, hexadecimal.
   *
   * @param authority the certificate of the authority of the API server; its address where it has
   *     none
   */
  static String fingerprint(String authority) {
    byte[] text = authority.strip().getBytes(StandardCharsets.UTF_8);
    return Hashes.hex(Hashes.of(text)).substring(0, FINGERPRINT);
  }

  /**
   * Reads and verifies one.
   *
   * @param cluster whose it must be
   * @param key whose signature it must have, under the {@link #signer} of the cluster
   * @throws InvalidReportException when it is not signed so, or says what no report says
   */
  static VerdictReport read(String cluster, VerifierKey key, byte[] object)
      throws InvalidReportException {
    String text = key.verified(utf8(object));
    if (text == null) {
      throw new InvalidReportException(
          "it is not signed by the key of " + cluster + ", or was changed or cut");
    }
    String[] lines = text.split("\n", -1);
    if (lines.length != 3 || !lines[0].equals(signer(cluster))) {
      throw new InvalidReportException("what is signed is no report of " + cluster);
    }
    byte[] line = lines[1].getBytes(StandardCharsets.UTF_8);
    ObjectNode json;
    try {
      json = JSON.readTree(lines[1]) instanceof ObjectNode report ? report : null;
    } catch (JsonProcessingException e) {
      throw new InvalidReportException("it is not JSON: " + e.getOriginalMessage());
    }
    if (json == null || !Arrays.equals(EntryForm.canonical(json), line)) {
      throw new InvalidReportException("it is not canonical JSON");
    }
    check(json, cluster);
    return new VerdictReport(json, Hashes.hex(Hashes.of(object)));
  }

  private static String utf8(byte[] object) throws InvalidReportException {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(object)).toString();
    } catch (CharacterCodingException e) {
      throw new InvalidReportException("it is not UTF-8");
    }
  }

  private static void check(ObjectNode json, String cluster) throws InvalidReportException {
    if (json.path("format").asInt() != FORMAT) {
      throw new InvalidReportException(
          "it is of format "
              + json.path("format")
              + ", and this program reads format "
              + FORMAT
              + ". Try: the version of Plumbline that published it");
    }
    fields(json, FIELDS);
    if (!json.path("cluster").asText().equals(cluster)) {
      throw new InvalidReportException("it names the cluster " + json.path("cluster"));
    }
    count(json, "sequence");
    text(json, "previous", DIGEST);
    text(json, "kubernetes", MINOR);
    if (json.has("apiServer")) {
      text(json, "apiServer", API_SERVER);
    }
    time(json, "at");
    Instant at = Instant.parse(json.path("at").asText());
    JsonNode releases = json.path("releases");
    if (!releases.isArray() || releases.size() > PublishReport.MAX_RELEASES) {
      throw new InvalidReportException(
          "it has no list of at most " + PublishReport.MAX_RELEASES + " releases");
    }
    var seen = new HashSet<String>();
    for (JsonNode each : releases) {
      fields(each, RELEASE_FIELDS);
      text(each, "release", RELEASE);
      if (!seen.add(each.path("release").asText())) {
        throw new InvalidReportException("it names " + each.path("release") + " twice");
      }
      if (!STATES.contains(each.path("state").asText())) {
        throw new InvalidReportException("it has the state " + each.path("state"));
      }
      for (String field : List.of("nodes", "healthyHours", "failed")) {
        count(each, field);
      }
      if (each.has("hoursBefore")) {
        count(each, "hoursBefore");
      }
      time(each, "runningSince");
      if (Instant.parse(each.path("runningSince").asText()).isAfter(at)) {
        throw new InvalidReportException("it says that nodes run a release since a later time");
      }
      if (each.has("since")) {
        time(each, "since");
      }
      words(each, "message");
    }
    if (json.has("bundles")) {
      bundles(json.path("bundles"), at);
    }
  }

  private static void bundles(JsonNode bundles, Instant at) throws InvalidReportException {
    if (!bundles.isArray() || bundles.isEmpty() || bundles.size() > PublishReport.MAX_BUNDLES) {
      throw new InvalidReportException(
          "it has no list of at most " + PublishReport.MAX_BUNDLES + " bundles");
    }
    var seen = new HashSet<String>();
    for (JsonNode each : bundles) {
      fields(each, BUNDLE_FIELDS);
      text(each, "digest", BUNDLE);
      if (!seen.add(each.path("digest").asText())) {
        throw new InvalidReportException("it names " + each.path("digest") + " twice");
      }
      if (!BUNDLE_STATES.contains(each.path("state").asText())) {
        throw new InvalidReportException("it has the state " + each.path("state"));
      }
      count(each, "sequence");
      time(each, "since");
      if (Instant.parse(each.path("since").asText()).isAfter(at)) {
        throw new InvalidReportException("it has a bundle in its state since a later time");
      }
      words(each, "title");
      words(each, "message");
    }
  }

  private static void words(JsonNode json, String field) throws InvalidReportException {
    JsonNode words = json.path(field);
    if (!words.isTextual() || words.textValue().length() > MAX_TEXT) {
      throw new InvalidReportException("it has a " + field + " that is no text, or too long");
    }
  }

  private static void fields(JsonNode json, Set<String> known) throws InvalidReportException {
    for (var field : json.properties()) {
      if (!known.contains(field.getKey())) {
        throw new InvalidReportException("it has the field " + field.getKey());
      }
    }
  }

  private static void count(JsonNode json, String field) throws InvalidReportException {
    JsonNode count = json.path(field);
    if (!count.canConvertToExactIntegral()
        || !count.canConvertToLong()
        || count.longValue() < 0
        || count.longValue() > MAX_COUNT) {
      throw new InvalidReportException("its " + field + " is " + count);
    }
  }

  private static void text(JsonNode json, String field, Pattern form)
      throws InvalidReportException {
    JsonNode text = json.path(field);
    if (!text.isTextual() || !form.matcher(text.textValue()).matches()) {
      throw new InvalidReportException("its " + field + " is " + text);
    }
  }

  private static void time(JsonNode json, String field) throws InvalidReportException {
    try {
      var unused = Instant.parse(json.path(field).asText());
    } catch (DateTimeException e) {
      throw new InvalidReportException("its " + field + " is " + json.path(field));
    }
  }

  long sequence() {
    return json.path("sequence").longValue();
  }

  String previous() {
    return json.path("previous").asText();
  }

  Instant at() {
    return Instant.parse(json.path("at").asText());
  }

  /** The API server of the cluster that has published it; empty where it does not say. */
  String apiServer() {
    return json.path("apiServer").asText();
  }

  /** What it says of a release; missing where it says nothing. */
  private JsonNode release(String name) {
    for (JsonNode each : json.path("releases")) {
      if (each.path("release").asText().equals(name)) {
        return each;
      }
    }
    return MissingNode.getInstance();
  }

  /** Since when it reports a bundle in the state that it has in another report. */
  private @Nullable Instant inState(JsonNode bundle) {
    for (JsonNode each : json.path("bundles")) {
      if (each.path("digest").equals(bundle.path("digest"))
          && each.path("state").equals(bundle.path("state"))) {
        return Instant.parse(each.path("since").asText());
      }
    }
    return null;
  }

  /** Whether it says what was planned, whenever it was signed. */
  boolean says(ObjectNode planned) {
    ObjectNode own = json.deepCopy();
    own.remove(List.of("apiServer", "at", "format", "plumbline", "vocabulary"));
    own.path("releases")
        .forEach(each -> ((ObjectNode) each).remove(List.of("hoursBefore", "runningSince")));
    own.path("bundles").forEach(each -> ((ObjectNode) each).remove("since"));
    return Arrays.equals(EntryForm.canonical(own), EntryForm.canonical(planned));
  }

  /**
   * As facts.
   *
   * @param fault why later reports of the cluster are not used; null for none
   * @param writers which API servers it is published at by turns; null for one alone
   */
  List<Fact> facts(@Nullable String fault, @Nullable String writers) {
    String cluster = json.path("cluster").asText();
    String kubernetes = json.path("kubernetes").asText();
    var facts = new ArrayList<Fact>();
    facts.add(new FleetMember(cluster, sequence(), digest, at(), kubernetes, fault, writers));
    for (JsonNode each : json.path("releases")) {
      facts.add(
          new FleetVerdict(
              cluster,
              each.path("release").asText(),
              kubernetes,
              each.path("state").asText(),
              each.has("since") ? Instant.parse(each.path("since").asText()) : null,
              Instant.parse(each.path("runningSince").asText()),
              each.path("nodes").longValue(),
              each.path("healthyHours").longValue(),
              each.path("hoursBefore").longValue(),
              each.path("failed").longValue(),
              at(),
              each.path("message").asText()));
    }
    for (JsonNode each : json.path("bundles")) {
      facts.add(
          new FleetBundle(
              cluster,
              each.path("digest").asText(),
              each.path("title").asText(),
              each.path("sequence").longValue(),
              each.path("state").asText(),
              Instant.parse(each.path("since").asText()),
              at(),
              each.path("message").asText()));
    }
    return facts;
  }
}
