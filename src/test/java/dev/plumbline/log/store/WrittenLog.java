package dev.plumbline.log.store;

import dev.plumbline.log.DecisionLog;
import dev.plumbline.log.SigningKey;
import dev.plumbline.log.store.FolderLog.LogSettings;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Consumer;

/** Writes a log as the writer of a folder does, but in memory. */
public final class WrittenLog {

  private WrittenLog() {}

  /** The files of a log after more was written to it. */
  public static TreeMap<String, byte[]> write(
      TreeMap<String, byte[]> files, LogSettings settings, Instant at, Consumer<DecisionLog> more) {
    var disk = new MemoryDisk();
    disk.files.putAll(files);
    SigningKey key = Objects.requireNonNull(settings.key());
    disk.files.put(StoredLog.PUBLIC_KEY, key.verifier().pem().getBytes(StandardCharsets.UTF_8));
    more.accept(new FileLog(disk, key, settings, InstantSource.fixed(at)));
    return disk.files;
  }
}
