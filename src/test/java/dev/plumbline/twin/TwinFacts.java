package dev.plumbline.twin;

import dev.plumbline.fact.Account;
import dev.plumbline.fact.ActionWrites;
import dev.plumbline.fact.AliasFamily;
import dev.plumbline.fact.AliasPath;
import dev.plumbline.fact.Ami;
import dev.plumbline.fact.AmiSelectorTerm;
import dev.plumbline.fact.BlockDeviceMapping;
import dev.plumbline.fact.ClusterVersion;
import dev.plumbline.fact.DriverImplication;
import dev.plumbline.fact.EC2NodeClass;
import dev.plumbline.fact.ErrorClass;
import dev.plumbline.fact.EvaluationTime;
import dev.plumbline.fact.Fact;
import dev.plumbline.fact.Gate;
import dev.plumbline.fact.GateDependency;
import dev.plumbline.fact.ImageNaming;
import dev.plumbline.fact.Instance;
import dev.plumbline.fact.InstanceType;
import dev.plumbline.fact.InstanceTypeExclusion;
import dev.plumbline.fact.InstanceTypeOffering;
import dev.plumbline.fact.MinValues;
import dev.plumbline.fact.Node;
import dev.plumbline.fact.NodeClaim;
import dev.plumbline.fact.NodePool;
import dev.plumbline.fact.ObjectFault;
import dev.plumbline.fact.OnDemandPrice;
import dev.plumbline.fact.Parameter;
import dev.plumbline.fact.PreferenceItem;
import dev.plumbline.fact.ProcessorArchitecture;
import dev.plumbline.fact.ReplicaRevision;
import dev.plumbline.fact.Source;
import dev.plumbline.fact.SourceScope;
import dev.plumbline.fact.SourceStatus;
import dev.plumbline.fact.SpotPrice;
import dev.plumbline.fact.SsmError;
import dev.plumbline.fact.SsmParameter;
import dev.plumbline.fact.StatusAmi;
import dev.plumbline.fact.StatusCondition;
import dev.plumbline.fact.UnavailableOffering;
import dev.plumbline.fact.Values;
import dev.plumbline.fact.Waiver;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The facts by what the policy asks them for. */
final class TwinFacts {

  Account account;
  ClusterVersion version;
  EvaluationTime time;
  final Map<String, Ami> amis = new HashMap<>();
  final Map<String, AliasFamily> families = new HashMap<>();
  final Map<String, List<AliasFamily>> familiesByAmiFamily = new HashMap<>();
  final List<AliasPath> paths = new ArrayList<>();
  final List<DriverImplication> drivers = new ArrayList<>();
  final List<ImageNaming> namings = new ArrayList<>();
  final Map<String, ErrorClass> errorClasses = new HashMap<>();
  final List<Gate> gates = new ArrayList<>();
  final List<GateDependency> dependencies = new ArrayList<>();
  final Map<String, Source> sourcesKnown = new HashMap<>();
  final Map<String, ActionWrites> writes = new HashMap<>();
  final List<ReplicaRevision> replicas = new ArrayList<>();
  final List<Waiver> waivers = new ArrayList<>();
  final List<NodeClaim> claims = new ArrayList<>();
  final List<Node> nodes = new ArrayList<>();
  final List<ObjectFault> objectFaults = new ArrayList<>();
  final Set<String> preferring = new HashSet<>(); // pools
  final Map<String, Set<String>> exclusions = new HashMap<>(); // instance families by AMI family
  final List<InstanceType> types = new ArrayList<>();
  final Map<String, List<InstanceType>> typesByArchitecture = new HashMap<>();
  final Map<String, List<String>> zonesByType = new HashMap<>();
  final Set<String> architectures = new HashSet<>();
  private final Map<String, Values> zones = new HashMap<>();
  final List<NodePool> pools = new ArrayList<>();
  final Map<String, List<InstanceType>> usable = new HashMap<>(); // by pool, as TwinPools finds
  final Map<String, StatusCondition> conditions = new HashMap<>(); // by key
  final List<UnavailableOffering> unavailableOfferings = new ArrayList<>();
  final Map<String, OnDemandPrice> onDemandPrices = new HashMap<>(); // by type
  final Map<String, SpotPrice> spotPrices = new HashMap<>(); // by key
  final List<MinValues> minValues = new ArrayList<>();
  final Map<String, List<NodePool>> poolsByClass = new HashMap<>();
  final Map<String, List<Parameter>> parameters = new HashMap<>();
  final Set<String> notReady = new HashSet<>(); // sources
  final Map<String, SourceStatus> sources = new HashMap<>();
  final Map<String, SourceScope> scopes = new HashMap<>();
  final List<Instance> instances = new ArrayList<>();
  final Map<String, SsmParameter> ssmParameters = new HashMap<>();
  final Map<String, SsmError> ssmErrors = new HashMap<>();
  final Map<String, TwinClass> classes = new LinkedHashMap<>();

  TwinFacts(Collection<Fact> facts) {
    for (Fact fact : facts) {
      add(fact);
    }
  }

  private void add(Fact fact) {
    switch (fact) {
      case Account it -> account = it;
      case ClusterVersion it -> version = it;
      case EvaluationTime it -> time = it;
      case Ami it -> amis.put(it.id(), it);
      case AliasFamily it -> {
        families.put(it.family(), it);
        list(familiesByAmiFamily, it.amiFamily()).add(it);
      }
      case AliasPath it -> paths.add(it);
      case DriverImplication it -> drivers.add(it);
      case ImageNaming it -> namings.add(it);
      case ErrorClass it -> errorClasses.put(it.code(), it);
      case Gate it -> gates.add(it);
      case GateDependency it -> dependencies.add(it);
      case Source it -> sourcesKnown.put(it.name(), it);
      case ActionWrites it -> writes.put(it.action(), it);
      case ReplicaRevision it -> replicas.add(it);
      case Waiver it -> waivers.add(it);
      case NodeClaim it -> claims.add(it);
      case Node it -> nodes.add(it);
      case ObjectFault it -> objectFaults.add(it);
      case PreferenceItem it -> preferring.add(it.nodePool());
      case InstanceTypeExclusion it ->
          exclusions
              .computeIfAbsent(it.amiFamily(), family -> new HashSet<>())
              .add(it.instanceFamily());
      case InstanceType it -> {
        types.add(it);
        list(typesByArchitecture, it.architecture()).add(it);
      }
      case InstanceTypeOffering it -> list(zonesByType, it.instanceType()).add(it.zone());
      case NodePool it -> {
        pools.add(it);
        list(poolsByClass, it.nodeClass()).add(it);
      }
      case Parameter it -> list(parameters, it.name()).add(it);
      case ProcessorArchitecture it -> architectures.add(it.name());
      case SourceStatus it -> sources.put(it.source(), it);
      case SourceScope it -> scopes.put(it.source(), it);
      case Instance it -> instances.add(it);
      case SsmParameter it -> ssmParameters.put(it.name(), it);
      case SsmError it -> ssmErrors.put(it.name(), it);
      case EC2NodeClass it -> nodeClass(it.name()).fact = it;
      case AmiSelectorTerm it -> nodeClass(it.nodeClass()).terms.add(it);
      case BlockDeviceMapping it -> nodeClass(it.nodeClass()).mappings.add(it);
      case StatusAmi it -> nodeClass(it.nodeClass()).statusAmis.add(it);
      case UnavailableOffering it -> unavailableOfferings.add(it);
      case OnDemandPrice it -> onDemandPrices.put(it.instanceType(), it);
      case SpotPrice it -> spotPrices.put(it.key(), it);
      case MinValues it -> minValues.add(it);
      case StatusCondition it -> {
        conditions.put(it.key(), it);
        if (it.kind().equals("EC2NodeClass") && it.type().equals("AMIsReady")) {
          nodeClass(it.name()).statusReady = it;
        }
      }
      default -> {}
    }
  }

  private TwinClass nodeClass(String name) {
    return classes.computeIfAbsent(name, TwinClass::new);
  }

  /** The parameters of a name: one, or one an item. */
  List<Parameter> parameters(String name) {
    return parameters.getOrDefault(name, List.of());
  }

  /** The zones where a type is offered. */
  Values zones(InstanceType type) {
    return zones.computeIfAbsent(
        type.name(), name -> Values.of(zonesByType.getOrDefault(name, List.of())));
  }

  /** Whether a source is there and can be relied on, once that is judged. */
  boolean synced(String source) {
    SourceStatus status = sources.get(source);
    return status != null && status.state().equals("synced") && !notReady.contains(source);
  }

  boolean absent(String source) {
    SourceStatus status = sources.get(source);
    return status != null && status.state().equals("absent");
  }

  private static <T> List<T> list(Map<String, List<T>> map, String key) {
    return map.computeIfAbsent(key, k -> new ArrayList<>());
  }
}
