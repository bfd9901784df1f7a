package dev.plumbline.query;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plumbline.log.Checkpoint;
import dev.plumbline.log.Entry;
import dev.plumbline.log.EntryForm;
import dev.plumbline.log.EntryKind;
import dev.plumbline.log.Hashes;
import dev.plumbline.log.InclusionProof;
import dev.plumbline.log.SigningKey;
import dev.plumbline.log.Subtrees;
import dev.plumbline.log.VerifierKey;
import dev.plumbline.query.NodeAnswer.CitedValue;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.LocalDateTime;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.jspecify.annotations.Nullable;

/**
 * Everything that answers the questions about one node, as files: the page, the entries as they
 * stand in the log with their proofs, what they name, the rule text, and how to check all of it.
 * The same questions to the same log make the same bytes.
 */
public final class EvidenceBundle {

  private static final LocalDateTime TIME = LocalDateTime.of(1980, 1, 1, 0, 0);
  private static final ObjectMapper JSON = new JsonMapper();
  private static final String SUMS = "SHA256SUMS";

  private final LogArchive archive;
  private final Seal seal;
  private final Subtrees tree;
  private final SortedMap<String, byte[]> files = new TreeMap<>();

  private EvidenceBundle(LogArchive archive, Seal seal) {
    this.archive = archive;
    this.seal = seal;
    this.tree = seal.tree();
  }

  public static SortedMap<String, byte[]> files(NodeAnswer answer, LogArchive archive, Seal seal) {
    var bundle = new EvidenceBundle(archive, seal);
    bundle.add(answer);
    return bundle.files;
  }

  public static void write(SortedMap<String, byte[]> files, OutputStream out) throws IOException {
    try (var zip = new ZipOutputStream(out, StandardCharsets.UTF_8)) {
      for (Map.Entry<String, byte[]> file : files.entrySet()) {
        var entry = new ZipEntry(file.getKey());
        entry.setTimeLocal(TIME);
        zip.putNextEntry(entry);
        zip.write(file.getValue());
        zip.closeEntry();
      }
    }
  }

  private void add(NodeAnswer answer) {
    archive
        .log()
        .readEach(
            answer.evidence().stream().mapToLong(Long::longValue).toArray(),
            entry -> {
              add(entry, answer);
              return true;
            });
    files.put("evidence.json", evidence(answer));
    files.put("answer.json", json(answer.toJson()));
    files.put("checkpoint", text(seal.checkpoint().note()));
    files.put("public-key.pem", text(seal.key().pem()));
    files.put("index.html", text(BundlePage.of(answer, seal)));
    files.put("verify.sh", resource("verify.sh"));
    files.put("VERIFY.md", resource("VERIFY.md"));
    var sums = new StringBuilder();
    files.forEach(
        (name, content) ->
            sums.append(Hashes.hex(Hashes.of(content))).append("  ").append(name).append('\n'));
    files.put(SUMS, text(sums.toString()));
    SigningKey signer = seal.signer();
    if (signer != null) {
      String digest = Hashes.hex(Hashes.of(files.get(SUMS)));
      String text = seal.checkpoint().head().origin() + "\nbundle sha256:" + digest + "\n";
      files.put(SUMS + ".note", text(signer.note(text)));
    }
  }

  private void add(Entry entry, NodeAnswer answer) {
    long sequence = entry.sequence();
    byte[] line = EntryForm.line(entry);
    files.put("entries/" + sequence + ".json", line);
    InclusionProof proof = InclusionProof.of(tree, sequence, line, seal.checkpoint().head());
    files.put("proofs/" + sequence + ".json", json(proof.json()));
    objects(entry, answer);
  }

  /**
   * Adds the objects that an entry names: the active files of rule revisions, the cited objects of
   * other entries.
   */
  private void objects(Entry entry, NodeAnswer answer) {
    if (entry.kind() == EntryKind.RULES) {
      Entry serving = archive.rules().servingAt(answer.sequence());
      boolean serves = serving != null && serving.sequence() == entry.sequence();
      archive
          .rules()
          .files(entry)
          .forEach(
              (name, digest) -> {
                if (serves) {
                  object("rules/" + name, digest, entry);
                } else if (answer.ruleFiles().containsValue(digest)) {
                  object(objectName(digest), digest, entry);
                }
              });
      return;
    }
    answer.cited().stream()
        .filter(cited -> cited.entry() == entry.sequence() && cited.object() != null)
        .map(cited -> String.valueOf(cited.object()))
        .distinct()
        .forEach(digest -> object(objectName(digest), digest, entry));
  }

  private static String objectName(String digest) {
    return "objects/" + digest.substring(digest.indexOf(':') + 1);
  }

  private void object(String name, String digest, Entry entry) {
    files.put(name, archive.bodies().bytes(digest, entry));
  }

  private static byte[] evidence(NodeAnswer answer) {
    ArrayNode list = JSON.createArrayNode();
    for (CitedValue cited : answer.cited()) {
      ObjectNode item = list.addObject();
      item.put("name", cited.name());
      item.put("entry", cited.entry());
      item.put(
          "file",
          cited.object() == null
              ? "entries/" + cited.entry() + ".json"
              : objectName(cited.object()));
      item.set("value", cited.value());
    }
    return json(list);
  }

  private static byte[] json(com.fasterxml.jackson.databind.JsonNode node) {
    return text(node.toPrettyString() + "\n");
  }

  private static byte[] text(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static byte[] resource(String name) {
    try (InputStream in = EvidenceBundle.class.getResourceAsStream("/audit/" + name)) {
      if (in == null) {
        throw new IllegalStateException("the program was built without audit/" + name);
      }
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * What proves that entries are in a log.
   *
   * @param signer the key of the log, which then signs the whole bundle too, with the answers that
   *     no entry proves; null where it is not at hand
   */
  public record Seal(
      Checkpoint checkpoint, VerifierKey key, Subtrees tree, @Nullable SigningKey signer) {}
}
