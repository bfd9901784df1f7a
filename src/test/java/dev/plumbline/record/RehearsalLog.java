package dev.plumbline.record;

import dev.plumbline.action.Outcome;
import dev.plumbline.log.DecisionLog;
import dev.plumbline.log.store.FolderLog;
import dev.plumbline.log.store.FolderLog.LogSettings;
import dev.plumbline.loop.HostSnapshot;
import dev.plumbline.record.EntryWriter.WriterIdentity;
import dev.plumbline.record.RecordingQueue.PendingDecision;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What a host in virtual time decides and does, as {@code plumbline serve} records it. */
public final class RehearsalLog implements AutoCloseable {

  private static final int BATCH = 64;

  /** {@code plumbline.audit.segment.size} and {@code .age}. */
  private static final long SEGMENT_BYTES = 2 << 20;

  private static final Duration SEGMENT_AGE = Duration.ofHours(24);

  /** {@code plumbline.audit.state-every}. */
  private static final int STATE_EVERY = 1_000;

  /** {@code plumbline.audit.idle-every}. */
  private static final Duration IDLE_EVERY = Duration.ofMinutes(10);

  private final DecisionLog log;
  private final EntryWriter entries;
  private final List<PendingDecision> decisions = new ArrayList<>();
  private final List<Outcome> outcomes = new ArrayList<>();
  private final Map<String, Outcome> known = new HashMap<>();
  private Instant now;
  private long settlements;

  /**
   * A new log.
   *
   * @param name of the log, which is that of its cluster
   */
  public RehearsalLog(Path folder, String name, Instant begin) {
    now = begin;
    InstantSource clock = () -> now;
    log =
        FolderLog.open(
            folder,
            new LogSettings(LogSettings.origin(name), null, SEGMENT_BYTES, SEGMENT_AGE),
            clock);
    entries =
        new EntryWriter(
                log,
                new WriterIdentity("rehearsal", name, "cluster", STATE_EVERY),
                new RevisionEventBuffer(),
                new SecretMask(List.of("*secret*")))
            .idleEvery(IDLE_EVERY);
  }

  /** Records a settlement, after what became of the actions of earlier ones. */
  public void settled(HostSnapshot live) {
    now = live.at();
    List<Outcome> fresh =
        live.outcomes().values().stream()
            .filter(each -> !each.equals(known.get(each.work())))
            .sorted(Comparator.comparing(Outcome::at).thenComparing(Outcome::work))
            .toList();
    if (!fresh.isEmpty()) {
      write();
      fresh.forEach(each -> known.put(each.work(), each));
      outcomes.addAll(fresh);
    }
    decisions.add(new PendingDecision(live, 1, true));
    settlements++;
    if (decisions.size() >= BATCH) {
      write();
    }
  }

  /** How many settlements were recorded, those without an entry of their own included. */
  public long settlements() {
    return settlements;
  }

  private void write() {
    var unused = entries.write(outcomes, decisions);
    outcomes.clear();
    decisions.clear();
  }

  @Override
  public void close() {
    write();
    entries.end(List.of(), now, true);
    log.close();
  }
}
