package dev.plumbline.log.store;

import dev.plumbline.log.store.OpenSegment.Disk;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** A disk in memory that stops or fails at any step, and forgets what was not synced. */
final class MemoryDisk implements Disk {

  /** The process is gone; nothing catches it. */
  static final class Crash extends Error {
    private static final long serialVersionUID = 1L;
  }

  final TreeMap<String, byte[]> files = new TreeMap<>();
  private final Map<String, byte[]> durable = new HashMap<>();
  private int steps;
  private int crashAt = Integer.MAX_VALUE;
  private double part;
  private int failFrom = Integer.MAX_VALUE;
  private int failUntil;

  /** How many steps were made. */
  int steps() {
    return steps;
  }

  /** Stops at that step, of which a part is still done. */
  MemoryDisk crashAt(int step, double done) {
    crashAt = step;
    part = done;
    return this;
  }

  /** Has no space at these steps. */
  MemoryDisk failAt(int from, int until) {
    failFrom = from;
    failUntil = until;
    return this;
  }

  /** What another process finds after this one was killed. */
  MemoryDisk afterKill() {
    var after = new MemoryDisk();
    after.files.putAll(files);
    after.durable.putAll(files);
    return after;
  }

  /** What is found after the power was gone: of what was not synced, any part. */
  MemoryDisk afterPowerLoss(long seed) {
    var random = new SplittableRandom(seed);
    var after = new MemoryDisk();
    var names = new TreeSet<>(files.keySet());
    names.addAll(durable.keySet());
    for (String name : names) {
      byte[] now = files.get(name);
      byte[] kept = durable.get(name);
      byte[] found = random.nextBoolean() ? now : kept;
      if (now != null && now.length > (kept == null ? 0 : kept.length)) {
        int from = kept == null ? 0 : kept.length;
        int length = from + random.nextInt(now.length - from + 1);
        found = kept == null && length == 0 ? null : Arrays.copyOf(now, length);
      }
      if (found != null) {
        after.files.put(name, found);
        after.durable.put(name, found);
      }
    }
    return after;
  }

  private boolean step() throws IOException {
    steps++;
    if (steps > crashAt) {
      throw new Crash();
    }
    if (steps >= failFrom && steps < failUntil) {
      throw new IOException("No space left on device");
    }
    return steps < crashAt;
  }

  private void crashed(boolean whole) {
    if (!whole) {
      throw new Crash();
    }
  }

  @Override
  public String place() {
    return "memory";
  }

  @Override
  public List<String> names(String under) {
    return new ArrayList<>(
        files.keySet().stream().filter(name -> name.startsWith(under + "/")).toList());
  }

  @Override
  public @Nullable InputStream open(String name) {
    byte[] bytes = files.get(name);
    return bytes == null ? null : new ByteArrayInputStream(bytes);
  }

  @Override
  public long length(String name) {
    byte[] bytes = files.get(name);
    return bytes == null ? -1 : bytes.length;
  }

  @Override
  public void append(String name, byte[] bytes) throws IOException {
    byte[] before = files.getOrDefault(name, new byte[0]);
    boolean full = steps + 1 >= failFrom && steps + 1 < failUntil;
    boolean whole = full || step();
    int length = whole && !full ? bytes.length : (int) (bytes.length * (full ? 0.5 : part));
    byte[] after = Arrays.copyOf(before, before.length + length);
    System.arraycopy(bytes, 0, after, before.length, length);
    files.put(name, after);
    if (full) {
      step();
    }
    crashed(whole);
  }

  @Override
  public void sync(String name) throws IOException {
    boolean whole = step();
    if (whole || part > 0) {
      durable.put(name, files.get(name));
    }
    crashed(whole);
  }

  @Override
  public void truncate(String name, long length) throws IOException {
    boolean whole = step();
    if (whole || part > 0) {
      files.computeIfPresent(name, (n, bytes) -> Arrays.copyOf(bytes, (int) length));
    }
    crashed(whole);
  }

  @Override
  public void rename(String from, String to) throws IOException {
    boolean whole = step();
    if (whole || part > 0) {
      files.put(to, files.remove(from));
      byte[] kept = durable.remove(from);
      durable.put(to, kept);
    }
    crashed(whole);
  }

  @Override
  public void delete(String name) throws IOException {
    boolean whole = step();
    if (whole || part > 0) {
      files.remove(name);
    }
    crashed(whole);
  }
}
