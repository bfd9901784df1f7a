package dev.plumbline.log;

import dev.plumbline.log.DecisionLog.LogHead;
import dev.plumbline.log.Entry.Draft;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** A log that is gone with the process: of what is only tried, and of tests. */
public final class MemoryLog implements DecisionLog {

  private final String origin;
  private final List<byte[]> lines = new ArrayList<>();
  private final Map<String, byte[]> objects = new HashMap<>();
  private final Frontier tree = new Frontier();
  private String last = "";

  /** An empty one. */
  public MemoryLog(String origin) {
    this.origin = origin;
  }

  @Override
  public synchronized LogHead head() {
    return new LogHead(origin, tree.size(), Hashes.hex(tree.root()));
  }

  @Override
  public void read(long from, long to, Predicate<Entry> wanted) {
    for (long i = from; i < to; i++) {
      byte[] line;
      synchronized (this) {
        if (i >= lines.size()) {
          return;
        }
        line = lines.get((int) i);
      }
      if (!wanted.test(EntryForm.read(line))) {
        return;
      }
    }
  }

  @Override
  public synchronized byte @Nullable [] object(String digest) {
    byte[] content = objects.get(digest);
    return content == null ? null : content.clone();
  }

  @Override
  public synchronized long append(List<Draft> drafts) {
    long first = tree.size();
    Batch batch = Batch.of(drafts, tree, last);
    lines.addAll(batch.lines());
    batch.leaves().forEach(tree::add);
    last = batch.leaves().isEmpty() ? last : Hashes.hex(batch.leaves().getLast());
    return first;
  }

  @Override
  public synchronized String store(byte[] content) {
    String digest = "sha256:" + Hashes.hex(Hashes.of(content));
    objects.putIfAbsent(digest, content.clone());
    return digest;
  }

  @Override
  public void close() {}
}
