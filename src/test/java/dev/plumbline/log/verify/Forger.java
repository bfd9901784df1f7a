package dev.plumbline.log.verify;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plumbline.log.Entry.Draft;
import dev.plumbline.log.EntryKind;
import dev.plumbline.log.SigningKey;
import dev.plumbline.log.store.FolderLog.LogSettings;
import dev.plumbline.log.store.LogFiles;
import dev.plumbline.log.store.StoredObjects;
import dev.plumbline.log.store.WrittenLog;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Writes logs, honest ones and forged ones, and holds their files in memory. */
final class Forger implements LogFiles {

  static final String ORIGIN = "plumbline.dev/log/test";
  static final Instant AT = Instant.parse("2026-11-20T00:00:00Z");
  private static final JsonMapper JSON = new JsonMapper();

  final TreeMap<String, byte[]> files;

  Forger(TreeMap<String, byte[]> files) {
    this.files = files;
  }

  /** More of a log, in batches, as the writer of a folder does it. */
  static Forger write(Forger before, SigningKey key, List<Draft> drafts, int segmentBytes) {
    var settings = new LogSettings(ORIGIN, key, segmentBytes, Duration.ofDays(1));
    return new Forger(
        WrittenLog.write(
            before.files,
            settings,
            AT,
            log -> {
              for (int i = 0; i < drafts.size(); ) {
                int batch = Math.min(drafts.size() - i, 1 + i % 3);
                for (int object = i; object < i + batch; object++) {
                  log.store(text(object));
                }
                log.append(drafts.subList(i, i + batch));
                i += batch;
              }
            }));
  }

  private static byte[] text(int number) {
    return ("rule " + number % 4).getBytes(StandardCharsets.UTF_8);
  }

  /** Nothing yet. */
  static Forger none() {
    return new Forger(new TreeMap<>());
  }

  /** The entries of an honest log. */
  static List<Draft> drafts(int count) {
    var drafts = new ArrayList<Draft>();
    for (int i = 0; i < count; i++) {
      drafts.add(draft(i, "honest"));
    }
    return drafts;
  }

  static Draft draft(int number, String text) {
    ObjectNode body = JSON.createObjectNode().put("number", number).put("text", text);
    body.putObject("files").put("a.drl", StoredObjects.digest(text(number)));
    return new Draft(AT.plusSeconds(number), EntryKind.DECISION, body);
  }

  Forger copy() {
    return new Forger(new TreeMap<>(files));
  }

  @Override
  public String place() {
    return "memory";
  }

  @Override
  public List<String> names(String under) {
    return files.keySet().stream().filter(name -> name.startsWith(under + "/")).toList();
  }

  @Override
  public @Nullable InputStream open(String name) {
    byte[] bytes = files.get(name);
    return bytes == null ? null : new ByteArrayInputStream(bytes);
  }
}
