package dev.plumbline.bench;

import dev.plumbline.MemoryRecorder;
import dev.plumbline.action.plan.ClusterPlanner;
import dev.plumbline.engine.RuleSession.SettleLimits;
import dev.plumbline.fact.Cluster.EvaluationTime;
import dev.plumbline.fact.Fact;
import dev.plumbline.fact.Policy.Parameter;
import dev.plumbline.language.RuleFiles;
import dev.plumbline.loop.ActionHistory;
import dev.plumbline.loop.ActionPipeline;
import dev.plumbline.loop.Evaluation;
import dev.plumbline.loop.Host;
import dev.plumbline.loop.Host.LoopTimings;
import dev.plumbline.loop.HostEvents;
import dev.plumbline.loop.HostState;
import dev.plumbline.source.FactUpdate;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Locale;

/**
 * An hour in which nothing happens but a tick every ten seconds, with what is planned observed
 * alone: the CPU of the loop, with ticks left out and without. The second of two hours counts.
 */
final class QuietHour {

  private static final int TICKS = 360;

  private QuietHour() {}

  static void measure(List<Fact> facts, Measured table) {
    for (Duration maxTick : List.of(Duration.ZERO, Duration.ofMinutes(1))) {
      String what = maxTick.isZero() ? "each tick is settled" : "ticks are left out for a minute";
      row(table, what, maxTick, facts);
    }
  }

  private static void row(Measured table, String what, Duration maxTick, List<Fact> facts) {
    var timings =
        new LoopTimings(
            Duration.ZERO,
            Duration.ZERO,
            new SettleLimits(5_000_000, Duration.ofMinutes(2)),
            Duration.ofSeconds(1),
            InstantSource.system(),
            maxTick);
    var acting =
        new ActionPipeline(
            new ClusterPlanner(),
            new MemoryRecorder(),
            ActionPipeline.DISABLED.actuator(),
            ActionHistory.NONE,
            () -> true);
    Evaluation evaluation = Evaluation.with(RuleFiles.shipped());
    try (var host = new Host(evaluation, new HostState(), acting, timings, HostEvents.NONE)) {
      host.publish(
          List.of(
              new FactUpdate("parameters", NodeChanges.of(facts, Parameter.class), null),
              new FactUpdate(
                  "world",
                  facts.stream()
                      .filter(
                          fact -> !(fact instanceof Parameter || fact instanceof EvaluationTime))
                      .toList(),
                  null)));
      Instant start = NodeChanges.of(facts, EvaluationTime.class).getFirst().instant();
      long first = hour(host, start);
      long begin = cpu();
      long settled = hour(host, start.plusSeconds(10L * TICKS)) - first;
      String cpu = String.format(Locale.ROOT, "%.2f s of CPU", (cpu() - begin) / 1e9);
      table.row("a quiet hour, " + what, cpu, settled + " settlements");
      int planned = host.step().plan().actions().size();
      table.row("… actions planned", Integer.toString(planned), "");
    }
  }

  /** Returns how often was settled until its end. */
  private static long hour(Host host, Instant start) {
    long settled = 0;
    for (int i = 0; i < TICKS; i++) {
      host.publish(List.of(FactUpdate.of(new EvaluationTime(start.plusSeconds(10L * i)))));
      settled = host.step().sequence();
    }
    return settled;
  }

  private static long cpu() {
    return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
  }
}
