package dev.plumbline.log.store;

import dev.plumbline.log.DecisionLog;
import dev.plumbline.log.DecisionLog.LogHead;
import dev.plumbline.log.Entry;
import dev.plumbline.log.Entry.Draft;
import dev.plumbline.log.InvalidLogException;
import dev.plumbline.log.LogFaultException;
import dev.plumbline.log.RetainedFrom;
import dev.plumbline.log.SigningKey;
import dev.plumbline.log.VerifierKey;
import dev.plumbline.log.store.FileLog.Faults;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** A log in a folder, as docs/decision-log.md lays it out. One process at a time writes it. */
public final class FolderLog implements DecisionLog {

  private static final String LOCK = "lock";
  private static final String KEY = "key.pem";

  /** Folders locked by this process: reopening and closing a lock file would release the lock. */
  private static final Set<Path> HELD = ConcurrentHashMap.newKeySet();

  private final LogFolder folder;
  private final Lock lock;
  private final FileLog log;

  private FolderLog(LogFolder folder, Lock lock, FileLog log) {
    this.folder = folder;
    this.lock = lock;
    this.log = log;
  }

  /**
   * Opens a log, or creates it.
   *
   * @throws LogFaultException when the folder cannot be written, or another process writes it
   *     ({@code Locked})
   * @throws InvalidLogException when the log is damaged; it is left as it is
   */
  public static FolderLog open(Path path, LogSettings settings, InstantSource clock) {
    var folder = new LogFolder(path);
    Lock lock = null;
    try {
      Files.createDirectories(path);
      lock = lock(path);
      SigningKey key = key(folder, path, settings);
      var log = new FolderLog(folder, lock, new FileLog(folder, key, settings, clock));
      lock = null;
      return log;
    } catch (IOException e) {
      throw Faults.of(path.toString(), e);
    } finally {
      if (lock != null) {
        lock.release();
      }
    }
  }

  private static Lock lock(Path path) throws IOException {
    Path real = path.toRealPath();
    if (!HELD.add(real)) {
      throw locked(path);
    }
    FileChannel channel = null;
    try {
      channel =
          FileChannel.open(path.resolve(LOCK), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
      if (channel.tryLock() != null) {
        return new Lock(real, channel);
      }
      channel.close();
      throw locked(path);
    } catch (IOException | RuntimeException e) {
      HELD.remove(real);
      throw e;
    }
  }

  private static LogFaultException locked(Path path) {
    return new LogFaultException(
        "Locked",
        path
            + ": another process is writing this decision log. Try: stop the other plumbline serve,"
            + " or set plumbline.audit.folder",
        new IOException("locked"));
  }

  /** The lock of the folder. */
  private record Lock(Path path, FileChannel channel) {

    void release() {
      HELD.remove(path);
      try {
        channel.close();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  private static SigningKey key(LogFolder folder, Path path, LogSettings settings)
      throws IOException {
    SigningKey key = settings.key();
    if (key == null) {
      key = ownKey(folder, path, settings.origin());
    }
    byte[] known = folder.bytes(StoredLog.PUBLIC_KEY);
    if (known == null) {
      folder.replace(StoredLog.PUBLIC_KEY, key.verifier().pem().getBytes(StandardCharsets.UTF_8));
    } else if (!known(settings.origin(), path, known).sameKey(key.verifier())) {
      throw new InvalidLogException(
          path
              + ": its checkpoints are signed by another key, see public-key.pem. Try: set"
              + " plumbline.audit.key-file back, or plumbline.audit.folder to a new folder");
    }
    return key;
  }

  private static VerifierKey known(String origin, Path path, byte[] pem) {
    try {
      return VerifierKey.read(origin, new String(pem, StandardCharsets.UTF_8));
    } catch (IllegalArgumentException e) {
      throw new InvalidLogException(path.resolve(StoredLog.PUBLIC_KEY) + ": " + e.getMessage());
    }
  }

  private static SigningKey ownKey(LogFolder folder, Path path, String origin) throws IOException {
    byte[] pem = folder.bytes(KEY);
    if (pem != null) {
      try {
        return SigningKey.read(origin, new String(pem, StandardCharsets.UTF_8));
      } catch (IllegalArgumentException e) {
        throw new InvalidLogException(path.resolve(KEY) + ": " + e.getMessage());
      }
    }
    if (!Segment.all(folder).isEmpty()) {
      throw new InvalidLogException(
          path
              + ": there is a decision log, but not the key that signs it. Try: set"
              + " plumbline.audit.key-file, or plumbline.audit.folder to a new folder");
    }
    SigningKey made = SigningKey.create(origin);
    // Only the owner may read it, even while it is being written.
    Path unfinished = path.resolve(KEY + Segment.UNFINISHED);
    Files.deleteIfExists(unfinished);
    if (Files.getFileStore(path).supportsFileAttributeView("posix")) {
      Files.createFile(
          unfinished,
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    }
    folder.append(KEY + Segment.UNFINISHED, made.pem().getBytes(StandardCharsets.UTF_8));
    folder.sync(KEY + Segment.UNFINISHED);
    folder.rename(KEY + Segment.UNFINISHED, KEY);
    return made;
  }

  public long first() {
    return log.first();
  }

  /** The signed note that this folder has the log from an entry on: {@link RetainedFrom}. */
  public byte[] retainedFrom(long entry) {
    return log.signed(new RetainedFrom(entry));
  }

  /** What was cut off when it was opened; null when nothing was. */
  public @Nullable Cut cut() {
    return log.cut();
  }

  @Override
  public LogHead head() {
    return log.head();
  }

  @Override
  public void read(long from, long to, Predicate<Entry> wanted) {
    log.read(from, to, wanted);
  }

  @Override
  public byte @Nullable [] object(String digest) {
    return log.object(digest);
  }

  @Override
  public long append(List<Draft> drafts) {
    return log.append(drafts);
  }

  @Override
  public void check() {
    log.check();
  }

  @Override
  public String store(byte[] content) {
    return log.store(content);
  }

  @Override
  public void close() {
    try {
      folder.close();
    } catch (IOException e) {
      throw Faults.of(folder.place(), e);
    } finally {
      lock.release();
    }
  }

  /** What was cut off the end of a log when it was opened: written, but never acknowledged. */
  public record Cut(long entries, long bytes, String reason) {}

  /**
   * How a log is written.
   *
   * @param origin the first line of its checkpoints: {@code plumbline.dev/log/production}
   * @param key signs its checkpoints; null for one that is made with the log and kept beside it
   * @param segmentBytes a segment is closed once it is longer
   */
  public record LogSettings(
      String origin, @Nullable SigningKey key, long segmentBytes, Duration segmentAge) {

    public static String origin(String name) {
      return "plumbline.dev/log/" + name;
    }
  }
}
