package dev.plumbline.loop;

import dev.plumbline.conclusion.GateConclusions.SourceNotReady;
import dev.plumbline.fact.Gates.SourceStatus;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * How the host is.
 *
 * @param started whether rules are loaded and there was a settlement
 * @param ready whether it started, every source can be relied on, and the host holds nothing back;
 *     sources that this host does not have do not count
 * @param live whether the loop goes on: it waits for news, or is not busy for too long
 * @param reasons what is missing, in words; sorted
 */
public record HostStatus(boolean started, boolean ready, boolean live, List<String> reasons) {

  /** Of a host that published {@code now} last, and whose loop runs or hangs. */
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

  /** The sources that cannot be relied on, but for those that this host does not have. */
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
