package dev.plumbline.twin;

import dev.plumbline.conclusion.ObjectUnreadable;
import dev.plumbline.conclusion.SourceFault;
import dev.plumbline.conclusion.SourceNotReady;
import dev.plumbline.fact.ErrorClass;
import dev.plumbline.fact.NodeClaim;
import dev.plumbline.fact.ObjectFault;
import dev.plumbline.fact.Parameter;
import dev.plumbline.fact.Source;
import dev.plumbline.fact.SourceStatus;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.Set;

/** source-readiness.drl: which sources cannot be relied on? */
final class TwinSources {

  final Set<SourceNotReady> notReady = new LinkedHashSet<>();
  private final TwinFacts world;
  private final TwinConclusions out;

  private TwinSources(TwinFacts world, TwinConclusions out) {
    this.world = world;
    this.out = out;
  }

  static TwinSources judge(TwinFacts world, TwinConclusions out) {
    var sources = new TwinSources(world, out);
    for (SourceStatus status : world.sources.values()) {
      switch (status.state()) {
        case "syncing" -> sources.wait(status, "transient", " is still loading");
        case "absent" ->
            sources.notReady.add(
                new SourceNotReady(
                    status.source(),
                    "persistent",
                    null,
                    status.source() + " is not in this snapshot"));
        case "failed" -> sources.failed(status);
        case "synced" -> sources.synced(status);
        default -> {}
      }
    }
    sources.cluster();
    for (ObjectFault fault : world.objectFaults) {
      out.add(new ObjectUnreadable("GATE-055", fault.source(), fault.object(), fault.message()));
    }
    new TwinLive(world, sources.notReady, out).ask();
    sources.notReady.forEach(out::add);
    sources.notReady.forEach(source -> world.notReady.add(source.source()));
    return sources;
  }

  private void failed(SourceStatus status) {
    ErrorClass known = status.code() == null ? null : world.errorClasses.get(status.code());
    String errorClass = known == null ? "notFound" : known.errorClass();
    boolean again =
        world.parameters("gates.unknownPersistentAfter").stream()
            .anyMatch(limit -> Integer.parseInt(limit.value()) <= status.failures());
    errorClass =
        switch (errorClass) {
          case "insufficientCapacity" -> "transient";
          case "notFound" -> again ? "persistent" : "transient";
          default -> errorClass;
        };
    String code = status.codeOrUnknown();
    out.add(new SourceFault(status.source(), status.operation(), code, errorClass));
    notReady.add(
        new SourceNotReady(
            status.source(),
            errorClass,
            status.sinceOrLastSuccess(),
            status.operation() + " failed with " + code));
  }

  private void synced(SourceStatus status) {
    for (Parameter limit : world.parameters("gates.staleAfter")) {
      Duration span = limit.duration();
      if (limit.item().equals(status.source())
          && world.time != null
          && status.lastSuccess() != null
          && !status.lastSuccess().plus(span).isAfter(world.time.instant())) {
        notReady.add(
            new SourceNotReady(
                status.source(),
                "transient",
                status.lastSuccess().plus(span),
                status.source()
                    + " last answered at "
                    + status.lastSuccess()
                    + ", longer ago than gates.staleAfter "
                    + limit.value()));
      }
    }
    if (status.items() != null && status.items() == 0) {
      Source known = world.sourcesKnown.get(status.source());
      if (status.held() > 0) {
        wait(
            status,
            "transient",
            " answered with nothing where it had " + status.held() + " before; that is held");
      } else if (known != null && known.neverEmpty()) {
        wait(status, "transient", " answered with nothing, which cannot be true");
      }
    }
  }

  private void cluster() {
    for (Parameter limit : world.parameters("gates.launchWithin")) {
      long late = 0;
      for (NodeClaim claim : world.claims) {
        if (world.time != null
            && claim.providerId() == null
            && !claim.deleting()
            && claim.created() != null
            && !claim.created().plus(limit.duration()).isAfter(world.time.instant())) {
          late++;
        }
      }
      if (late > 0) {
        notReady.add(
            new SourceNotReady(
                "cluster-state",
                "transient",
                null,
                late
                    + " NodeClaims have no providerID, longer than gates.launchWithin "
                    + limit.value()
                    + ". Maybe their launch fails."));
      }
    }
    SourceStatus nodes = world.sources.get("nodes");
    if (world.nodes.isEmpty()
        && nodes != null
        && nodes.state().equals("synced")
        && world.claims.stream().anyMatch(it -> it.nodeName() != null && !it.deleting())) {
      notReady.add(
          new SourceNotReady(
              "nodes",
              "persistent",
              null,
              "NodeClaims name Nodes, but no Node is there. Maybe add what kubectl get nodes -o yaml prints."));
    }
  }

  private void wait(SourceStatus status, String errorClass, String message) {
    notReady.add(
        new SourceNotReady(
            status.source(), errorClass, status.sinceOrLastSuccess(), status.source() + message));
  }
}
