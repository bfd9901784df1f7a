package dev.plumbline.loop;

import dev.plumbline.conclusion.GateConclusions.SourceNotReady;
import dev.plumbline.fact.Gates.SourceStatus;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The health of the host.
 *
 * @param started whether rules are loaded and the first settlement was made
 * @param ready whether it has started, every source is ready and no gate of the host is closed;
 *     absent sources do not count
 * @param live whether the loop makes progress: it is idle, or not busy for too long
 * @param reasons why it is not ready, for people; sorted
 */
public record HostStatus(boolean started, boolean ready, boolean live, List<String> reasons) {

  static HostStatus of(@Nullable HostSnapshot now, boolean runs, boolean stuck) {
    boolean alive = runs && !stuck;
    boolean started = now != null && now.sequence() > 0;
    var reasons = new TreeSet<String>();
    if (!alive) {
      reasons.add(stuck ? "the loop is stuck" : "the loop does not run");
    }
    if (!started) {
      reasons.add("nothing has settled yet");
    }
    if (now != null) {
      now.gates().forEach(gate -> reasons.add(gate.message()));
      notReady(now).forEach(source -> reasons.add(source.message()));
    }
    return new HostStatus(
        started, started && alive && reasons.isEmpty(), alive, List.copyOf(reasons));
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
