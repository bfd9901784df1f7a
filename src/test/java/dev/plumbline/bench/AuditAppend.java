package dev.plumbline.bench;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plumbline.log.Entry.Draft;
import dev.plumbline.log.EntryForm;
import dev.plumbline.log.EntryKind;
import dev.plumbline.log.store.FolderLog;
import dev.plumbline.log.store.FolderLog.LogSettings;
import dev.plumbline.log.store.LogFolder;
import dev.plumbline.log.verify.Verdict;
import dev.plumbline.log.verify.Verification;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * How fast entries are appended to a folder, in batches of several sizes, and how many bytes each
 * takes: decisions of one changed node with two conclusions.
 */
final class AuditAppend {

  private static final JsonMapper JSON = new JsonMapper();
  private static final Instant AT = Instant.parse("2026-11-20T00:00:00Z");
  private static final int[] BATCHES = {1, 10, 100, 1_000};

  private AuditAppend() {}

  static void measure(Path folder) throws IOException {
    System.out.println(
        "| batch | entries/s | bytes of a line | bytes on disk an entry | verified/s |");
    System.out.println("|---|---|---|---|---|");
    run(folder, 1_000, 50_000);
    for (int batch : BATCHES) {
      System.out.println(run(folder, batch, Math.min(200_000, 2_000 * batch)));
    }
  }

  private static String run(Path folder, int batch, int entries) throws IOException {
    delete(folder);
    var settings = new LogSettings(LogSettings.origin("bench"), null, 8 << 20, Duration.ofDays(1));
    long nanos = 0;
    try (FolderLog log = FolderLog.open(folder, settings, InstantSource.system())) {
      for (int i = 0; i < entries; i += batch) {
        List<Draft> drafts = drafts(i, batch);
        long start = System.nanoTime();
        log.append(drafts);
        nanos += System.nanoTime() - start;
      }
    }
    long line = EntryForm.line(0, "0".repeat(64), drafts(0, 1).getFirst()).length;
    long start = System.nanoTime();
    Verdict verdict = new Verification(new LogFolder(folder), null, null).run();
    long verified = System.nanoTime() - start;
    if (!verdict.valid()) {
      throw new IllegalStateException(String.valueOf(verdict.fault()));
    }
    return String.format(
        Locale.ROOT,
        "| %,d | %,.0f | %,d | %,d | %,.0f |",
        batch,
        entries * 1e9 / nanos,
        line + 1,
        size(folder) / entries,
        entries * 1e9 / verified);
  }

  private static List<Draft> drafts(int from, int count) {
    var drafts = new ArrayList<Draft>(count);
    for (int i = from; i < from + count; i++) {
      ObjectNode body = JSON.createObjectNode().put("number", i).put("spans", 1);
      body.put("rules", "78c86d1a0142224fe7eac7fb3a1c58e6efad0e318b8f20d1d00ad12032297826");
      ObjectNode node = body.putObject("facts").putArray("put").addObject();
      node.put("type", "Node").put("name", "ip-10-0-" + i % 250 + "-7.ec2.internal");
      node.put("ready", i % 2 == 0).put("version", Integer.toString(i));
      node.putObject("labels")
          .put("karpenter.sh/nodepool", "default")
          .put("node.kubernetes.io/instance-type", "m6g.large");
      var added = body.putObject("conclusions").putArray("added");
      for (int n = 0; n < 2; n++) {
        ObjectNode one = added.addObject().put("id", Integer.toHexString(i * 31 + n).repeat(4));
        one.putObject("conclusion")
            .put("type", "ReplacementHeld")
            .put("rule", "ROLL-00" + n)
            .put("nodeClaim", "default-" + i % 97)
            .put("message", "the new image soaks until 2026-09-01T00:03:00Z");
        one.putArray("because").addObject().put("rule", "ROLL-00" + n).put("file", "rollout.drl");
      }
      body.putObject("actions").putArray("planned");
      drafts.add(new Draft(AT.plusSeconds(i), EntryKind.DECISION, body));
    }
    return drafts;
  }

  private static long size(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      return files.filter(Files::isRegularFile).mapToLong(file -> file.toFile().length()).sum();
    }
  }

  private static void delete(Path folder) throws IOException {
    if (!Files.exists(folder)) {
      return;
    }
    try (Stream<Path> files = Files.walk(folder)) {
      files
          .sorted(Comparator.reverseOrder())
          .forEach(
              file -> {
                try {
                  Files.delete(file);
                } catch (IOException e) {
                  throw new UncheckedIOException(e);
                }
              });
    }
  }
}
