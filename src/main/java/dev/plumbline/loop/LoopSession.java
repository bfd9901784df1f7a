package dev.plumbline.loop;

import dev.plumbline.client.Backoff;
import dev.plumbline.conclusion.GateConclusions.GateClosed;
import dev.plumbline.engine.RuleSession;
import dev.plumbline.engine.RuleSession.SettleOverrun;
import dev.plumbline.engine.RuleSet;
import dev.plumbline.engine.Settlement;
import dev.plumbline.fact.Fact;
import dev.plumbline.language.InvalidRulesException;
import dev.plumbline.loop.Host.LoopTimings;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * The rule session of the loop. A settlement that is aborted or fails leaves the session
 * inconsistent: it is discarded, and a new one is built from all facts after a backoff.
 */
final class LoopSession implements AutoCloseable {

  /** The gate that is closed while the current facts have no settlement. */
  static final String GATE = "settlement";

  private static final Logger LOG = Logger.getLogger(LoopSession.class);
  private static final int MAX_FACTOR = 256;

  private final LoopTimings timings;
  private HeadStart start = HeadStart.none();
  private RuleSet rules;
  private @Nullable RuleSession session;
  private @Nullable GateClosed gate;
  private int failures;
  private long retryAt;

  LoopSession(RuleSet rules, LoopTimings timings) {
    this.rules = rules;
    this.timings = timings;
  }

  /** Takes the first session from {@code start}. */
  void begin(HeadStart start) {
    this.start = start;
  }

  /** Why the current facts have no settlement; null when they have one. */
  @Nullable GateClosed gate() {
    return gate;
  }

  /**
   * The first instant at which the time alone may change what follows ({@link
   * RuleSession#nextChange}); {@link Instant#MIN} while the current facts have no settlement.
   */
  Instant nextChange() {
    return session == null ? Instant.MIN : session.nextChange();
  }

  /** How long the loop may wait for updates; less than {@code maxWait} when a retry is due. */
  Duration timeout(Duration maxWait) {
    return gate == null ? maxWait : Duration.ofNanos(Math.max(0, retryAt - System.nanoTime()));
  }

  /**
   * Settles on the current facts.
   *
   * @param changes the changes since the previous settlement, by key; null for a deleted fact
   * @return null when the gate is closed
   */
  @Nullable Settlement settle(
      Map<String, @Nullable Fact> changes, SortedMap<String, List<Fact>> all) {
    if (session == null && gate != null && System.nanoTime() < retryAt) {
      return null;
    }
    try {
      RuleSession current = session == null ? rebuilt(all) : changed(session, changes);
      session = current;
      switch (current.settle(timings.limits())) {
        case Settlement settlement -> {
          if (gate != null) {
            LOG.info("settled again");
          }
          gate = null;
          failures = 0;
          return settlement;
        }
        case SettleOverrun overrun -> {
          stop(overrun.rule().id(), overrun.message());
        }
      }
    } catch (RuntimeException e) {
      LOG.error("rules failed", e);
      stop("rules", failed(e));
    }
    return null;
  }

  /**
   * Switches to another session if it converges on the current facts; otherwise nothing changes.
   *
   * @throws IllegalStateException when it does not converge or its rules fail; the session is then
   *     closed
   */
  Settlement activate(RuleSession next, SortedMap<String, List<Fact>> all) {
    try {
      next.replaceAll(all.values());
      switch (next.settle(timings.limits())) {
        case Settlement settlement -> {
          close();
          session = next;
          rules = next.rules();
          gate = null;
          failures = 0;
          return settlement;
        }
        case SettleOverrun overrun -> throw new IllegalStateException(overrun.message());
      }
    } catch (RuntimeException e) {
      next.close();
      throw e instanceof IllegalStateException ? e : new IllegalStateException(failed(e), e);
    }
  }

  private RuleSession rebuilt(SortedMap<String, List<Fact>> all) {
    RuleSession settled = start.session(rules, timings.limits().duration());
    start = HeadStart.none();
    RuleSession made = settled == null ? rules.newSession() : settled;
    made.replaceAll(all.values());
    return made;
  }

  private static RuleSession changed(RuleSession session, Map<String, @Nullable Fact> changes) {
    changes.forEach(
        (key, fact) -> {
          if (fact == null) {
            session.delete(key);
          } else {
            session.put(fact);
          }
        });
    return session;
  }

  private void stop(String waitsFor, String message) {
    close();
    failures++;
    retryAt =
        System.nanoTime()
            + new Backoff(timings.retry(), timings.retry().multipliedBy(MAX_FACTOR))
                .limit(failures)
                .toNanos();
    Instant since = gate == null ? timings.clock().instant() : gate.since();
    gate = new GateClosed(GATE, "Cluster", waitsFor, "persistent", since, message);
    LOG.errorf("no settlement, the last one is kept and nothing is done: %s", message);
  }

  static String failed(RuntimeException fault) {
    return fault instanceof InvalidRulesException
        ? String.valueOf(fault.getMessage())
        : "the rules failed: " + fault + ". Try: see the log of Plumbline, and report it.";
  }

  @Override
  public void close() {
    start.close();
    if (session != null) {
      session.close();
      session = null;
    }
  }
}
