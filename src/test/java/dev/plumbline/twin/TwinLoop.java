package dev.plumbline.twin;

import dev.plumbline.conclusion.InstanceTypeLeftOut;
import dev.plumbline.conclusion.LaunchLoop;
import dev.plumbline.conclusion.LaunchShortfall;
import dev.plumbline.conclusion.PodShortfall;
import dev.plumbline.fact.NodeClaim;
import dev.plumbline.fact.Parameter;
import dev.plumbline.fact.PastLaunch;
import dev.plumbline.fact.Pod;
import dev.plumbline.fact.Quantity;
import dev.plumbline.fact.Resources;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** launch-loop.drl: is a type launched again and again for a pod that its nodes never hold? */
final class TwinLoop {

  private static final Comparator<PodShortfall> BY_TIME =
      Comparator.comparing(PodShortfall::launched).thenComparing(PodShortfall::nodeClaim);

  private final TwinFacts world;
  private final TwinNodes nodes;
  private final TwinConclusions out;
  private final Set<LaunchShortfall> launches = new LinkedHashSet<>();
  private final Map<String, Set<PodShortfall>> byPod = new TreeMap<>();
  private final Map<String, LaunchLoop> lastLoops = new TreeMap<>();

  TwinLoop(TwinFacts world, TwinNodes nodes, TwinConclusions out) {
    this.world = world;
    this.nodes = nodes;
    this.out = out;
  }

  void find() {
    Duration window = span("loop.window");
    Duration leaveOut = span("loop.leaveOut");
    if (window == null || leaveOut == null || world.time == null) {
      return;
    }
    Instant now = world.time.instant();
    Instant since = now.minus(window).minus(leaveOut);
    findLaunches();
    launches.removeIf(launch -> !launch.launched().isAfter(since));
    launches.forEach(out::add);
    for (Pod pod : nodes.pods) {
      launches.forEach(launch -> compare(pod, launch));
    }
    byPod.values().forEach(each -> each.forEach(out::add));
    byPod.values().forEach(each -> judge(each, window));
    for (LaunchLoop loop : lastLoops.values()) {
      Instant until = loop.launched().plus(leaveOut);
      if (until.isAfter(now)) {
        out.add(
            new InstanceTypeLeftOut(
                "LOOP-002",
                loop.nodePool(),
                loop.instanceType(),
                until,
                "leave %s out of NodePool %s until %s: its nodes do not hold Pod %s although they were promised to"
                    .formatted(loop.instanceType(), loop.nodePool(), until, loop.pod())));
      }
    }
  }

  private Duration span(String name) {
    List<Parameter> parameters = world.parameters(name);
    return parameters.isEmpty() ? null : parameters.getFirst().duration();
  }

  private void findLaunches() {
    for (TwinNodes.Joined each : nodes.joined) {
      NodeClaim claim = each.claim();
      Resources real = each.node().allocatable();
      if (claim.initialized() != null
          && claim.created() != null
          && claim.nodePool() != null
          && claim.ami() != null
          && each.node().instanceType() != null
          && !real.map().isEmpty()
          && lacks(real, claim.allocatable())) {
        launches.add(
            new LaunchShortfall(
                claim.name(),
                claim.nodePool(),
                each.node().instanceType(),
                claim.ami(),
                claim.created(),
                claim.allocatable(),
                real));
      }
    }
    for (PastLaunch past : nodes.pastLaunches) {
      if (past.allocatable() != null
          && !nodes.claims.containsKey(past.nodeClaim())
          && lacks(past.allocatable(), past.promised())) {
        launches.add(
            new LaunchShortfall(
                past.nodeClaim(),
                past.nodePool(),
                past.instanceType(),
                past.ami(),
                past.launched(),
                past.promised(),
                past.allocatable()));
      }
    }
  }

  private static boolean lacks(Resources there, Resources asked) {
    return asked.map().entrySet().stream()
        .anyMatch(
            each ->
                there.map().getOrDefault(each.getKey(), Quantity.ZERO).compareTo(each.getValue())
                    < 0);
  }

  private void compare(Pod pod, LaunchShortfall launch) {
    boolean waited = pod.created() == null || pod.created().compareTo(launch.launched()) <= 0;
    if (!waited
        || lacks(launch.promised(), pod.requests())
        || !lacks(launch.real(), pod.requests())) {
      return;
    }
    String resource =
        pod.requests().map().keySet().stream()
            .filter(
                name ->
                    launch
                            .real()
                            .map()
                            .getOrDefault(name, Quantity.ZERO)
                            .compareTo(pod.requests().map().get(name))
                        < 0)
            .findFirst()
            .orElseThrow();
    var shortfall =
        new PodShortfall(
            pod.namespace() + "/" + pod.name(),
            launch.nodeClaim(),
            launch.nodePool(),
            launch.instanceType(),
            launch.ami(),
            launch.launched(),
            resource,
            pod.requests().quantity(resource),
            launch.promised().quantity(resource),
            launch.real().quantity(resource));
    String key = shortfall.pod() + " " + launch.nodePool() + " " + launch.instanceType();
    byPod.computeIfAbsent(key, none -> new LinkedHashSet<>()).add(shortfall);
  }

  private void judge(Collection<PodShortfall> alike, Duration window) {
    PodShortfall newest = alike.stream().max(BY_TIME).orElseThrow();
    Instant since = newest.launched().minus(window);
    int count = (int) alike.stream().filter(each -> each.launched().isAfter(since)).count();
    // A claim that became two nodes is last in two shapes.
    for (PodShortfall last : alike) {
      if (BY_TIME.compare(last, newest) == 0
          && world.parameters("loop.launches").stream()
              .anyMatch(least -> Integer.parseInt(least.value()) <= count)) {
        LaunchLoop loop = loop(last, count);
        out.add(loop);
        lastLoops.merge(
            last.nodePool() + " " + last.instanceType(),
            loop,
            (a, b) -> {
              int order = a.launched().compareTo(b.launched());
              return order > 0 || (order == 0 && a.pod().compareTo(b.pod()) > 0) ? a : b;
            });
      }
    }
  }

  private static LaunchLoop loop(PodShortfall last, int count) {
    return new LaunchLoop(
        "LOOP-001",
        last.pod(),
        last.nodePool(),
        last.instanceType(),
        last.ami(),
        count,
        last.launched(),
        last.resource(),
        last.promised(),
        last.real(),
        "NodePool %s launched %s %d times for Pod %s, which asks for %s of %s: nodes were promised to hold %s and hold %s. Maybe let the pod ask for less, or the pool use other types."
            .formatted(
                last.nodePool(),
                last.instanceType(),
                count,
                last.pod(),
                last.asked(),
                last.resource(),
                last.promised(),
                last.real()));
  }
}
