package dev.plumbline.bundle;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plumbline.log.EntryForm;
import java.io.IOException;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What a bundle says about itself: {@code manifest.json}, one line of canonical JSON (RFC 8785).
 *
 * @param name of the policy: {@code platform}
 * @param version for people, such as that of a tag in Git; null for none
 * @param sequence a later bundle has a higher one; a host takes none that is lower than what it has
 * @param channel the only channel on which it may be taken; null for any
 * @param created when it was packed
 * @param plumbline the version of the program that packed it
 * @param vocabulary the version of the vocabulary that its rules are written in: {@code 0.1}
 * @param rules the digest of the revision: of these files laid over the shipped ones of that
 *     program
 * @param files the SHA-256 of each file by its name, hexadecimal
 */
public record BundleManifest(
    String name,
    @Nullable String version,
    long sequence,
    @Nullable String channel,
    Instant created,
    String plumbline,
    String vocabulary,
    String rules,
    SortedMap<String, String> files) {

  /** What a bundle may be called. */
  public static final Pattern NAME = Pattern.compile("[a-z0-9][a-z0-9._-]{0,62}");

  public static final Pattern VERSION = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._+-]{0,62}");

  /** What a channel may be called: a tag of an OCI registry. */
  public static final Pattern CHANNEL = Pattern.compile("[A-Za-z0-9_][A-Za-z0-9._-]{0,127}");

  /** The largest sequence number, which JSON still carries exactly. */
  public static final long MAX_SEQUENCE = 1L << 53;

  private static final int FORMAT = 1;
  private static final JsonMapper JSON = new JsonMapper();

  public BundleManifest {
    files = Collections.unmodifiableSortedMap(new TreeMap<>(files));
  }

  /** The name and version, for people: {@code platform 1.4.0}. */
  public String title() {
    return version == null ? name : name + " " + version;
  }

  /** The same of the rules of this digest. */
  public BundleManifest of(String digest) {
    return new BundleManifest(
        name, version, sequence, channel, created, plumbline, vocabulary, digest, files);
  }

  /** As a tree, with every field. */
  public ObjectNode json() {
    ObjectNode json = JSON.createObjectNode();
    json.put("format", FORMAT);
    json.put("name", name);
    json.put("version", version);
    json.put("sequence", sequence);
    json.put("channel", channel);
    json.put("created", created.toString());
    json.put("plumbline", plumbline);
    json.put("vocabulary", vocabulary);
    json.put("rules", rules);
    ObjectNode sums = json.putObject("files");
    files.forEach(sums::put);
    return json;
  }

  byte[] bytes() {
    return EntryForm.canonical(json());
  }

  /**
   * Reads one.
   *
   * @throws InvalidBundleException when it is none, or not written as {@link #bytes} writes it
   */
  static BundleManifest read(byte[] bytes) {
    JsonNode json;
    try {
      json = JSON.readTree(bytes);
    } catch (JsonProcessingException e) {
      throw invalid("is not JSON: " + e.getOriginalMessage());
    } catch (IOException e) {
      throw invalid("cannot be read: " + e.getMessage());
    }
    if (json.path("format").asInt() != FORMAT) {
      throw new InvalidBundleException(
          "manifest.json is of format "
              + json.path("format")
              + ", and this program reads format "
              + FORMAT
              + ". Try: the version of Plumbline that packed it.");
    }
    BundleManifest manifest = of(json);
    if (!Arrays.equals(manifest.bytes(), bytes)) {
      throw invalid("has other fields than a manifest, or is not canonical JSON");
    }
    return manifest;
  }

  private static BundleManifest of(JsonNode json) {
    var files = new TreeMap<String, String>();
    json.path("files")
        .properties()
        .forEach(each -> files.put(each.getKey(), each.getValue().asText()));
    JsonNode sequence = json.path("sequence");
    if (!sequence.canConvertToExactIntegral()
        || !sequence.canConvertToLong()
        || sequence.longValue() < 0
        || sequence.longValue() > MAX_SEQUENCE) {
      throw invalid("has the sequence " + sequence);
    }
    Instant created;
    try {
      created = Instant.parse(json.path("created").asText());
    } catch (DateTimeException e) {
      throw invalid("has the time " + json.path("created"));
    }
    return new BundleManifest(
        text(json, "name", NAME),
        json.path("version").isNull() ? null : text(json, "version", VERSION),
        sequence.longValue(),
        json.path("channel").isNull() ? null : text(json, "channel", CHANNEL),
        created,
        json.path("plumbline").asText(),
        json.path("vocabulary").asText(),
        json.path("rules").asText(),
        files);
  }

  private static String text(JsonNode json, String field, Pattern form) {
    String text = json.path(field).asText();
    if (!form.matcher(text).matches()) {
      throw invalid("has the " + field + " " + json.path(field));
    }
    return text;
  }

  private static InvalidBundleException invalid(String fault) {
    return new InvalidBundleException(
        "manifest.json " + fault + ". Try: pack it again, or fetch it from where it was pushed.");
  }
}
