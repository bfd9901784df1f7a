package dev.plumbline.backtest;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plumbline.bundle.InvalidBundleException;
import dev.plumbline.log.EntryForm;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What the evidence of a backtest says about itself: {@code manifest.json}, one line of canonical
 * JSON (RFC 8785).
 *
 * @param plumbline the version of the program that wrote it
 * @param rules the digest of the rules that were tried
 * @param logs the origins of the logs; the folder of each is {@code logs/} and its place here
 * @param leftOut how many entries the result names that are not here, since there are too many
 * @param files the SHA-256 of each file by its name, hexadecimal
 */
public record EvidenceManifest(
    String plumbline,
    String rules,
    List<String> logs,
    long leftOut,
    SortedMap<String, String> files) {

  static final String NAME = "manifest.json";

  private static final int FORMAT = 1;
  private static final JsonMapper JSON = new JsonMapper();

  public EvidenceManifest {
    logs = List.copyOf(logs);
    files = Collections.unmodifiableSortedMap(new TreeMap<>(files));
  }

  byte[] bytes() {
    ObjectNode json = JSON.createObjectNode();
    json.put("format", FORMAT);
    json.put("plumbline", plumbline);
    json.put("rules", rules);
    ArrayNode origins = json.putArray("logs");
    logs.forEach(origins::add);
    json.put("leftOut", leftOut);
    ObjectNode sums = json.putObject("files");
    files.forEach(sums::put);
    return EntryForm.canonical(json);
  }

  /**
   * Reads one.
   *
   * @throws InvalidBundleException when it is none, or not written as {@link #bytes} writes it
   */
  static EvidenceManifest read(byte[] bytes) {
    JsonNode json;
    try {
      json = JSON.readTree(bytes);
    } catch (IOException e) {
      throw new InvalidBundleException(
          NAME + " is not JSON. Try: the file that plumbline backtest --evidence wrote.");
    }
    if (json.path("format").asInt() != FORMAT) {
      throw new InvalidBundleException(
          NAME
              + " is of format "
              + json.path("format")
              + ", and this program reads format "
              + FORMAT
              + ". Try: the version of Plumbline that wrote it.");
    }
    var logs = new ArrayList<String>();
    json.path("logs").forEach(each -> logs.add(each.asText()));
    var files = new TreeMap<String, String>();
    json.path("files")
        .properties()
        .forEach(each -> files.put(each.getKey(), each.getValue().asText()));
    var manifest =
        new EvidenceManifest(
            json.path("plumbline").asText(),
            json.path("rules").asText(),
            logs,
            json.path("leftOut").asLong(),
            files);
    if (!Arrays.equals(manifest.bytes(), bytes)) {
      throw new InvalidBundleException(
          NAME
              + " has other fields than a manifest, or is not canonical JSON. Try: the file that"
              + " plumbline backtest --evidence wrote.");
    }
    return manifest;
  }
}
