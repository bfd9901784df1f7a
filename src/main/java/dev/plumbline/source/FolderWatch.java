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

  /**
   * Waits for news of a folder, which need not be there.
   *
   * @param poll the interval
   */
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

  /** The folder and those below cluster, once more: links may lead elsewhere by now. */
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
      // It is looked at now and then all the same.
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

  /** Waits for news, for {@code most} at most; false when it is closed. */
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

  /** Waits for so long; false when it is closed meanwhile. */
  public boolean pause(Duration span) {
    try {
      return !closed.await(span.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /** Whether nothing is waited for any more. */
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
      // Nothing is waited for any more.
    }
  }
}
