package dev.plumbline.web;

import dev.plumbline.engine.RuleSet;
import dev.plumbline.fact.Fact;
import dev.plumbline.log.AlteredLogException;
import dev.plumbline.log.InvalidLogException;
import dev.plumbline.log.LogReader;
import dev.plumbline.loop.HostSnapshot;
import dev.plumbline.record.Replay;
import dev.plumbline.why.CompiledRules;
import dev.plumbline.why.Explanations;
import dev.plumbline.why.WhatIfSession;
import dev.plumbline.why.World;
import dev.plumbline.work.Worker;
import jakarta.enterprise.context.ApplicationScoped;
import java.lang.ref.SoftReference;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.SortedMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** Explains the current state or a recorded one; caches what is expensive to prepare. */
@ApplicationScoped
class ExplanationCache {

  private static final Duration READ = Duration.ofMinutes(10);

  private static final long MAX_WAIT_MILLIS = 1000;

  /** A what-if session on a copy of the facts; softly referenced. */
  private record WhatIfCopy(
      SortedMap<String, List<Fact>> facts,
      String digest,
      Explanations explanations,
      WhatIfSession trial) {}

  private final Semaphore turn = new Semaphore(1);
  private SoftReference<@Nullable WhatIfCopy> copy = new SoftReference<>(null);
  private @Nullable CompiledRules forms;

  Explanations of(HostSnapshot live) {
    return new Explanations(forms(live), new World(facts(live), live.settlement()));
  }

  private synchronized CompiledRules forms(HostSnapshot live) {
    CompiledRules known = forms;
    if (known == null || !known.digest().equals(live.rules().digest())) {
      known = new CompiledRules(live.rules());
      forms = known;
    }
    return known;
  }

  /**
   * Runs {@code work} on a what-if session, one call at a time. The session is restored while the
   * response is sent.
   */
  <T> T withWhatIf(HostSnapshot live, BiFunction<Explanations, WhatIfSession, T> work) {
    acquire();
    try {
      WhatIfCopy copy = copy(live);
      return work.apply(copy.explanations(), copy.trial());
    } finally {
      Worker.of("plumbline-why-not", Worker.stage("read the log", READ, this::restore)).start();
    }
  }

  /** Runs {@code work} on the facts recorded at {@code time}, settled again; one call at a time. */
  <T> T recorded(List<RuleSet> compiled, LogReader log, Instant time, Recorded<T> work) {
    acquire();
    try {
      Replay.Moment moment = moment(compiled, log, time);
      try (var trial = new WhatIfSession(moment.rules(), moment.facts())) {
        var world = new World(moment.facts(), trial.settlement());
        return work.apply(
            moment, new Explanations(new CompiledRules(moment.rules()), world), trial);
      }
    } finally {
      turn.release();
    }
  }

  @FunctionalInterface
  interface Recorded<T> {
    T apply(Replay.Moment moment, Explanations explanations, WhatIfSession trial);
  }

  private static Replay.Moment moment(List<RuleSet> compiled, LogReader log, Instant time) {
    try {
      return new Replay(log, line -> {}, compiled).moment(time);
    } catch (AlteredLogException e) {
      throw e;
    } catch (InvalidLogException e) {
      throw Problem.notFound(e.getMessage() + ".");
    }
  }

  private void acquire() {
    if (!acquired()) {
      throw Problem.busy("changes are being tried for another request. Try: again in a second.");
    }
  }

  private boolean acquired() {
    try {
      return turn.tryAcquire(MAX_WAIT_MILLIS, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private void restore() {
    try {
      WhatIfCopy known = copy.get();
      if (known != null) {
        known.trial().restore();
      }
    } finally {
      turn.release();
    }
  }

  private WhatIfCopy copy(HostSnapshot live) {
    WhatIfCopy known = copy.get();
    String digest = live.rules().digest();
    if (known != null && known.facts() == live.facts() && known.digest().equals(digest)) {
      return known;
    }
    WhatIfSession trial;
    if (known != null && known.digest().equals(digest)) {
      trial = known.trial();
      trial.replaceAll(facts(live));
    } else {
      trial = new WhatIfSession(live.rules(), facts(live));
    }
    var created = new WhatIfCopy(live.facts(), digest, of(live), trial);
    copy = new SoftReference<>(created);
    return created;
  }

  private static Collection<Fact> facts(HostSnapshot live) {
    return live.facts().values().stream().flatMap(List::stream).toList();
  }
}
