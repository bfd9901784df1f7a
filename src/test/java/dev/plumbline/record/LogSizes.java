package dev.plumbline.record;

import dev.plumbline.log.Entry;
import dev.plumbline.log.EntryKind;
import dev.plumbline.log.store.LogFolder;
import dev.plumbline.log.store.StoredLog;
import dev.plumbline.log.store.StoredObjects;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * What a log takes on disk, by what it is for. The segment that is still open is not compressed.
 */
final class LogSizes {

  private final Path folder;
  private final Map<EntryKind, Integer> entries = new TreeMap<>();
  private final SortedMap<String, Long> sizes = new TreeMap<>();
  private final Map<String, String> objects = new HashMap<>();

  LogSizes(Path folder) {
    this.folder = folder;
    var log = new StoredLog(new LogFolder(folder));
    log.read(
        0,
        log.head().size(),
        entry -> {
          entries.merge(entry.kind(), 1, Integer::sum);
          StoredObjects.namedIn(entry.body())
              .forEach(digest -> objects.putIfAbsent(digest, use(entry, digest)));
          return true;
        });
    objects.forEach(
        (digest, use) ->
            sizes.merge(use, size(folder.resolve(StoredObjects.file(digest))), Long::sum));
    for (String ending : List.of(".jsonl.gz", ".jsonl", ".leaves", ".checkpoints", ".tree")) {
      sizes.put("segments/*" + ending, segments(ending));
    }
  }

  private static String use(Entry entry, String digest) {
    for (var field : entry.body().properties()) {
      if (field.getValue().asText().equals(digest)) {
        String name = field.getKey().replace("Base", "");
        boolean differs = entry.body().has(name + "Base") && !field.getKey().endsWith("Base");
        return "objects: " + entry.kind().wire() + " " + name + (differs ? ", differences" : "");
      }
    }
    return "objects: " + entry.kind().wire();
  }

  private long segments(String ending) {
    try (Stream<Path> files = Files.list(folder.resolve("segments"))) {
      return files
          .filter(file -> file.getFileName().toString().endsWith(ending))
          .mapToLong(LogSizes::size)
          .sum();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static long size(Path file) {
    try {
      return Files.size(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  long bytes() {
    return sizes.values().stream().mapToLong(Long::longValue).sum();
  }

  SortedMap<String, String> rows() {
    var rows = new TreeMap<String, String>();
    entries.forEach((kind, count) -> rows.put("entries: " + kind.wire(), "%,d".formatted(count)));
    sizes.forEach((what, bytes) -> rows.put(what, "%,d bytes".formatted(bytes)));
    return rows;
  }
}
