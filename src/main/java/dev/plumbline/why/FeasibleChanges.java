package dev.plumbline.why;

import dev.plumbline.fact.Cluster.Account;
import dev.plumbline.fact.Disruption.DisruptionBudget;
import dev.plumbline.fact.Fact;
import dev.plumbline.fact.FactTypes;
import dev.plumbline.fact.Images.Ami;
import dev.plumbline.fact.Images.SsmParameter;
import dev.plumbline.fact.NodeClasses.AmiSelectorTerm;
import dev.plumbline.fact.NodeClasses.BlockDeviceMapping;
import dev.plumbline.fact.NodeClasses.EC2NodeClass;
import dev.plumbline.fact.NodeClasses.KubeletConfiguration;
import dev.plumbline.fact.NodeClasses.NetworkInterface;
import dev.plumbline.fact.NodeOverlays.NodeOverlay;
import dev.plumbline.fact.Nodes.NodeClaim;
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
import dev.plumbline.fact.RecordType.Property;
import dev.plumbline.fact.Requirements;
import dev.plumbline.fact.Resources;
import dev.plumbline.fact.Revisions.RevisionApproval;
import dev.plumbline.fact.Tags;
import dev.plumbline.fact.Verdicts.ImageVerdict;
import dev.plumbline.source.PolicyData;
import dev.plumbline.source.PolicyData.ParameterDeclaration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Which changes a person can make: of parameters and waivers, of what they write in their objects,
 * of the tags of their own images; and of those, which ones the readers of the policy data and the
 * API server with Karpenter's CRDs accept. What EC2 says and what ships with the rules is no one's
 * to change.
 */
final class FeasibleChanges {

  /** What people write of an object: every other component is what somebody else says of it. */
  private static final Map<Class<? extends Fact>, Set<String>> WRITTEN =
      Map.ofEntries(
          Map.entry(Parameter.class, Set.of("value")),
          Map.entry(Waiver.class, Set.of("rule", "subject", "owner", "reason", "until")),
          Map.entry(
              NodePool.class,
              Set.of("nodeClass", "weight", "requirements", "annotations", "labels", "limits")),
          Map.entry(DisruptionBudget.class, Set.of("nodes", "reasons", "schedule", "duration")),
          Map.entry(MinValues.class, Set.of("count")),
          Map.entry(PreferenceItem.class, Set.of("text", "excluded")),
          Map.entry(EC2NodeClass.class, Set.of("amiFamily", "annotations", "instanceStorePolicy")),
          Map.entry(
              AmiSelectorTerm.class,
              Set.of("alias", "id", "name", "owner", "ssmParameter", "tags")),
          Map.entry(BlockDeviceMapping.class, Set.of("rootVolume", "volumeSizeGiB")),
          Map.entry(
              KubeletConfiguration.class,
              Set.of("maxPods", "podsPerCore", "kubeReserved", "systemReserved", "evictionHard")),
          Map.entry(NetworkInterface.class, Set.of("networkCardIndex", "interfaceType")),
          Map.entry(NodeOverlay.class, Set.of("annotations", "labels")),
          Map.entry(ImageVerdict.class, Set.of("decision", "reason", "author", "expires")),
          Map.entry(Pod.class, Set.of("requests", "requirements", "tolerations")),
          Map.entry(DaemonSet.class, Set.of("requests", "requirements", "tolerations")),
          Map.entry(NodeAffinityTerm.class, Set.of("requirements")),
          Map.entry(Ami.class, Set.of("tags")));

  /** What may be added or taken away as a part of an object that is there, or of the policy. */
  private static final Set<Class<? extends Fact>> PARTS =
      Set.of(
          Parameter.class,
          Waiver.class,
          DisruptionBudget.class,
          MinValues.class,
          PreferenceItem.class,
          NodePoolTaint.class,
          AmiSelectorTerm.class,
          RevisionApproval.class);

  /** What may be deleted as a whole. */
  private static final Set<Class<? extends Fact>> OBJECTS =
      Set.of(
          NodePool.class,
          EC2NodeClass.class,
          NodeOverlay.class,
          NodeClaim.class,
          Pod.class,
          DaemonSet.class);

  /**
   * Annotations and labels of the copies that actions make, and by which Karpenter detects what has
   * changed: nobody sets them by hand.
   */
  private static final List<String> MARKS =
      List.of(
          EC2NodeClass.CANARY_OF,
          EC2NodeClass.CANARY_POOL,
          EC2NodeClass.CANARY_RELEASE,
          "plumbline.dev/tier-of",
          "karpenter.sh/nodepool-hash",
          "karpenter.sh/nodepool-hash-version",
          "karpenter.k8s.aws/ec2nodeclass-hash",
          "karpenter.k8s.aws/ec2nodeclass-hash-version");

  /** Labels whose values Karpenter gives; another one is accepted, and no node ever has it. */
  private static final Map<String, Set<String>> VALUES =
      Map.of(
          "kubernetes.io/arch", Set.of("amd64", "arm64"),
          "kubernetes.io/os", Set.of("linux", "windows"),
          "karpenter.sh/capacity-type", Set.of("on-demand", "spot", "reserved"));

  private static final Set<String> RESOURCES =
      Set.of("cpu", "memory", "ephemeral-storage", "pods", "nodes");

  private final World world;
  private final Map<String, ParameterDeclaration> declared = new LinkedHashMap<>();
  private final ChangeValidation validation;

  FeasibleChanges(PolicyData data, World world) {
    this.world = world;
    this.validation = new ChangeValidation(data, world);
    data.declarations().forEach(each -> declared.put(each.name(), each));
  }

  /** Whether a person can make all of {@code changes} together. */
  boolean feasible(List<FactChange> changes) {
    if (!changes.stream().allMatch(this::possible)) {
      return false;
    }
    Map<String, @Nullable Fact> after = new TreeMap<>();
    changes.forEach(change -> after.put(change.key(), change.after()));
    for (FactChange change : changes) {
      Fact fact = Objects.requireNonNull(change.after() == null ? change.before() : change.after());
      Set<String> problems = validation.problems(fact, after);
      if (!problems.isEmpty()) {
        problems.removeAll(validation.problems(fact, Map.of()));
      }
      if (!problems.isEmpty()) {
        return false;
      }
    }
    return true;
  }

  /** The types of which people write something, by name. */
  static List<Class<? extends Fact>> written() {
    var types = new ArrayList<Class<? extends Fact>>(WRITTEN.keySet());
    types.sort(Comparator.comparing(Class::getSimpleName));
    return types;
  }

  /** Whether people write this of an object, rather than somebody else says it of one. */
  static boolean isWritten(Class<? extends Fact> type, String component) {
    return WRITTEN.getOrDefault(type, Set.of()).contains(component);
  }

  /** Whether it is a part of an object or of the policy, and no object of its own. */
  static boolean isPart(Fact fact) {
    return PARTS.contains(fact.getClass());
  }

  private boolean possible(FactChange change) {
    Fact before = change.before();
    Fact after = change.after();
    if (before instanceof Parameter parameter && mirrored(parameter)
        || after instanceof Parameter added && mirrored(added)) {
      return false;
    }
    if (after instanceof AmiSelectorTerm term && !selects(term)) {
      return false;
    }
    if (before == null) {
      return after != null && PARTS.contains(after.getClass());
    }
    if (after == null) {
      return PARTS.contains(before.getClass()) || OBJECTS.contains(before.getClass());
    }
    Set<String> written = WRITTEN.getOrDefault(before.getClass(), Set.of());
    if (before instanceof Ami image && !image.ownerId().equals(account())) {
      return false;
    }
    RecordType type = Objects.requireNonNull(FactTypes.of(before.getClass()));
    for (Property each : type.components()) {
      Object value = each.reader().apply(after);
      Object old = each.reader().apply(before);
      if (!Objects.equals(old, value)
          && (!written.contains(each.name())
              || !oneOf(each, value)
              || marked(old, value)
              || pointless(old, value))) {
        return false;
      }
    }
    return !(before instanceof NodePool pool && after instanceof NodePool now)
        || now.nodeClass().equals(pool.nodeClass())
        || isMistaken(pool, now);
  }

  /** Whether its node class is not there: only then is another one what was meant. */
  private boolean isMistaken(NodePool pool, NodePool now) {
    return world.fact(RecordType.key(EC2NodeClass.class, pool.nodeClass())) == null
        && world.fact(RecordType.key(EC2NodeClass.class, now.nodeClass())) != null;
  }

  /** Whether it selects by what is there: an id, a path or a name of images, each in its place. */
  private boolean selects(AmiSelectorTerm term) {
    String id = term.id();
    String parameter = term.ssmParameter();
    String name = term.name();
    boolean others = term.alias() != null || id != null || name != null || term.owner() != null;
    return (id == null || world.fact(RecordType.key(Ami.class, id)) != null)
        && (name == null || !name.startsWith("ami-"))
        && (parameter == null
            || !others
                && term.tags().none()
                && world.fact(RecordType.key(SsmParameter.class, parameter)) != null);
  }

  /** Whether they differ by what marks an object, and is written by a program alone. */
  private static boolean marked(@Nullable Object before, @Nullable Object after) {
    return before instanceof Tags old
        && after instanceof Tags now
        && MARKS.stream().anyMatch(mark -> !Objects.equals(old.value(mark), now.value(mark)));
  }

  /** Whether it adds a value that nothing ever has: accepted, but no way to anything. */
  private static boolean pointless(@Nullable Object before, @Nullable Object after) {
    if (before instanceof Requirements old && after instanceof Requirements now) {
      return now.list().stream()
          .filter(each -> !old.list().contains(each))
          .anyMatch(
              each ->
                  !VALUES
                      .getOrDefault(each.key(), Set.copyOf(each.values()))
                      .containsAll(each.values()));
    }
    return before instanceof Resources old
        && after instanceof Resources now
        && now.map().keySet().stream()
            .anyMatch(
                name ->
                    !old.has(name)
                        && !RESOURCES.contains(name)
                        && !name.contains("/")
                        && !name.startsWith("hugepages-"));
  }

  /** Whether a closed list of words has {@code value}. */
  private static boolean oneOf(Property property, @Nullable Object value) {
    return property.words().isEmpty()
        || value == null
        || property.words().contains(value.toString());
  }

  /** Whether it repeats what Karpenter was started with or what EC2 has: no wish changes that. */
  private boolean mirrored(Parameter parameter) {
    ParameterDeclaration declaration = declared.get(parameter.name());
    return declaration != null && declaration.mirrors() != null;
  }

  private @Nullable String account() {
    return world.fact(RecordType.name(Account.class)) instanceof Account account
        ? account.id()
        : null;
  }
}
