package dev.plumbline.web;

import dev.plumbline.language.RuleFiles;
import dev.plumbline.loop.Evaluation;
import io.vertx.core.Vertx;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.concurrent.Executors;
import java.util.function.Function;

/**
 * The compiled rule sets of the last evaluations: some 7 MB of heap each, discarded when no request
 * uses them from one check to the next.
 */
@ApplicationScoped
class RecentEvaluations {

  /** The rules in use and the shipped ones. */
  private static final int MAX_RULE_SETS = 2;

  /** Between two checks. */
  static final Duration INTERVAL = Duration.ofSeconds(30);

  /** Runs a task that may block, once, after a delay. */
  interface Timer {
    void after(Duration delay, Runnable task);
  }

  private static final class Entry {
    private final Evaluation evaluation;
    private boolean used = true;

    Entry(Evaluation evaluation) {
      this.evaluation = evaluation;
    }
  }

  private final Timer timer;
  private final Function<RuleFiles, Evaluation> compiler;
  private final LinkedHashMap<String, Entry> byDigest = new LinkedHashMap<>(4, 0.75f, true);
  private boolean scheduled;

  @Inject
  RecentEvaluations(Vertx vertx) {
    this(
        (delay, task) ->
            vertx.setTimer(
                delay.toMillis(),
                timerId -> {
                  // While a rule set is being compiled the task waits; no event loop may.
                  var unused = vertx.executeBlocking(Executors.callable(task), false);
                }),
        Evaluation::with);
  }

  RecentEvaluations(Timer timer, Function<RuleFiles, Evaluation> compiler) {
    this.timer = timer;
    this.compiler = compiler;
  }

  /** Compiled from {@code files}, unless that was done for a recent request. */
  synchronized Evaluation with(RuleFiles files) {
    Entry entry =
        byDigest.computeIfAbsent(files.digest(), digest -> new Entry(compiler.apply(files)));
    entry.used = true;
    if (byDigest.size() > MAX_RULE_SETS) {
      byDigest.pollFirstEntry();
    }
    schedule();
    return entry.evaluation;
  }

  synchronized int size() {
    return byDigest.size();
  }

  private void schedule() {
    if (!scheduled) {
      scheduled = true;
      timer.after(INTERVAL, this::discardUnused);
    }
  }

  private synchronized void discardUnused() {
    scheduled = false;
    byDigest.values().removeIf(entry -> !entry.used);
    byDigest.values().forEach(entry -> entry.used = false);
    if (!byDigest.isEmpty()) {
      schedule();
    }
  }
}
