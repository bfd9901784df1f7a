package dev.plumbline.backtest;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plumbline.archive.TarWriter;
import dev.plumbline.bundle.ManifestSignature;
import dev.plumbline.bundle.RuleBundle;
import dev.plumbline.language.InvalidInputException;
import dev.plumbline.language.RuleFiles;
import dev.plumbline.log.Checkpoint;
import dev.plumbline.log.EntryForm;
import dev.plumbline.log.Hashes;
import dev.plumbline.log.InclusionProof;
import dev.plumbline.log.InvalidLogException;
import dev.plumbline.log.SigningKey;
import dev.plumbline.log.Subtrees;
import dev.plumbline.log.store.StoredLog;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The result of a backtest with what it rests on, as one archive (tar in gzip): {@code
 * manifest.json}, {@code signature}, {@code result.json}, the rules that were tried below {@code
 * rules/}, and below {@code logs/N/} the checkpoint and public key of a log and the entries of it
 * that the result names as evidence, each with its proof. The same result of the same logs is the
 * same bytes.
 */
public final class BacktestEvidence {

  /** The name that signatures are made under. */
  public static final String SIGNER = "plumbline-backtest";

  /** The maximum size of an archive, in bytes. */
  public static final int MAX_BYTES = 128 << 20;

  /** The maximum size of what is in it, in bytes: the rest is headers. */
  static final int MAX_CONTENT_BYTES = 96 << 20;

  /** The maximum number of entries. */
  static final int MAX_ENTRIES = 4_000;

  /** The maximum number of logs with entries. */
  static final int MAX_LOGS = 500;

  static final String SIGNATURE = "signature";
  static final String RESULT = "result.json";
  static final String RULES = "rules/";
  static final String LOGS = "logs/";

  /**
   * An archive.
   *
   * @param leftOut how many entries the result names that are not in it, since there are too many
   */
  public record Packed(byte[] bytes, int entries, int logs, long leftOut) {}

  /** An entry as a result names it. */
  record NamedEntry(String cluster, long entry) {}

  private final SortedMap<String, byte[]> files = new TreeMap<>();
  private final List<String> origins = new ArrayList<>();
  private long size;
  private int entries;

  private BacktestEvidence() {}

  /**
   * Packs a result.
   *
   * @param result as {@code -o json} has it
   * @param rules that were tried
   * @param logs by the names of their clusters, each verified
   * @param version of this program
   * @throws InvalidInputException when the result or a name is too long
   * @throws InvalidLogException when an entry cannot be proved
   */
  public static Packed pack(
      ObjectNode result,
      RuleFiles rules,
      Map<String, StoredLog> logs,
      SigningKey key,
      String version) {
    var evidence = new BacktestEvidence();
    evidence.add(result, rules);
    List<NamedEntry> named = named(result);
    var byCluster = new TreeMap<String, SortedSet<Long>>();
    for (NamedEntry each : named.subList(0, Math.min(MAX_ENTRIES, named.size()))) {
      byCluster.computeIfAbsent(each.cluster(), name -> new TreeSet<>()).add(each.entry());
    }
    byCluster.forEach(
        (cluster, sequences) -> {
          StoredLog log = logs.get(cluster);
          if (log != null && evidence.origins.size() < MAX_LOGS) {
            evidence.add(log, sequences);
          }
        });
    return evidence.packed(rules.digest(), named.size(), key, version);
  }

  /**
   * The entries that a result names as evidence, each once: the first of each difference before the
   * second of any.
   */
  static List<NamedEntry> named(JsonNode result) {
    var named = new LinkedHashSet<NamedEntry>();
    for (int rank = 0; rank < GroupTotals.MAX_EVIDENCE; rank++) {
      for (JsonNode group : result.path("differences")) {
        String id = group.path("evidence").path(rank).path("entry").asText();
        int slash = id.lastIndexOf('/');
        if (slash >= 0) {
          named.add(new NamedEntry(id.substring(0, slash), sequence(id.substring(slash + 1))));
        }
      }
    }
    return List.copyOf(named);
  }

  private static long sequence(String text) {
    try {
      return Long.parseLong(text);
    } catch (NumberFormatException e) {
      return -1;
    }
  }

  private void add(ObjectNode result, RuleFiles rules) {
    put(RESULT, text(result.toPrettyString() + "\n"));
    for (Map.Entry<String, String> rule : rules.all().entrySet()) {
      if (!RuleBundle.FILE_NAME.matcher(rule.getKey()).matches()) {
        throw invalid(
            rule.getKey()
                + ": a file of a bundle is named by at most 94 letters, digits, . _ -. Try: rename"
                + " it.");
      }
      put(RULES + rule.getKey(), text(rule.getValue()));
    }
    if (size > MAX_CONTENT_BYTES) {
      throw invalid(
          "the result and the rules have "
              + size
              + " bytes, and evidence at most "
              + MAX_CONTENT_BYTES
              + ". Try: --clusters, --from and --to, for a part of it.");
    }
  }

  private void add(StoredLog log, SortedSet<Long> sequences) {
    String folder = LOGS + origins.size() + "/";
    Checkpoint checkpoint = log.checkpoint();
    Subtrees tree = log.subtrees(checkpoint);
    int before = entries;
    log.readEach(
        sequences.stream().mapToLong(Long::longValue).toArray(),
        entry -> {
          long sequence = entry.sequence();
          byte[] line = EntryForm.line(entry);
          InclusionProof proof = InclusionProof.of(tree, sequence, line, checkpoint.head());
          byte[] shown = text(proof.json().toPrettyString() + "\n");
          if (size + line.length + shown.length <= MAX_CONTENT_BYTES) {
            put(folder + "entries/" + sequence + ".json", line);
            put(folder + "proofs/" + sequence + ".json", shown);
            entries++;
          }
          return true;
        });
    if (entries > before) {
      put(folder + "checkpoint", text(checkpoint.note()));
      put(folder + "public-key.pem", text(log.key().pem()));
      origins.add(checkpoint.head().origin());
    }
  }

  private void put(String name, byte[] content) {
    files.put(name, content);
    size += content.length;
  }

  private Packed packed(String digest, int named, SigningKey key, String version) {
    var sums = new TreeMap<String, String>();
    files.forEach((name, content) -> sums.put(name, Hashes.hex(Hashes.of(content))));
    var manifest = new EvidenceManifest(version, digest, origins, named - entries, sums);
    String signature = ManifestSignature.sign(key, manifest.bytes());
    return new Packed(
        archive(manifest.bytes(), text(signature), files),
        entries,
        origins.size(),
        manifest.leftOut());
  }

  /** The bytes of an archive of these. */
  static byte[] archive(byte[] manifest, byte[] signature, SortedMap<String, byte[]> files) {
    SequencedMap<String, byte[]> all = new LinkedHashMap<>();
    all.put(EvidenceManifest.NAME, manifest);
    all.put(SIGNATURE, signature);
    all.putAll(files);
    return TarWriter.gzipped(all);
  }

  private static byte[] text(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static InvalidInputException invalid(String message) {
    return new InvalidInputException(new IllegalArgumentException(message));
  }
}
