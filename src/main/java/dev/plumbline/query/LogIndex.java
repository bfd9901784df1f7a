package dev.plumbline.query;

import dev.plumbline.log.LogReader;
import dev.plumbline.query.LogState.FactKeys;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The index of a log, in parts of as many entries each: a part that is full is kept in a file, the
 * last one in memory. It is rebuilt where a file is missing, damaged or of another log. It only
 * narrows down which entries to read: answers come from the log.
 */
public final class LogIndex {

  static final int PART_SIZE = 16_384;

  private final LogReader log;
  private final EntryTerms terms;
  private final @Nullable Path folder;
  private final List<IndexPart> full = new ArrayList<>();
  private OpenPart open = new OpenPart(0);
  private LongConsumer progress = done -> {};

  /**
   * An index of {@code log}.
   *
   * @param folder where full parts are kept; null to keep them in memory
   */
  public LogIndex(LogReader log, FactKeys keys, @Nullable Path folder) {
    this.log = log;
    this.terms = new EntryTerms(new BodyReader(log), keys);
    this.folder = folder;
  }

  /** Reports how many entries were read whenever a part is full. */
  public LogIndex onProgress(LongConsumer listener) {
    progress = listener;
    return this;
  }

  EntryTerms terms() {
    return terms;
  }

  /** Its parts in order, up to date with the log. */
  synchronized List<IndexPart> parts() {
    long size = log.head().size();
    while (open.first() + open.count() < size) {
      StoredPart stored = open.count() == 0 && size - open.first() >= PART_SIZE ? stored() : null;
      if (stored != null) {
        add(stored);
      } else {
        extend(size);
      }
    }
    var parts = new ArrayList<>(full);
    parts.add(open);
    return parts;
  }

  private void add(IndexPart part) {
    full.add(part);
    open = new OpenPart(part.first() + part.count());
  }

  private void extend(long size) {
    long from = open.first() + open.count();
    log.read(
        from,
        Math.min(size, open.first() + PART_SIZE),
        entry -> {
          open.add(entry.at(), terms.of(entry));
          return true;
        });
    if (open.first() + open.count() == from) {
      throw new IllegalStateException(
          "the log has " + size + " entries but does not return " + from);
    }
    if (open.count() == PART_SIZE) {
      progress.accept(open.first() + PART_SIZE);
      byte[] content = StoredPart.write(open, log.head().origin());
      keep(open.first(), content);
      StoredPart stored = StoredPart.read(content, log.head().origin());
      add(stored == null ? open : stored);
    }
  }

  private @Nullable StoredPart stored() {
    if (folder == null) {
      return null;
    }
    try {
      Path file = file(folder, open.first());
      StoredPart part =
          Files.isRegularFile(file)
              ? StoredPart.read(Files.readAllBytes(file), log.head().origin())
              : null;
      return part != null && part.first() == open.first() && part.count() == PART_SIZE
          ? part
          : null;
    } catch (IOException e) {
      return null;
    }
  }

  /** A read-only log can be queried too: then the index is rebuilt each time. */
  private void keep(long first, byte[] content) {
    if (folder == null) {
      return;
    }
    try {
      Files.createDirectories(folder);
      Path draft = Files.createTempFile(folder, ".part", ".tmp");
      Files.write(draft, content);
      Files.move(
          draft,
          file(folder, first),
          StandardCopyOption.ATOMIC_MOVE,
          StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      // Not kept.
    }
  }

  private static Path file(Path folder, long first) {
    return folder.resolve("%020d.idx".formatted(first));
  }

  /** A part that entries are still added to. */
  static final class OpenPart implements IndexPart {

    private final long first;
    private final List<Instant> times = new ArrayList<>();
    private final SortedMap<String, BitSet> postings = new TreeMap<>();
    private Instant earliest = Instant.MAX;
    private Instant latest = Instant.MIN;

    /** A part without entries. */
    OpenPart(long first) {
      this.first = first;
    }

    void add(Instant at, Collection<String> terms) {
      for (String term : terms) {
        postings.computeIfAbsent(term, none -> new BitSet()).set(times.size());
      }
      times.add(at);
      earliest = at.isBefore(earliest) ? at : earliest;
      latest = at.isAfter(latest) ? at : latest;
    }

    @Override
    public long first() {
      return first;
    }

    @Override
    public int count() {
      return times.size();
    }

    @Override
    public Instant at(int offset) {
      return times.get(offset);
    }

    @Override
    public Instant earliest() {
      return earliest;
    }

    @Override
    public Instant latest() {
      return latest;
    }

    @Override
    public BitSet having(String term) {
      return postings.getOrDefault(term, new BitSet());
    }

    SortedMap<String, BitSet> postings() {
      return postings;
    }
  }
}
