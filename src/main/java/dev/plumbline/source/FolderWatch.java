package dev.plumbline.source;

import java.io.IOException;
import java.nio.file.ClosedWatchServiceException;
import java.nio.file.FileSystems;
import java.nio.file.FileVisitOption;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Waits until a folder may have changed: when the system reports a change, and at an interval,
 * since not every file system reports.
 */
public final class FolderWatch implements AutoCloseable {

  private final Path folder;
  private final Duration poll;
  private final CountDownLatch closed = new CountDownLatch(1);
  private final @Nullable WatchService watch;
  private volatile boolean again;

  public FolderWatch(Path folder, Duration poll) {
    this.folder = folder;
    this.poll = poll;
    this.watch = watch();
    register();
  }

  private @Nullable WatchService watch() {
    try {
      return FileSystems.getDefault().newWatchService();
    } catch (IOException | UnsupportedOperationException e) {
      return null;
    }
  }

  /**
   * Registers the folder and the folders below {@code cluster} again, since symbolic links may have
   * changed.
   */
  private void register() {
    try {
      if (watch != null && Files.isDirectory(folder)) {
        register(folder, watch);
        Path cluster = folder.resolve("cluster");
        if (Files.isDirectory(cluster)) {
          try (Stream<Path> below = Files.walk(cluster, FileVisitOption.FOLLOW_LINKS)) {
            for (Path each : below.filter(Files::isDirectory).toList()) {
              register(each, watch);
            }
          }
        }
      }
    } catch (IOException | java.io.UncheckedIOException | ClosedWatchServiceException e) {
      // It is still polled.
    }
  }

  private static void register(Path each, WatchService watch) throws IOException {
    each.register(
        watch,
        StandardWatchEventKinds.ENTRY_CREATE,
        StandardWatchEventKinds.ENTRY_MODIFY,
        StandardWatchEventKinds.ENTRY_DELETE);
  }

  /** Makes the next {@link #await} return at once. */
  public void again() {
    again = true;
  }

  /** Waits for a change, for at most {@code most}; false when closed. */
  public boolean await(Duration most) {
    if (again) {
      again = false;
      return !closed();
    }
    long wait = Math.min(poll.toMillis(), most.toMillis());
    try {
      if (watch == null) {
        return !closed.await(wait, TimeUnit.MILLISECONDS);
      }
      WatchKey key = watch.poll(wait, TimeUnit.MILLISECONDS);
      if (key != null) {
        List<?> events = key.pollEvents();
        key.reset();
        if (!events.isEmpty()) {
          register();
        }
      }
      return !closed();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    } catch (ClosedWatchServiceException e) {
      return false;
    }
  }

  /** Waits for {@code span}; false when closed in the meantime. */
  public boolean pause(Duration span) {
    try {
      return !closed.await(span.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  public boolean closed() {
    return closed.getCount() == 0;
  }

  @Override
  public void close() {
    closed.countDown();
    try {
      if (watch != null) {
        watch.close();
      }
    } catch (IOException e) {
      // Nothing else to release.
    }
  }
}
