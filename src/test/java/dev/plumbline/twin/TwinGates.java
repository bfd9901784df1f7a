package dev.plumbline.twin;

import dev.plumbline.conclusion.GateClosed;
import dev.plumbline.conclusion.GateOpen;
import dev.plumbline.conclusion.SourceFault;
import dev.plumbline.conclusion.SourceNotReady;
import dev.plumbline.conclusion.SsmLookup;
import dev.plumbline.fact.AmiSelectorTerm;
import dev.plumbline.fact.ErrorClass;
import dev.plumbline.fact.Gate;
import dev.plumbline.fact.NodePool;
import dev.plumbline.fact.SourceStatus;
import dev.plumbline.fact.SsmError;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;

/** readiness-gates.drl: which activities must wait? */
final class TwinGates {

  private static final String RESOLUTION = "ami-resolution";
  private static final String MAPPING = "instance-type-mapping";
  private static final String USABILITY = "node-pool-usability";

  private final TwinFacts world;
  private final TwinConclusions out;
  private final Set<SourceFault> faults = new LinkedHashSet<>();
  private final Set<SourceNotReady> notReady = new LinkedHashSet<>();
  private final Set<String> closed = new HashSet<>();
  private final Set<String> waitingPools = new HashSet<>();

  private TwinGates(TwinFacts world, TwinConclusions out) {
    this.world = world;
    this.out = out;
  }

  static TwinGates close(TwinFacts world, TwinConclusions out) {
    var gates = new TwinGates(world, out);
    gates.findFaults();
    gates.findNotReady();
    gates.faults.forEach(out::add);
    gates.notReady.forEach(out::add);
    for (TwinClass nodeClass : world.classes.values()) {
      if (nodeClass.fact != null) {
        gates.closeResolution(nodeClass);
        gates.closeMapping(nodeClass);
      }
    }
    for (NodePool pool : world.pools) {
      gates.closeUsability(pool);
    }
    for (Gate gate : world.gates) {
      if (!gates.closed.contains(gate.name())) {
        out.add(new GateOpen(gate.name()));
      }
    }
    return gates;
  }

  boolean waits(NodePool pool) {
    return waitingPools.contains(pool.name());
  }

  boolean orderWaits() {
    return closed.contains("node-pool-order");
  }

  private void findFaults() {
    for (SourceStatus status : world.sources.values()) {
      if (status.state().equals("failed")) {
        ErrorClass known = status.code() == null ? null : world.errorClasses.get(status.code());
        boolean counts = known != null && !known.errorClass().equals("notFound");
        faults.add(
            new SourceFault(
                status.source(),
                status.operation(),
                status.codeOrUnknown(),
                counts ? known.errorClass() : "transient"));
      }
    }
    var lookedUp = new HashSet<String>();
    for (TwinClass nodeClass : world.classes.values()) {
      nodeClass.lookups.forEach(lookup -> lookedUp.add(lookup.parameter()));
    }
    for (SsmError error : world.ssmErrors.values()) {
      ErrorClass known = world.errorClasses.get(error.code());
      String errorClass = known == null ? "transient" : known.errorClass();
      if (lookedUp.contains(error.name()) && !errorClass.equals("notFound")) {
        String operation = "GetParameter " + error.name();
        faults.add(new SourceFault("ssm-parameters", operation, error.code(), errorClass));
      }
    }
  }

  private void findNotReady() {
    for (SourceStatus status : world.sources.values()) {
      String source = status.source();
      switch (status.state()) {
        case "syncing" ->
            notReady.add(new SourceNotReady(source, "transient", source + " is still loading"));
        case "absent" ->
            notReady.add(
                new SourceNotReady(source, "persistent", source + " is not in this snapshot"));
        case "failed" -> {
          for (SourceFault fault : faults) {
            if (fault.source().equals(source) && fault.operation().equals(status.operation())) {
              String message = source + " failed with " + fault.code();
              notReady.add(new SourceNotReady(source, fault.errorClass(), message));
            }
          }
        }
        default -> {}
      }
    }
  }

  private void closeResolution(TwinClass nodeClass) {
    String object = nodeClass.fact.key();
    List<AmiSelectorTerm> terms = nodeClass.terms;
    boolean alias = any(terms, term -> term.alias() != null);
    boolean ssm = alias || any(terms, term -> term.ssmParameter() != null);
    List<GateClosed> waiting = nodeClass.waiting;
    for (SourceNotReady source : notReady) {
      if (source.source().equals("images")
          || source.source().equals("cluster")
          || (ssm && source.source().equals("ssm-parameters"))) {
        waiting.add(closed(RESOLUTION, object, source));
      }
    }
    for (SsmLookup lookup : nodeClass.lookups) {
      if (world.ssmErrors.containsKey(lookup.parameter())) {
        waiting.addAll(closed(object, lookup.parameter()));
      }
    }
    if (alias && world.version == null) {
      waiting.add(
          new GateClosed(
              RESOLUTION,
              object,
              "kubernetesVersion",
              "persistent",
              "the Kubernetes version is not told. Maybe add kubernetesVersion to snapshot.yaml."));
    }
    if (world.account != null
        && world.account.id() == null
        && any(
            terms,
            t ->
                t.id() == null
                    && t.ssmParameter() == null
                    && (Objects.equals(t.owner(), "self") || mayBeOurs(t)))) {
      waiting.add(
          new GateClosed(
              RESOLUTION,
              object,
              "accountId",
              "persistent",
              "the account that self stands for is not told. Maybe add accountId to snapshot.yaml."));
    }
    waiting.forEach(this::add);
  }

  private boolean mayBeOurs(AmiSelectorTerm term) {
    return term.name() != null
        && term.owner() == null
        && world.amis.values().stream()
            .anyMatch(
                ami ->
                    ami.ownerAlias() == null
                        && term.nameFits(ami.name())
                        && ami.tags().matchAll(term.tags()));
  }

  private List<GateClosed> closed(String object, String parameter) {
    var closed = new ArrayList<GateClosed>();
    for (SourceFault fault : faults) {
      if (fault.source().equals("ssm-parameters")
          && fault.operation().equals("GetParameter " + parameter)) {
        closed.add(
            new GateClosed(
                RESOLUTION,
                object,
                "ssm-parameters",
                fault.errorClass(),
                "SSM parameter " + parameter + " failed with " + fault.code()));
      }
    }
    return closed;
  }

  private void closeMapping(TwinClass nodeClass) {
    for (SourceNotReady source : notReady) {
      if (source.source().equals("instance-types") || source.source().equals("cluster")) {
        nodeClass.mappingWaits = true;
        add(closed(MAPPING, nodeClass.fact.key(), source));
      }
    }
  }

  private void closeUsability(NodePool pool) {
    TwinClass nodeClass = world.classes.get(pool.nodeClass());
    boolean zonal =
        nodeClass != null
            && nodeClass.fact != null
            && (!nodeClass.fact.zones().none() || pool.requirements().bindsZone());
    for (SourceNotReady source : notReady) {
      if (source.source().equals("instance-types")
          || source.source().equals("cluster")
          || (zonal && source.source().equals("instance-type-offerings"))) {
        waitingPools.add(pool.name());
        add(closed(USABILITY, pool.key(), source));
      }
    }
  }

  private static GateClosed closed(String gate, String object, SourceNotReady source) {
    return new GateClosed(gate, object, source.source(), source.errorClass(), source.message());
  }

  private void add(GateClosed gate) {
    closed.add(gate.gate());
    out.add(gate);
  }

  private static boolean any(List<AmiSelectorTerm> terms, Predicate<AmiSelectorTerm> test) {
    for (AmiSelectorTerm term : terms) {
      if (test.test(term)) {
        return true;
      }
    }
    return false;
  }
}
