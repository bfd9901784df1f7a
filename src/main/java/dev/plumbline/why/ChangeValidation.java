package dev.plumbline.why;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.plumbline.fact.Disruption.DisruptionBudget;
import dev.plumbline.fact.Fact;
import dev.plumbline.fact.FactTypes;
import dev.plumbline.fact.Images.Ami;
import dev.plumbline.fact.NodeClasses.AmiSelectorTerm;
import dev.plumbline.fact.NodeClasses.BlockDeviceMapping;
import dev.plumbline.fact.NodeClasses.EC2NodeClass;
import dev.plumbline.fact.NodeClasses.KubeletConfiguration;
import dev.plumbline.fact.NodeClasses.NetworkInterface;
import dev.plumbline.fact.NodeOverlays.NodeOverlay;
import dev.plumbline.fact.Operator;
import dev.plumbline.fact.Pods.DaemonSet;
import dev.plumbline.fact.Pods.NodeAffinityTerm;
import dev.plumbline.fact.Pods.Pod;
import dev.plumbline.fact.Policy.Parameter;
import dev.plumbline.fact.Policy.Waiver;
import dev.plumbline.fact.Pools.MinValues;
import dev.plumbline.fact.Pools.NodePool;
import dev.plumbline.fact.Pools.NodePoolTaint;
import dev.plumbline.fact.Pools.PreferenceItem;
import dev.plumbline.fact.RecordType;
import dev.plumbline.fact.Requirement;
import dev.plumbline.fact.Requirements;
import dev.plumbline.fact.Resources;
import dev.plumbline.fact.Tags;
import dev.plumbline.fact.Values;
import dev.plumbline.fact.Verdicts.ImageVerdict;
import dev.plumbline.fact.WellKnown;
import dev.plumbline.source.InvalidSourceException;
import dev.plumbline.source.ParameterKind;
import dev.plumbline.source.PolicyData;
import dev.plumbline.source.PolicyData.ParameterDeclaration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What the readers of the policy data and the API server with Karpenter's CRDs would refuse of
 * objects that are changed: the limits of each field, and those between the fields of one object.
 */
final class ChangeValidation {

  private static final Pattern LABEL =
      Pattern.compile(
          "([a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*/)?"
              + "([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]");
  private static final Pattern LABEL_VALUE =
      Pattern.compile("(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?");
  private static final Pattern WHOLE = Pattern.compile("[0-9]{1,9}");
  private static final Pattern ALIAS = Pattern.compile("([a-zA-Z0-9]+)@(.+)");
  private static final Pattern OWNER = Pattern.compile("[0-9]{12}|self|amazon|aws-marketplace");
  private static final Pattern NODES = Pattern.compile("(100|[0-9]{1,2})%|[0-9]+");
  private static final Pattern TOLERATION =
      Pattern.compile("([^=:]+)(=[^=:]*)?(:(NoSchedule|PreferNoSchedule|NoExecute))?");
  private static final Set<String> AMI_FAMILIES =
      Set.of(
          "AL2", "AL2023", "Bottlerocket", "Custom", "Windows2019", "Windows2022", "Windows2025");
  private static final Set<String> REASONS = Set.of("Drifted", "Empty", "Underutilized");
  private static final Set<String> RESERVED = Set.of("cpu", "memory", "ephemeral-storage", "pid");
  private static final Set<String> OF_PODS = Set.of("cpu", "memory", "ephemeral-storage", "pods");

  private final World world;
  private final Map<String, ParameterDeclaration> declared = new LinkedHashMap<>();
  private final PolicyData data;

  /**
   * @param world how things are before the changes
   */
  ChangeValidation(PolicyData data, World world) {
    this.data = data;
    this.world = world;
    data.declarations().forEach(each -> declared.put(each.name(), each));
  }

  /** What would be refused of the object that {@code fact} belongs to, after some changes. */
  Set<String> problems(Fact fact, Map<String, @Nullable Fact> after) {
    var problems = new HashSet<String>();
    switch (fact) {
      case Parameter parameter -> parameter(parameter.name(), after, problems);
      case Waiver waiver -> filled(after.get(waiver.key()), problems);
      case NodePool pool -> pool(pool.name(), after, problems);
      case DisruptionBudget budget -> pool(budget.nodePool(), after, problems);
      case MinValues minimum -> pool(minimum.nodePool(), after, problems);
      case NodePoolTaint taint -> pool(taint.nodePool(), after, problems);
      case PreferenceItem item -> pool(item.nodePool(), after, problems);
      case EC2NodeClass nodeClass -> nodeClass(nodeClass.name(), after, problems);
      case AmiSelectorTerm term -> nodeClass(term.nodeClass(), after, problems);
      case BlockDeviceMapping mapping -> nodeClass(mapping.nodeClass(), after, problems);
      case KubeletConfiguration kubelet -> nodeClass(kubelet.nodeClass(), after, problems);
      case NetworkInterface nic -> nodeClass(nic.nodeClass(), after, problems);
      default -> alone(now(fact, after), problems);
    }
    return problems;
  }

  private static void alone(@Nullable Fact fact, Set<String> problems) {
    switch (fact) {
      case Pod pod -> {
        podResources(pod.requests(), problems);
        requirements(pod.requirements(), false, problems);
        tolerations(pod.tolerations(), problems);
      }
      case DaemonSet set -> {
        podResources(set.requests(), problems);
        requirements(set.requirements(), false, problems);
        tolerations(set.tolerations(), problems);
      }
      case NodeAffinityTerm term -> requirements(term.requirements(), false, problems);
      case NodeOverlay overlay -> {
        annotations(overlay.annotations(), problems);
        labels(overlay.labels(), problems);
      }
      case ImageVerdict verdict ->
          check(verdict.decision() == null || verdict.reason() != null, "reason", problems);
      case Ami image ->
          image
              .tags()
              .map()
              .forEach(
                  (key, value) ->
                      check(
                          !key.isEmpty()
                              && key.length() <= 128
                              && !key.toLowerCase(Locale.ROOT).startsWith("aws:")
                              && value.length() <= 256,
                          "tag " + key,
                          problems));
      case null, default -> {}
    }
  }

  /** The parameter as {@code parameters.yaml} would set it, read as that file is. */
  private void parameter(String name, Map<String, @Nullable Fact> after, Set<String> problems) {
    ParameterDeclaration declaration = declared.get(name);
    if (declaration == null) {
      problems.add(name + " is not declared");
      return;
    }
    List<Parameter> set = all(Parameter.class, "name", name, Parameter::name, after);
    JsonNodeFactory json = JsonNodeFactory.instance;
    ParameterKind.Shape shape = declaration.kind().shape();
    JsonNode value =
        switch (shape) {
          case SINGLE -> set.isEmpty() ? json.nullNode() : json.textNode(set.getFirst().value());
          case LIST -> {
            var list = json.arrayNode();
            set.forEach(each -> list.add(each.value()));
            yield list;
          }
          case MAP -> {
            var map = json.objectNode();
            set.forEach(each -> map.put(each.item(), each.value()));
            yield map;
          }
        };
    for (Parameter each : set) {
      boolean fits =
          switch (shape) {
            case SINGLE -> each.item().isEmpty();
            case LIST -> WHOLE.matcher(each.item()).matches();
            case MAP -> !each.item().isEmpty();
          };
      check(fits, "item " + each.item(), problems);
    }
    try {
      var file = json.objectNode();
      file.set(name, value);
      data.parameters(file, "parameters.yaml");
    } catch (InvalidSourceException e) {
      problems.add(Objects.requireNonNullElse(e.getMessage(), name));
    }
  }

  private static void filled(@Nullable Fact fact, Set<String> problems) {
    if (fact instanceof Waiver waiver) {
      for (String each :
          List.of(waiver.id(), waiver.rule(), waiver.subject(), waiver.owner(), waiver.reason())) {
        check(!each.isBlank(), "a waiver is filled in", problems);
      }
    }
  }

  // ---- NodePool

  private void pool(String name, Map<String, @Nullable Fact> after, Set<String> problems) {
    if (!(now(RecordType.key(NodePool.class, name), after) instanceof NodePool pool)) {
      check(after.containsKey(RecordType.key(NodePool.class, name)), "no such pool", problems);
      return;
    }
    check(
        world.fact(RecordType.key(EC2NodeClass.class, pool.nodeClass())) != null,
        "no node class " + pool.nodeClass(),
        problems);
    Integer weight = pool.weight();
    check(weight == null || weight >= 1 && weight <= 100, "weight", problems);
    if (pool.replicas() != null) {
      check(weight == null, "weight of a static pool", problems);
      check(
          Set.of("nodes").containsAll(pool.limits().map().keySet()),
          "limits of a static pool",
          problems);
    }
    requirements(pool.requirements(), true, problems);
    annotations(pool.annotations(), problems);
    labels(pool.labels(), problems);
    pool.limits().map().forEach((resource, amount) -> label(resource, problems));
    for (MinValues each : parts(MinValues.class, name, MinValues::nodePool, after)) {
      check(each.count() >= 1 && each.count() <= 50, "minValues", problems);
      List<Requirement> bound =
          pool.requirements().list().stream()
              .filter(it -> Requirements.label(it.key()).equals(each.label()))
              .toList();
      check(!bound.isEmpty(), "minValues of " + each.label(), problems);
      for (Requirement it : bound) {
        check(
            it.operator() != Operator.IN || it.values().size() >= each.count(),
            "minValues of the values of " + each.label(),
            problems);
      }
    }
    List<DisruptionBudget> budgets =
        parts(DisruptionBudget.class, name, DisruptionBudget::nodePool, after);
    contiguous(budgets.stream().map(DisruptionBudget::position).toList(), 0, problems);
    for (DisruptionBudget each : budgets) {
      check(NODES.matcher(each.nodes()).matches(), "nodes of a budget", problems);
      check((each.schedule() == null) == (each.duration() == null), "schedule", problems);
      check(!each.scheduleUnreadable(), "schedule", problems);
      check(REASONS.containsAll(each.reasons().list()), "reasons", problems);
    }
    for (NodePoolTaint each : parts(NodePoolTaint.class, name, NodePoolTaint::nodePool, after)) {
      label(each.taintKey(), problems);
      check(
          Set.of("NoSchedule", "PreferNoSchedule", "NoExecute").contains(each.effect()),
          "effect",
          problems);
      check(each.value().isEmpty() || LABEL.matcher(each.value()).matches(), "taint", problems);
    }
    List<PreferenceItem> items = parts(PreferenceItem.class, name, PreferenceItem::nodePool, after);
    contiguous(items.stream().map(PreferenceItem::position).toList(), 1, problems);
    for (PreferenceItem each : items) {
      check(
          !each.text().isBlank() && !each.text().contains(",") && !each.text().startsWith("!"),
          "plumbline.dev/prefer",
          problems);
    }
  }

  // ---- EC2NodeClass

  private void nodeClass(String name, Map<String, @Nullable Fact> after, Set<String> problems) {
    if (!(now(RecordType.key(EC2NodeClass.class, name), after) instanceof EC2NodeClass written)) {
      check(after.containsKey(RecordType.key(EC2NodeClass.class, name)), "no class", problems);
      return;
    }
    String family = written.amiFamily();
    check(family == null || AMI_FAMILIES.contains(family), "amiFamily", problems);
    String store = written.instanceStorePolicy();
    check(store == null || store.equals("RAID0"), "instanceStorePolicy", problems);
    annotations(written.annotations(), problems);
    List<AmiSelectorTerm> terms =
        parts(AmiSelectorTerm.class, name, AmiSelectorTerm::nodeClass, after);
    contiguous(terms.stream().map(AmiSelectorTerm::index).toList(), 0, problems);
    check(!terms.isEmpty() && terms.size() <= 30, "amiSelectorTerms", problems);
    boolean alias = terms.stream().anyMatch(each -> each.alias() != null);
    check(alias || family != null, "amiFamily is required", problems);
    check(!alias || terms.size() == 1, "alias is the only term", problems);
    terms.forEach(each -> term(each, family, problems));
    List<BlockDeviceMapping> volumes =
        parts(BlockDeviceMapping.class, name, BlockDeviceMapping::nodeClass, after);
    check(
        volumes.stream().filter(BlockDeviceMapping::rootVolume).count() <= 1,
        "rootVolume",
        problems);
    volumes.forEach(
        each ->
            check(
                each.volumeSizeGiB() == null
                    || each.volumeSizeGiB() >= 1 && each.volumeSizeGiB() <= 65_536,
                "volumeSize",
                problems));
    List<NetworkInterface> cards =
        parts(NetworkInterface.class, name, NetworkInterface::nodeClass, after);
    check(
        cards.isEmpty()
            || cards.stream()
                .anyMatch(
                    each ->
                        each.networkCardIndex() == 0 && each.interfaceType().equals("interface")),
        "networkInterfaces need a primary one",
        problems);
    for (NetworkInterface each : cards) {
      check(
          each.networkCardIndex() >= 0
              && Set.of("interface", "efa-only").contains(each.interfaceType()),
          "networkInterfaces",
          problems);
      check(
          !each.interfaceType().equals("efa-only")
              || cards.stream()
                      .filter(
                          other ->
                              other.networkCardIndex() == each.networkCardIndex()
                                  && other.interfaceType().equals("efa-only"))
                      .count()
                  == 1,
          "one efa-only interface for each card",
          problems);
    }
    if (now(RecordType.key(KubeletConfiguration.class, name), after)
        instanceof KubeletConfiguration kubelet) {
      check(kubelet.maxPods() == null || kubelet.maxPods() >= 0, "maxPods", problems);
      check(kubelet.podsPerCore() == null || kubelet.podsPerCore() >= 0, "podsPerCore", problems);
      check(RESERVED.containsAll(kubelet.kubeReserved().map().keySet()), "kubeReserved", problems);
      check(
          RESERVED.containsAll(kubelet.systemReserved().map().keySet()),
          "systemReserved",
          problems);
      kubelet
          .evictionHard()
          .map()
          .forEach(
              (signal, amount) ->
                  check(
                      Set.of(
                                  "memory.available",
                                  "nodefs.available",
                                  "nodefs.inodesFree",
                                  "imagefs.available",
                                  "imagefs.inodesFree",
                                  "pid.available")
                              .contains(signal)
                          && amount.matches(
                              "(\\d{1,2}(\\.\\d{1,2})?|100(\\.0{1,2})?)%|[0-9.]+([KMGTPE]i|[numkMGTPE])?"),
                      "evictionHard",
                      problems));
    }
  }

  private static void term(AmiSelectorTerm term, @Nullable String family, Set<String> problems) {
    boolean others = term.name() != null || term.owner() != null || !term.tags().none();
    check(
        term.alias() != null
            || term.id() != null
            || term.name() != null
            || term.ssmParameter() != null
            || !term.tags().none(),
        "an empty term",
        problems);
    check(term.id() == null || term.alias() == null && !others, "id goes alone", problems);
    check(term.alias() == null || term.id() == null && !others, "alias goes alone", problems);
    check(term.id() == null || term.id().matches("ami-[0-9a-z]+"), "id " + term.id(), problems);
    check(term.name() == null || !term.name().isEmpty(), "name", problems);
    check(term.owner() == null || OWNER.matcher(term.owner()).matches(), "owner", problems);
    check(term.ssmParameter() == null || !term.ssmParameter().isEmpty(), "ssmParameter", problems);
    term.tags()
        .map()
        .forEach(
            (key, value) -> check(!key.isEmpty() && !value.isEmpty(), "an empty tag", problems));
    String alias = term.alias();
    if (alias != null) {
      var match = ALIAS.matcher(alias);
      boolean known = match.matches() && alias.length() <= 30;
      String of = known ? match.group(1) : "";
      check(
          AMI_FAMILIES.stream()
              .anyMatch(each -> !each.equals("Custom") && each.toLowerCase(Locale.ROOT).equals(of)),
          "alias " + alias,
          problems);
      check(!of.startsWith("windows") || alias.endsWith("@latest"), "version of Windows", problems);
      check(
          family == null || family.equals("Custom") || family.toLowerCase(Locale.ROOT).equals(of),
          "alias and amiFamily",
          problems);
    }
  }

  // ---- values

  private static void requirements(Requirements all, boolean ofPool, Set<String> problems) {
    for (Requirement each : all.list()) {
      String key = each.key();
      label(key, problems);
      String domain = key.substring(0, Math.max(0, key.indexOf('/')));
      boolean reserved =
          domain.endsWith("karpenter.sh")
              || domain.endsWith("karpenter.k8s.aws")
              || domain.endsWith("kubernetes.io")
              || domain.endsWith("k8s.io");
      if (ofPool) {
        check(
            !reserved || WellKnown.labels().contains(key) || domain.endsWith("node.kubernetes.io"),
            "label " + key,
            problems);
        check(
            !Set.of(
                    "karpenter.sh/nodepool",
                    "karpenter.sh/registered",
                    "karpenter.sh/initialized",
                    "karpenter.k8s.aws/nitro-sandbox",
                    "kubernetes.io/hostname")
                .contains(key),
            "label " + key,
            problems);
      } else {
        check(
            each.operator() != Operator.GTE && each.operator() != Operator.LTE,
            "operator of " + key,
            problems);
      }
      check(each.operator().bare() || !each.values().isEmpty(), "values of " + key, problems);
      check(
          !each.operator().numeric()
              || each.values().size() == 1 && WHOLE.matcher(each.values().getFirst()).matches(),
          "number of " + key,
          problems);
      each.values()
          .forEach(
              value ->
                  check(
                      value.length() <= 63 && LABEL_VALUE.matcher(value).matches(),
                      "value " + value,
                      problems));
    }
  }

  private static void podResources(Resources requests, Set<String> problems) {
    requests
        .map()
        .forEach(
            (name, amount) -> {
              check(
                  OF_PODS.contains(name) || name.startsWith("hugepages-") || name.contains("/"),
                  "resource " + name,
                  problems);
              label(name, problems);
              check(!name.equals("pods") || amount.whole() == 1, "pods", problems);
            });
    check(requests.has("pods"), "a pod is one pod", problems);
  }

  private static void tolerations(Values tolerations, Set<String> problems) {
    tolerations
        .list()
        .forEach(
            each -> {
              var match = TOLERATION.matcher(each);
              check(
                  match.matches()
                      && (match.group(1).equals("*") || LABEL.matcher(match.group(1)).matches()),
                  "toleration " + each,
                  problems);
            });
  }

  private static void annotations(Tags annotations, Set<String> problems) {
    annotations.map().keySet().forEach(key -> label(key, problems));
  }

  private static void labels(Tags labels, Set<String> problems) {
    labels
        .map()
        .forEach(
            (key, value) -> {
              label(key, problems);
              check(
                  value.length() <= 63 && LABEL_VALUE.matcher(value).matches(),
                  "label " + key + "=" + value,
                  problems);
            });
  }

  private static void label(String key, Set<String> problems) {
    check(
        LABEL.matcher(key).matches() && key.length() - key.indexOf('/') - 1 <= 63,
        "name " + key,
        problems);
  }

  private static void contiguous(List<Integer> positions, int first, Set<String> problems) {
    List<Integer> sorted = positions.stream().sorted().toList();
    for (int i = 0; i < sorted.size(); i++) {
      check(sorted.get(i) == first + i, "a gap at " + (first + i), problems);
    }
  }

  private static void check(boolean fine, String problem, Set<String> problems) {
    if (!fine) {
      problems.add(problem);
    }
  }

  // ---- the world after the changes

  private @Nullable Fact now(Fact fact, Map<String, @Nullable Fact> after) {
    return now(fact.key(), after);
  }

  private @Nullable Fact now(String key, Map<String, @Nullable Fact> after) {
    return after.containsKey(key) ? after.get(key) : world.fact(key);
  }

  private <T extends Fact> List<T> parts(
      Class<T> type, String of, Function<T, String> owner, Map<String, @Nullable Fact> after) {
    String property = Objects.requireNonNull(FactTypes.of(type)).components().getFirst().name();
    return all(type, property, of, owner, after);
  }

  private <T extends Fact> List<T> all(
      Class<T> type,
      String property,
      String of,
      Function<T, String> owner,
      Map<String, @Nullable Fact> after) {
    var all = new ArrayList<T>();
    RecordType record = Objects.requireNonNull(FactTypes.of(type));
    for (Object each : world.where(record, property, of)) {
      T fact = type.cast(each);
      if (owner.apply(fact).equals(of) && !after.containsKey(fact.key())) {
        all.add(fact);
      }
    }
    for (Fact each : nonNull(after.values())) {
      if (type.isInstance(each) && owner.apply(type.cast(each)).equals(of)) {
        all.add(type.cast(each));
      }
    }
    return all;
  }

  private static List<Fact> nonNull(Collection<@Nullable Fact> facts) {
    var all = new ArrayList<Fact>();
    for (Fact each : facts) {
      if (each != null) {
        all.add(each);
      }
    }
    return all;
  }
}
