package dev.plumbline.loop;

import dev.plumbline.conclusion.GateConclusions.SourceNotReady;
import dev.plumbline.fact.Gates.Gate;
import dev.plumbline.fact.Gates.GateDependency;
import dev.plumbline.fact.Gates.Source;
import dev.plumbline.fact.Gates.SourceStatus;
import dev.plumbline.work.Worker.Work;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.IntSupplier;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Shares the latest snapshot and status of the host with readers. Thread-safe. */
@ApplicationScoped
public class HostState {

  private static final HostStatus NONE =
      new HostStatus(false, false, true, List.of("nothing has settled yet"));

  private volatile @Nullable HostSnapshot now;
  private volatile Supplier<HostStatus> status = () -> NONE;
  private volatile Supplier<LogStatus> log = () -> LogStatus.NONE;
  private volatile IntSupplier queued = () -> 0;

  /** The latest snapshot; null before the first settlement. */
  public @Nullable HostSnapshot now() {
    return now;
  }

  /** The status of the host; neither started nor ready before it exists. */
  public HostStatus status() {
    return status.get();
  }

  /** The number of owners with updates that the host has not processed yet. */
  public int queued() {
    return queued.getAsInt();
  }

  public LogStatus log() {
    return log.get();
  }

  /** Registers the recorder's status; called from any thread. */
  public void log(Supplier<LogStatus> status) {
    log = status;
  }

  void put(HostSnapshot live) {
    now = live;
  }

  /** Registers the host's status and queue length; both are called from any thread. */
  void host(Supplier<HostStatus> status, IntSupplier queued) {
    this.status = status;
    this.queued = queued;
  }

  /**
   * The health of the host.
   *
   * @param ready whether callers get answers: it has settled on the facts of now, and every source
   *     that conclusions wait for has answered once. A source that fails later closes gates, and
   *     one that only actions wait for, such as the decision log, holds those back: neither counts
   * @param live whether the loop makes progress: it is idle, or not busy for too long
   * @param reasons what is missing or cannot be relied on, for people; sorted. There can be some
   *     while it is ready
   */
  public record HostStatus(boolean started, boolean ready, boolean live, List<String> reasons) {

    static HostStatus of(
        @Nullable HostSnapshot now, boolean runs, boolean stuck, List<Work> overdue) {
      boolean alive = runs && !stuck;
      boolean started = now != null && now.sequence() > 0;
      var reasons = new TreeSet<String>();
      if (!alive) {
        reasons.add(stuck ? "the loop is stuck" : "the loop does not run");
      }
      overdue.forEach(each -> reasons.add(each.message()));
      if (!started) {
        reasons.add("nothing has settled yet");
      }
      boolean ready = started && alive && now != null && now.current();
      if (now != null) {
        now.gates().forEach(gate -> reasons.add(gate.message()));
        Set<String> needed = neverAnswered(now);
        for (SourceNotReady source : notReady(now)) {
          reasons.add(source.message());
          ready &= !needed.contains(source.source());
        }
      }
      return new HostStatus(started, ready, alive, List.copyOf(reasons));
    }

    /** The sources that conclusions wait for and that have not answered yet. */
    private static Set<String> neverAnswered(HostSnapshot live) {
      var needed = new TreeSet<String>();
      for (GateDependency each : live.facts(GateDependency.class)) {
        if (!new Gate(each.gate()).action()) {
          needed.add(each.waitsFor());
        }
      }
      for (Source source : live.facts(Source.class)) {
        if (source.whole() != null && needed.contains(source.name())) {
          needed.add(source.whole());
        }
      }
      live.facts(SourceStatus.class).stream()
          .filter(status -> status.lastSuccess() != null)
          .map(SourceStatus::source)
          .forEach(needed::remove);
      return needed;
    }

    /** The sources that are not ready, without absent ones. */
    private static List<SourceNotReady> notReady(HostSnapshot live) {
      Set<String> there =
          live.facts(SourceStatus.class).stream()
              .filter(status -> !status.state().equals("absent"))
              .map(SourceStatus::source)
              .collect(Collectors.toSet());
      return live.settlement().of(SourceNotReady.class).stream()
          .filter(source -> there.contains(source.source()))
          .toList();
    }
  }
}
