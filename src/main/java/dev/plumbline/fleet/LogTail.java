package dev.plumbline.fleet;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plumbline.conclusion.Conclusion;
import dev.plumbline.fact.RecordType;
import dev.plumbline.fleet.LogProblem.Kind;
import dev.plumbline.fleet.LogProblem.ProblemException;
import dev.plumbline.log.AlteredLogException;
import dev.plumbline.log.Checkpoint;
import dev.plumbline.log.Entry;
import dev.plumbline.log.EntryKind;
import dev.plumbline.log.Hashes;
import dev.plumbline.log.InvalidLogException;
import dev.plumbline.log.VerifierKey;
import dev.plumbline.log.store.LogFiles;
import dev.plumbline.log.store.Segment;
import dev.plumbline.log.store.SegmentCheckpoints;
import dev.plumbline.log.store.StoredLog;
import dev.plumbline.log.store.StoredObjects;
import dev.plumbline.log.store.TreeFile;
import dev.plumbline.query.BodyReader;
import dev.plumbline.query.LogState;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The end of one log: its last {@code state} and every decision since, read backwards from the
 * newest checkpoint, each file once. What is read is verified, and that each segment continues the
 * one before. A further read reads what is new. Not thread-safe.
 */
final class LogTail {

  /** How many entries behind the newest one segments are listed at first: two pages of a bucket. */
  private static final long WINDOW = 2_000;

  private static final long WIDER = 10;

  private final LogFiles files;
  private final Moment moment;
  private final StoredLog log;
  private final BodyReader bodies;
  private final Set<String> types;
  private final Set<Class<? extends Conclusion>> kept;
  private LogState state;

  private @Nullable Checkpoint head;
  private @Nullable Segment newest;
  private @Nullable TreeFile end;
  private @Nullable Entry last;
  private @Nullable Entry lastState;
  private @Nullable VerifierKey key;
  private @Nullable String writer;
  private @Nullable String rules;
  private @Nullable JsonNode hostGates;

  /**
   * Of a log.
   *
   * @param types the conclusions that are kept
   */
  LogTail(LogFiles files, Set<Class<? extends Conclusion>> types) {
    this.files = files;
    this.moment = new Moment(files);
    this.log = new StoredLog(moment);
    this.bodies = new BodyReader(log);
    this.types = types.stream().map(RecordType::name).collect(Collectors.toUnmodifiableSet());
    this.kept = types;
    this.state = LogState.of(bodies, types);
  }

  /** The newest checkpoint; null while there is none. */
  @Nullable Checkpoint head() {
    return head;
  }

  /** The last entry that was read, by its slimmed body; null while there is none. */
  @Nullable Entry last() {
    return last;
  }

  /** The {@code state} from which on entries were read; null where the log holds none. */
  @Nullable Entry lastState() {
    return lastState;
  }

  /** Who writes: {@code pod-1}; null where its {@code start} is not among what was read. */
  @Nullable String writer() {
    return writer;
  }

  /** The digest of the rules that are active; null where nothing that was read says it. */
  @Nullable String rules() {
    return rules;
  }

  /** The gates that the host itself held closed at the last decision; null for none. */
  @Nullable JsonNode hostGates() {
    return hostGates;
  }

  LogState state() {
    return state;
  }

  /** The id of the key that signs it, as verifier keys have it: 8 digits; null before a read. */
  @Nullable String keyId() {
    return key == null ? null : HexFormat.of().formatHex(key.id());
  }

  /**
   * Reads the newest checkpoint.
   *
   * @return null when the log is empty
   */
  @Nullable Checkpoint readHead() throws ProblemException {
    try {
      byte[] note = files.bytes(StoredLog.CHECKPOINT);
      if (note == null) {
        if (files.firstSegment() != null) {
          throw new ProblemException(Kind.GAP, StoredLog.CHECKPOINT, "it is missing");
        }
        if (head != null) {
          throw new ProblemException(
              Kind.GAP, StoredLog.CHECKPOINT, "it is missing, and so is every entry");
        }
        return null;
      }
      moment.checkpoint = note;
      Checkpoint read = log.checkpoint();
      if (key != null && !read.signedBy(key)) {
        throw new ProblemException(
            Kind.ALTERED,
            StoredLog.CHECKPOINT,
            "it is not signed by the key that has signed it before");
      }
      head = read;
      return read.head().size() == 0 ? null : read;
    } catch (IOException | InvalidLogException e) {
      throw problem(StoredLog.CHECKPOINT, e);
    }
  }

  /**
   * Reads up to a checkpoint.
   *
   * @throws ProblemException when something of it cannot be read or is not what was signed; then
   *     nothing of it is taken
   */
  void read(Checkpoint to) throws ProblemException {
    long size = to.head().size();
    TreeFile known = end;
    if (known != null && size < known.tree().size()) {
      throw new ProblemException(
          Kind.GAP,
          StoredLog.CHECKPOINT,
          "the log has %d entries; it had %d".formatted(size, known.tree().size()));
    }
    if (known != null && size == known.tree().size()) {
      if (!Hashes.hex(known.tree().root()).equals(to.head().root())) {
        throw replaced(StoredLog.CHECKPOINT, size);
      }
      return;
    }
    var walk = new Walk(to, known == null ? -1 : known.tree().size());
    walk.run();
    try {
      walk.parts.reversed().forEach(part -> part.forEach(this::apply));
    } catch (InvalidLogException e) {
      forget();
      throw problem(StoredObjects.FOLDER, e);
    }
    newest = walk.newest;
    end = walk.end;
    key = key == null ? log.key() : key;
  }

  /** What was taken is not whole: the next read begins anew. */
  private void forget() {
    state = LogState.of(bodies, kept);
    newest = null;
    end = null;
    last = null;
    lastState = null;
    rules = null;
    hostGates = null;
  }

  private void apply(Entry entry) {
    state.add(entry);
    switch (entry.kind()) {
      case START -> writer = BodyReader.text(entry.body(), "writer");
      case RULES -> rules = BodyReader.text(entry.body(), "digest");
      case STATE -> {
        rules = BodyReader.text(entry.body(), "rules");
        lastState = entry;
      }
      case DECISION -> {
        rules = BodyReader.text(entry.body(), "rules");
        hostGates = entry.body().get("gates");
      }
      default -> {
        // says nothing of these
      }
    }
    last = entry;
  }

  private static ProblemException replaced(String object, long size) {
    return new ProblemException(
        Kind.ALTERED,
        object,
        "the first %d entries are not those that were read before".formatted(size));
  }

  private ProblemException problem(String object, Exception cause) {
    if (cause instanceof AlteredLogException altered) {
      return new ProblemException(Kind.ALTERED, object, altered.fault());
    }
    boolean io = !(cause instanceof IOException) && cause.getCause() instanceof IOException;
    Throwable reason = io ? cause.getCause() : cause;
    String message = String.valueOf(reason == null ? null : reason.getMessage());
    String place = files.place() + ": ";
    return new ProblemException(
        Kind.UNREADABLE,
        object,
        message.startsWith(place) ? message.substring(place.length()) : message);
  }

  /** One way back from the newest entry: to what is known, else to the last state. */
  private final class Walk {

    private final long size;
    private final long known;
    private final List<List<Entry>> parts = new ArrayList<>();
    private List<Segment> segments = List.of();
    private long from;
    private boolean done;
    private @Nullable Segment newest;
    private @Nullable TreeFile end;

    Walk(Checkpoint to, long known) {
      this.size = to.head().size();
      this.known = known;
    }

    void run() throws ProblemException {
      long window = WINDOW;
      Segment before = LogTail.this.newest;
      from = before == null ? Math.max(0, size - window) : before.first();
      int read = 0;
      while (!done) {
        list();
        for (int i = segments.size() - 1 - read; i >= 0 && !done; i--) {
          read(i);
          read++;
        }
        if (from == 0) {
          break;
        }
        window *= WIDER;
        from = Math.max(0, Math.min(from, size) - window);
      }
      if (read == 0 || (known >= 0 && !done)) {
        throw new ProblemException(
            Kind.GAP,
            Segment.FOLDER,
            "entries %d to %d are missing".formatted(Math.max(0, known), size - 1));
      }
    }

    private void list() throws ProblemException {
      try {
        segments = files.segments(from).stream().filter(it -> it.first() < size).toList();
        moment.segments = segments;
      } catch (IOException e) {
        throw problem("segments", e);
      }
    }

    private void read(int index) throws ProblemException {
      Segment segment = segments.get(index);
      Segment next = index + 1 < segments.size() ? segments.get(index + 1) : null;
      String object = files.holder(segment.lines());
      try {
        long until = next == null ? size : next.first();
        if (next != null) {
          ends(files, segment, next);
        }
        long first = Math.max(segment.first(), known);
        var entries = new ArrayList<Entry>();
        log.read(
            first,
            until,
            entry -> {
              entries.add(slim(entry));
              return true;
            });
        TreeFile tree = TreeFile.read(required(segment.tree()));
        byte[] leaves = required(segment.leaves());
        TreeFile after = tree.after(leaves, until - segment.first());
        if (next == null) {
          newest = segment;
          end = after;
        } else if (!Arrays.equals(after.bytes(), required(next.tree()))) {
          throw new ProblemException(
              Kind.TWO_WRITERS,
              files.holder(next.lines()),
              "it does not continue %s, which ends otherwise: two writers, or another log's"
                  .formatted(object));
        }
        TreeFile before = LogTail.this.end;
        if (before != null && segment.first() <= known) {
          if (!Arrays.equals(tree.after(leaves, known - segment.first()).bytes(), before.bytes())) {
            throw replaced(object, known);
          }
          done = true;
        }
        parts.add(entries);
        if (known < 0 && entries.stream().anyMatch(it -> it.kind() == EntryKind.STATE)) {
          dropBeforeState(entries);
          done = true;
        }
      } catch (IOException | InvalidLogException e) {
        throw problem(object, e);
      } catch (IllegalArgumentException e) {
        throw new ProblemException(Kind.ALTERED, object, String.valueOf(e.getMessage()));
      }
    }

    /** The first decisions of a segment change what its state says anew. */
    private static void dropBeforeState(List<Entry> entries) {
      int i = 0;
      while (entries.get(i).kind() != EntryKind.STATE) {
        if (entries.get(i).kind() == EntryKind.DECISION) {
          entries.remove(i);
        } else {
          i++;
        }
      }
    }

    private byte[] required(String name) throws IOException {
      byte[] bytes = files.bytes(name);
      if (bytes == null) {
        throw new IOException(name + " is missing");
      }
      return bytes;
    }
  }

  /**
   * Compares where a segment ends, by its own checkpoint, with where the next one begins.
   *
   * @throws ProblemException when entries between them are missing, or both have some
   */
  static void ends(LogFiles files, Segment segment, Segment next)
      throws ProblemException, IOException {
    byte[] notes = files.bytes(segment.checkpoints());
    long ends = -1;
    for (SegmentCheckpoints.Note note :
        SegmentCheckpoints.read(notes == null ? new byte[0] : notes)) {
      Checkpoint each = note.checkpoint();
      ends = each == null ? ends : Math.max(ends, each.head().size());
    }
    String object = files.holder(segment.lines());
    String following = files.holder(next.lines());
    if (ends >= 0 && ends < next.first()) {
      throw new ProblemException(
          Kind.GAP,
          object,
          "entries %d to %d are missing: it ends before them, and the next one is %s"
              .formatted(ends, next.first() - 1, following));
    }
    if (ends > next.first()) {
      throw new ProblemException(
          Kind.TWO_WRITERS,
          following,
          "%s has entries up to %d already: two writers, or another log's"
              .formatted(object, ends - 1));
    }
  }

  /** Of a decision only what is kept: the others are most of a log. */
  private Entry slim(Entry entry) {
    if (entry.kind() != EntryKind.DECISION) {
      return entry;
    }
    ObjectNode body = JsonNodeFactory.instance.objectNode();
    for (String field : List.of("rules", "gates")) {
      JsonNode value = entry.body().get(field);
      if (value != null) {
        body.set(field, field.equals("gates") ? bodies.part(entry, field) : value);
      }
    }
    JsonNode all = bodies.part(entry, "conclusions");
    ObjectNode conclusions = body.putObject("conclusions");
    ArrayNode added = conclusions.putArray("added");
    for (JsonNode each : all.path("added")) {
      if (types.contains(each.at("/conclusion/type").asText())) {
        added.add(each);
      }
    }
    if (all.has("removed")) {
      conclusions.set("removed", all.get("removed"));
    }
    return new Entry(entry.sequence(), entry.at(), entry.kind(), entry.previous(), body);
  }

  /** The files at one moment: the same checkpoint and segments for all that is read. */
  private static final class Moment implements LogFiles {

    private final LogFiles files;
    private byte @Nullable [] checkpoint;
    private List<Segment> segments = List.of();

    Moment(LogFiles files) {
      this.files = files;
    }

    @Override
    public String place() {
      return files.place();
    }

    @Override
    public List<String> names(String under) throws IOException {
      return under.equals(Segment.FOLDER)
          ? segments.stream().map(Segment::tree).toList()
          : files.names(under);
    }

    @Override
    public @Nullable InputStream open(String name) throws IOException {
      byte[] newest = checkpoint;
      return newest != null && name.equals(StoredLog.CHECKPOINT)
          ? new ByteArrayInputStream(newest)
          : files.open(name);
    }
  }
}
