package dev.plumbline.twin;

import dev.plumbline.conclusion.GateClosed;
import dev.plumbline.conclusion.GateOpen;
import dev.plumbline.conclusion.GateSubject;
import dev.plumbline.conclusion.SourceFault;
import dev.plumbline.conclusion.SourceNotReady;
import dev.plumbline.conclusion.SsmLookup;
import dev.plumbline.fact.AmiSelectorTerm;
import dev.plumbline.fact.ErrorClass;
import dev.plumbline.fact.Gate;
import dev.plumbline.fact.GateDependency;
import dev.plumbline.fact.NodePool;
import dev.plumbline.fact.Source;
import dev.plumbline.fact.SsmError;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** readiness-gates.drl: which activities must wait? */
final class TwinGates {

  private static final String RESOLUTION = "ami-resolution";
  private static final String MAPPING = "instance-type-mapping";
  private static final String USABILITY = "node-pool-usability";

  private final TwinFacts world;
  private final TwinSources sources;
  private final TwinConclusions out;
  private final Set<SourceFault> faults = new LinkedHashSet<>();
  private final Map<String, List<String>> objects = new HashMap<>(); // by subjects
  private final Set<GateClosed> closed = new LinkedHashSet<>();

  private TwinGates(TwinFacts world, TwinSources sources, TwinConclusions out) {
    this.world = world;
    this.sources = sources;
    this.out = out;
  }

  static TwinGates close(TwinFacts world, TwinSources sources, TwinConclusions out) {
    var gates = new TwinGates(world, sources, out);
    gates.findSsmFaults();
    gates.faults.forEach(out::add);
    gates.findSubjects();
    gates.closeForSources();
    for (TwinClass nodeClass : world.classes.values()) {
      if (nodeClass.fact != null) {
        gates.closeResolution(nodeClass);
      }
    }
    gates.closeForGates();
    gates.closed.addAll(TwinCaps.count(world, out));
    gates.closed.addAll(TwinReplicas.compare(world, out));
    gates.closed.forEach(out::add);
    for (Gate gate : world.gates) {
      if (gates.closed.stream().noneMatch(closed -> closed.gate().equals(gate.name()))) {
        out.add(new GateOpen(gate.name()));
      }
    }
    for (TwinClass nodeClass : world.classes.values()) {
      if (nodeClass.fact != null) {
        String object = nodeClass.fact.key();
        gates.closed.stream()
            .filter(gate -> gate.gate().equals(RESOLUTION) && gate.blocks().equals(object))
            .forEach(nodeClass.waiting::add);
        nodeClass.mappingWaits = gates.waits(MAPPING, object);
      }
    }
    return gates;
  }

  boolean waits(NodePool pool) {
    return waits(USABILITY, pool.key());
  }

  boolean orderWaits() {
    return waits("node-pool-order", "Cluster");
  }

  /** Whether an activity waits for an object. */
  boolean waits(String gate, String object) {
    return closed.stream().anyMatch(it -> it.gate().equals(gate) && it.blocks().equals(object));
  }

  private void findSsmFaults() {
    var lookedUp = new HashSet<String>();
    for (TwinClass nodeClass : world.classes.values()) {
      nodeClass.lookups.forEach(lookup -> lookedUp.add(lookup.parameter()));
    }
    for (SsmError error : world.ssmErrors.values()) {
      ErrorClass known = world.errorClasses.get(error.code());
      String errorClass = known == null ? "transient" : known.errorClass();
      if (errorClass.equals("insufficientCapacity")) {
        errorClass = "transient";
      }
      if (lookedUp.contains(error.name()) && !errorClass.equals("notFound")) {
        String operation = "GetParameter " + error.name();
        faults.add(new SourceFault("ssm-parameters", operation, error.code(), errorClass));
      }
    }
  }

  /** The objects that activities are declared for. */
  private void findSubjects() {
    boolean overlays =
        world.parameters("preference.form").stream()
            .anyMatch(form -> form.value().equals("nodeoverlay"));
    for (TwinClass nodeClass : world.classes.values()) {
      if (nodeClass.fact != null) {
        String object = nodeClass.fact.key();
        subject("node-class", object, true);
        subject(
            "node-class-by-ssm",
            object,
            any(nodeClass.terms, term -> term.alias() != null || term.ssmParameter() != null));
        subject(
            "node-class-in-use",
            object,
            world.claims.stream().anyMatch(claim -> claim.nodeClass().equals(nodeClass.name)));
      }
    }
    for (NodePool pool : world.pools) {
      String object = pool.key();
      TwinClass nodeClass = world.classes.get(pool.nodeClass());
      boolean prefers = world.preferring.contains(pool.name());
      String form = pool.annotations().value("plumbline.dev/prefer-form");
      subject("node-pool", object, true);
      subject(
          "node-pool-in-zones",
          object,
          nodeClass != null
              && nodeClass.fact != null
              && (!nodeClass.fact.zones().none() || pool.requirements().bindsZone()));
      subject(
          "node-pool-in-use",
          object,
          world.claims.stream().anyMatch(claim -> pool.name().equals(claim.nodePool())));
      subject("node-pool-with-preference", object, prefers);
      subject(
          "node-pool-with-overlays",
          object,
          prefers && (form == null ? overlays : form.equals("nodeoverlay")));
    }
    subject("cluster-with-pools", "Cluster", !world.pools.isEmpty());
    subject("cluster-with-nodes", "Cluster", !world.nodes.isEmpty());
  }

  private void subject(String subjects, String object, boolean holds) {
    if (holds) {
      out.add(new GateSubject(subjects, object));
      objects.computeIfAbsent(subjects, none -> new ArrayList<>()).add(object);
    }
  }

  private void closeForSources() {
    var notReady = new HashSet<String>();
    sources.notReady.forEach(source -> notReady.add(source.source()));
    for (GateDependency dependency : world.dependencies) {
      Source known = world.sourcesKnown.get(dependency.waitsFor());
      String whole = known == null ? null : known.whole();
      for (SourceNotReady it : sources.notReady) {
        boolean own = it.source().equals(dependency.waitsFor()) && !notReady.contains(whole);
        if (own || it.source().equals(whole)) {
          for (String object : objects.getOrDefault(dependency.subjects(), List.of())) {
            close(
                new GateClosed(
                    dependency.gate(),
                    object,
                    it.source(),
                    it.errorClass(),
                    it.since(),
                    it.message()));
          }
        }
      }
    }
  }

  /** Closes what waits for what is closed. */
  private void closeForGates() {
    for (GateClosed cause : List.copyOf(closed)) {
      for (GateDependency dependency : world.dependencies) {
        if (dependency.waitsFor().equals(cause.gate())) {
          for (String object : objects.getOrDefault(dependency.subjects(), List.of())) {
            if (object.equals(cause.blocks())
                || cause.blocks().equals("Cluster")
                || cause.blocks().equals(nodeClassOf(object))) {
              close(
                  new GateClosed(
                      dependency.gate(),
                      object,
                      cause.gate(),
                      cause.errorClass(),
                      cause.since(),
                      cause.message()));
            }
          }
        }
      }
    }
  }

  private @Nullable String nodeClassOf(String object) {
    for (NodePool pool : world.pools) {
      if (pool.key().equals(object)) {
        TwinClass nodeClass = world.classes.get(pool.nodeClass());
        return nodeClass == null || nodeClass.fact == null ? null : nodeClass.fact.key();
      }
    }
    return null;
  }

  private void close(GateClosed gate) {
    closed.add(gate);
  }

  private void closeResolution(TwinClass nodeClass) {
    String object = nodeClass.fact.key();
    List<AmiSelectorTerm> terms = nodeClass.terms;
    boolean alias = any(terms, term -> term.alias() != null);
    var waiting = new ArrayList<GateClosed>();
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
              null,
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
              null,
              "the account that self stands for is not told. Maybe add accountId to snapshot.yaml."));
    }
    waiting.forEach(this::close);
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
                null,
                "SSM parameter " + parameter + " failed with " + fault.code()));
      }
    }
    return closed;
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
