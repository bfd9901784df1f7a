package dev.plumbline.audit.s3;

import java.io.IOException;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A bucket in memory that is away at some calls, before or after it did what was asked. */
final class MemoryBucket implements Bucket {

  final TreeMap<String, byte[]> objects = new TreeMap<>();
  private int calls;
  private int awayFrom = Integer.MAX_VALUE;
  private int awayUntil;
  private boolean done;

  int calls() {
    return calls;
  }

  /** Answers nothing from one call until another; with {@code done} it does what it is asked. */
  synchronized void away(int from, int until, boolean done) {
    awayFrom = from;
    awayUntil = until;
    this.done = done;
  }

  private void call(Runnable work) throws IOException {
    calls++;
    boolean away = calls >= awayFrom && calls < awayUntil;
    if (!away || done) {
      work.run();
    }
    if (away) {
      throw new IOException("SlowDown: away");
    }
  }

  @Override
  public String place() {
    return "s3://memory/log";
  }

  @Override
  public synchronized boolean putNew(String key, byte[] content) throws IOException {
    boolean[] made = {false};
    call(() -> made[0] = objects.putIfAbsent(key, content.clone()) == null);
    return made[0];
  }

  @Override
  public synchronized void put(String key, byte[] content) throws IOException {
    call(() -> objects.put(key, content.clone()));
  }

  @Override
  public synchronized byte @Nullable [] get(String key) throws IOException {
    call(() -> {});
    return objects.get(key);
  }

  @Override
  public synchronized List<String> list(String under) throws IOException {
    call(() -> {});
    return objects.keySet().stream().filter(key -> key.startsWith(under + "/")).toList();
  }
}
