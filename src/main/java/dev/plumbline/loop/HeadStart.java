package dev.plumbline.loop;

import dev.plumbline.engine.RuleSession;
import dev.plumbline.engine.RuleSession.SettleLimits;
import dev.plumbline.engine.RuleSet;
import dev.plumbline.engine.Settlement;
import dev.plumbline.source.FactUpdate;
import dev.plumbline.source.SnapshotFolderSource.EvaluationClock;
import dev.plumbline.source.SnapshotFolderSource.Reading;
import dev.plumbline.work.Worker;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * The shipped rules, settled on what a host begins with, while the program around it still starts.
 * A host with the same rules goes on from there: whatever is different by then is a change of
 * facts. What fails is left to the host, which does it again and reports the error.
 */
public final class HeadStart implements AutoCloseable {

  private static final Logger LOG = Logger.getLogger(HeadStart.class);
  private static final String THREAD = "plumbline-head-start";

  private final CountDownLatch read = new CountDownLatch(1);
  private final CountDownLatch settled = new CountDownLatch(1);

  /** Of which rules and what folder; null when that is not known, or not needed any more. */
  private @Nullable Folder folder;

  /** Settled, and not taken yet. */
  private @Nullable RuleSession session;

  private boolean over;

  private record Folder(RuleSet rules, Reading reading) {}

  private HeadStart() {}

  /** Of a host that begins with nothing. */
  public static HeadStart none() {
    var none = new HeadStart();
    none.end();
    return none;
  }

  /**
   * Begins on a thread of its own.
   *
   * @param snapshot the folder that the host is going to watch; null when it watches a cluster, of
   *     which nothing is known before it has started
   */
  public static HeadStart begin(@Nullable Path snapshot, InstantSource clock) {
    var begun = new HeadStart();
    Worker.of(THREAD, () -> begun.run(snapshot, clock)).start();
    return begun;
  }

  private void run(@Nullable Path snapshot, InstantSource clock) {
    try {
      Evaluation shipped = Evaluation.with((Path) null);
      List<FactUpdate> outside = List.of(EvaluationClock.now(clock));
      if (snapshot != null) {
        var reading = new Reading(snapshot, shipped.policy());
        offer(new Folder(shipped.rules(), reading));
        outside = reading.updates(clock);
      }
      read.countDown();
      settle(shipped, outside);
    } catch (RuntimeException | Error e) {
      LOG.debugf("left to the host: reason=%s", e);
    } finally {
      end();
    }
  }

  private void settle(Evaluation shipped, List<FactUpdate> outside) {
    var facts = new FactTable();
    shipped.updates().forEach(facts::apply);
    outside.forEach(facts::apply);
    RuleSession made = shipped.rules().newSession();
    boolean offered = false;
    try {
      made.replaceAll(facts.facts().values());
      offered = made.settle(SettleLimits.DEFAULT) instanceof Settlement && offer(made);
    } finally {
      if (!offered) {
        made.close();
      }
    }
  }

  private synchronized void offer(Folder known) {
    folder = over ? null : known;
  }

  private synchronized boolean offer(RuleSession made) {
    session = over ? null : made;
    return !over;
  }

  private void end() {
    read.countDown();
    settled.countDown();
  }

  /**
   * The folder as it was read for a host with {@code rules}; null when it was not, or for others.
   * Waits while it is being read.
   */
  @Nullable Reading reading(RuleSet rules) {
    if (!done(read, SettleLimits.DEFAULT.duration())) {
      return null;
    }
    synchronized (this) {
      return folder != null && folder.rules().isSame(rules) ? folder.reading() : null;
    }
  }

  /**
   * The session of {@code rules}, which the caller closes from now on; null when there is none. At
   * most one call gets it.
   *
   * @param within how long it may take until it has settled
   */
  @Nullable RuleSession session(RuleSet rules, Duration within) {
    if (!done(settled, within)) {
      close();
      return null;
    }
    RuleSession made = taken();
    if (made != null && !made.rules().isSame(rules)) {
      made.close();
      return null;
    }
    return made;
  }

  private static boolean done(CountDownLatch latch, Duration within) {
    try {
      return latch.await(within.toNanos(), TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private synchronized @Nullable RuleSession taken() {
    RuleSession made = session;
    session = null;
    folder = null;
    over = true;
    return made;
  }

  /** Nobody needs it any more. */
  @Override
  public void close() {
    RuleSession left = taken();
    if (left != null) {
      left.close();
    }
  }
}
