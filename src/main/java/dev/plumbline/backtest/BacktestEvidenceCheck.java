package dev.plumbline.backtest;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.plumbline.archive.InvalidArchiveException;
import dev.plumbline.archive.Tar;
import dev.plumbline.backtest.BacktestEvidence.NamedEntry;
import dev.plumbline.bundle.InvalidBundleException;
import dev.plumbline.bundle.ManifestSignature;
import dev.plumbline.language.RuleFiles;
import dev.plumbline.log.Checkpoint;
import dev.plumbline.log.DecisionLog.LogHead;
import dev.plumbline.log.EntryForm;
import dev.plumbline.log.Hashes;
import dev.plumbline.log.InclusionProof;
import dev.plumbline.log.VerifierKey;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Checks what {@link BacktestEvidence} packs: the signature, the SHA-256 of every file, that the
 * rules are those of the result, that each entry is in the log of a signed checkpoint, and that the
 * result names exactly these entries.
 */
public final class BacktestEvidenceCheck {

  private static final JsonMapper JSON = new JsonMapper();
  private static final String ADVICE = " Try: fetch it again, from whoever wrote it.";
  private static final Pattern ENTRY =
      Pattern.compile("logs/(0|[1-9][0-9]{0,3})/entries/(0|[1-9][0-9]{0,17})\\.json");
  private static final Pattern BESIDE =
      Pattern.compile(
          "logs/(0|[1-9][0-9]{0,3})/(?:checkpoint|public-key\\.pem|proofs/(0|[1-9][0-9]{0,17})\\.json)");

  private final SortedMap<String, byte[]> files;
  private final EvidenceManifest manifest;

  /**
   * A log of which there are entries.
   *
   * @param head what its checkpoint signs
   * @param key the public key beside it, which has signed the checkpoint
   */
  public record ProvedLog(LogHead head, VerifierKey key) {}

  /**
   * What was found to be valid.
   *
   * @param result as {@code plumbline backtest -o json} has it
   * @param entries how many are in it, each proved
   */
  public record Checked(
      EvidenceManifest manifest, JsonNode result, List<ProvedLog> logs, int entries) {}

  private BacktestEvidenceCheck(EvidenceManifest manifest, SortedMap<String, byte[]> files) {
    this.manifest = manifest;
    this.files = files;
  }

  /**
   * Checks an archive.
   *
   * @param key that must have signed it
   * @throws InvalidBundleException when something does not hold; the message names it
   */
  public static Checked check(byte[] archive, VerifierKey key) {
    var files = new TreeMap<>(entries(archive));
    byte[] first = files.remove(EvidenceManifest.NAME);
    byte[] note = files.remove(BacktestEvidence.SIGNATURE);
    if (first == null || note == null) {
      throw new InvalidBundleException(
          "the archive has no "
              + (first == null ? EvidenceManifest.NAME : BacktestEvidence.SIGNATURE)
              + ". Try: the file that plumbline backtest --evidence wrote.");
    }
    String signature = new String(note, StandardCharsets.UTF_8);
    if (!ManifestSignature.isValid(signature, BacktestEvidence.SIGNER, key, first)) {
      throw new InvalidBundleException(
          "the signature is not of the key that is expected, or manifest.json or signature was changed."
              + " Try: the public key of whoever wrote it, or fetch it again.");
    }
    var check = new BacktestEvidenceCheck(EvidenceManifest.read(first), files);
    check.sums();
    if (!Arrays.equals(BacktestEvidence.archive(first, note, files), archive)) {
      throw new InvalidBundleException(
          "the archive was changed outside of its files: it is not written as plumbline backtest"
              + " writes it."
              + ADVICE);
    }
    return check.content();
  }

  private static Map<String, byte[]> entries(byte[] archive) {
    if (archive.length > BacktestEvidence.MAX_BYTES) {
      throw new InvalidBundleException(
          "the archive has "
              + archive.length
              + " bytes, and evidence at most "
              + BacktestEvidence.MAX_BYTES
              + ". Try: the file that plumbline backtest --evidence wrote.");
    }
    try {
      return Tar.gzipped(new ByteArrayInputStream(archive), BacktestEvidence.MAX_BYTES);
    } catch (InvalidArchiveException | IOException e) {
      throw new InvalidBundleException(
          "this is no evidence of a backtest: "
              + e.getMessage()
              + ". Try: the file that plumbline backtest --evidence wrote.");
    }
  }

  /** Every file is what the manifest says, and there is no other. */
  private void sums() {
    for (var sum : manifest.files().entrySet()) {
      byte[] content = files.get(sum.getKey());
      if (content == null || !Hashes.hex(Hashes.of(content)).equals(sum.getValue())) {
        throw invalid(
            sum.getKey(),
            content == null ? "is missing" : "is not what the manifest has the SHA-256 of");
      }
    }
    for (String name : files.keySet()) {
      if (!manifest.files().containsKey(name)) {
        throw invalid(name, "is not in the manifest");
      }
    }
  }

  private Checked content() {
    JsonNode result = json(BacktestEvidence.RESULT);
    rules(result);
    var logs = new ArrayList<ProvedLog>();
    for (int i = 0; i < manifest.logs().size(); i++) {
      logs.add(log(BacktestEvidence.LOGS + i + "/", manifest.logs().get(i)));
    }
    Set<NamedEntry> named = new HashSet<>(BacktestEvidence.named(result));
    int all = named.size();
    int entries = 0;
    for (String name : files.keySet()) {
      Matcher entry = ENTRY.matcher(name);
      if (entry.matches()) {
        ProvedLog log = of(entry, name, logs);
        long sequence = Long.parseLong(entry.group(2));
        entry(name, sequence, log);
        entries++;
        if (!named.remove(new NamedEntry(LogSegment.cluster(log.head().origin()), sequence))) {
          throw invalid(name, "is an entry that " + BacktestEvidence.RESULT + " does not name");
        }
      } else {
        known(name, logs);
      }
    }
    if (all - entries != manifest.leftOut()) {
      throw invalid(
          BacktestEvidence.RESULT,
          "names %d entries, of which %d are here and %d are said to be left out"
              .formatted(all, entries, manifest.leftOut()));
    }
    return new Checked(manifest, result, List.copyOf(logs), entries);
  }

  /** The rules have the digest that the manifest and the result name. */
  private void rules(JsonNode result) {
    var texts = new TreeMap<String, String>();
    files.forEach(
        (name, content) -> {
          if (name.startsWith(BacktestEvidence.RULES)) {
            texts.put(
                name.substring(BacktestEvidence.RULES.length()),
                new String(content, StandardCharsets.UTF_8));
          }
        });
    String digest = RuleFiles.of(texts).digest();
    if (!digest.equals(manifest.rules()) || !digest.equals(result.path("digest").asText())) {
      throw invalid(
          BacktestEvidence.RESULT,
          "is of the rules "
              + result.path("digest").asText()
              + ", and those in "
              + BacktestEvidence.RULES
              + " are "
              + digest);
    }
  }

  private ProvedLog log(String folder, String origin) {
    String name = folder + "checkpoint";
    try {
      Checkpoint checkpoint = Checkpoint.read(text(name));
      VerifierKey key = VerifierKey.read(origin, text(folder + "public-key.pem"));
      if (!checkpoint.head().origin().equals(origin)) {
        throw invalid(name, "is of " + checkpoint.head().origin() + ", and not of " + origin);
      }
      if (!checkpoint.signedBy(key)) {
        throw invalid(name, "is not signed by the key beside it");
      }
      return new ProvedLog(checkpoint.head(), key);
    } catch (IllegalArgumentException e) {
      throw invalid(name, "is none, or its key is none: " + e.getMessage());
    }
  }

  private void entry(String name, long sequence, ProvedLog log) {
    byte[] line = content(name);
    String proof = name.replace("/entries/", "/proofs/");
    try {
      if (EntryForm.read(line).sequence() != sequence) {
        throw invalid(name, "is another entry");
      }
      if (!InclusionProof.read(json(proof)).proves(line, sequence, log.head())) {
        throw invalid(name, "is not in the log of the checkpoint, by " + proof);
      }
    } catch (IllegalArgumentException e) {
      throw invalid(name, "is no entry, or " + proof + " no proof: " + e.getMessage());
    }
  }

  /** What is no entry is the result, a rule, or stands beside the entries of a log. */
  private void known(String name, List<ProvedLog> logs) {
    Matcher beside = BESIDE.matcher(name);
    if (beside.matches()) {
      ProvedLog unused = of(beside, name, logs);
      if (beside.group(2) == null || files.containsKey(name.replace("/proofs/", "/entries/"))) {
        return;
      }
    } else if (name.equals(BacktestEvidence.RESULT) || name.startsWith(BacktestEvidence.RULES)) {
      return;
    }
    throw invalid(name, "is no file of evidence");
  }

  private static ProvedLog of(Matcher name, String file, List<ProvedLog> logs) {
    int place = Integer.parseInt(name.group(1));
    if (place >= logs.size()) {
      throw invalid(file, "is of a log that the manifest does not name");
    }
    return logs.get(place);
  }

  private JsonNode json(String name) {
    try {
      return JSON.readTree(content(name));
    } catch (IOException e) {
      throw invalid(name, "is not JSON");
    }
  }

  private String text(String name) {
    return new String(content(name), StandardCharsets.UTF_8);
  }

  private byte[] content(String name) {
    byte @Nullable [] content = files.get(name);
    if (content == null) {
      throw invalid(name, "is missing");
    }
    return content;
  }

  private static InvalidBundleException invalid(String name, String why) {
    return new InvalidBundleException(name + " " + why + "." + ADVICE);
  }
}
