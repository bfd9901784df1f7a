package dev.plumbline.worlds;

import dev.plumbline.conclusion.DisruptionConclusions.DisruptionAllowance;
import dev.plumbline.conclusion.InstanceTypeConclusions.InstanceTypeAmi;
import dev.plumbline.conclusion.InstanceTypeConclusions.InstanceTypeOutOfCapacity;
import dev.plumbline.conclusion.InstanceTypeConclusions.InstanceTypeUnpriced;
import dev.plumbline.conclusion.InstanceTypeConclusions.InstanceTypeUsable;
import dev.plumbline.conclusion.PodConclusions.PodDestination;
import dev.plumbline.conclusion.RolloutConclusions.NodeClaimDrifted;
import dev.plumbline.engine.RuleSet;
import dev.plumbline.fact.NodeClasses.EC2NodeClass;
import dev.plumbline.fact.Nodes.NodeClaim;
import dev.plumbline.fact.Pods.Pod;
import dev.plumbline.fact.Pools.NodePool;
import dev.plumbline.language.RuleFiles;
import dev.plumbline.worlds.KarpenterTypes.Type;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The rules against Karpenter's published algorithms, over random worlds. The algorithms are ported
 * from its source ({@code Karpenter…} in this package) and read facts alone. Where we differ on
 * purpose, {@code docs/architecture.md} says so, and {@link Differences} names it here.
 */
@Tag("long")
class KarpenterDifferentialTest {

  private static final int WORLDS = Integer.getInteger("karpenter.worlds", 2_000);

  /** What the questions depend on does not depend on these files. */
  private static final Set<String> WITHOUT =
      Set.of(
          ("ami-in-use findings hold-disruption narrow-node-pool node-removals pin-amis"
                  + " preference-form preference-tiers promote-amis replicas rollout-stuck"
                  + " rule-revisions tier-retirement write-flapping")
              .split(" "));

  private static final RuleSet RULES = RuleSet.compile(rules());

  private static final Map<String, Differences> FOUND = new TreeMap<>();

  @BeforeAll
  static void compareAllWorlds() {
    for (long seed = 0; seed < WORLDS; seed++) {
      compare(SettledWorld.of(seed, LiveWorld.random(seed), RULES));
    }
  }

  private static RuleFiles rules() {
    var files = new TreeMap<>(RuleFiles.shipped().all());
    files.keySet().removeIf(name -> WITHOUT.contains(name.substring(0, name.indexOf('.'))));
    return RuleFiles.of(files);
  }

  /** Karpenter's answers, or those with the documented differences. */
  private record Port(FactsByType facts, KarpenterImages images, KarpenterTypes types) {

    @Nullable String image(EC2NodeClass nodeClass, Type type) {
      return images.map(type.requirements(), images.list(nodeClass));
    }

    /**
     * Scheduled as {@code NewScheduler} filters, launched as {@code resolver.go} maps to images.
     */
    Map<String, String> launched(NodePool pool, EC2NodeClass nodeClass) {
      var wanted = KarpenterRequirements.of(pool.requirements().written());
      var launched = new TreeMap<String, String>();
      for (Type type : types.list(nodeClass)) {
        String image = image(nodeClass, type);
        if (image != null && type.launchable(wanted)) {
          launched.put(type.name(), image);
        }
      }
      return launched;
    }
  }

  private static void compare(SettledWorld world) {
    var facts = new FactsByType(world.facts());
    var karpenter = new Port(facts, new KarpenterImages(facts), new KarpenterTypes(facts));
    var documented = new Port(facts, new DocumentedImages(facts), new DocumentedTypes(facts));
    for (EC2NodeClass nodeClass : facts.all(EC2NodeClass.class)) {
      images(world, nodeClass, karpenter, documented);
    }
    for (NodePool pool : facts.all(NodePool.class)) {
      types(world, pool, karpenter, documented);
      budgets(world, pool, new KarpenterBudgets(facts));
    }
    claims(world, karpenter, documented);
    pods(world, karpenter, documented);
  }

  private static Differences of(String question) {
    return FOUND.computeIfAbsent(question, Differences::new);
  }

  private static void images(
      SettledWorld world, EC2NodeClass nodeClass, Port karpenter, Port documented) {
    var ours = new HashMap<String, String>();
    for (InstanceTypeAmi it : world.concluded(InstanceTypeAmi.class)) {
      if (it.nodeClass().equals(nodeClass.name())) {
        ours.put(it.instanceType(), it.ami());
      }
    }
    for (Type type : karpenter.types().list(nodeClass)) {
      of("images")
          .compare(
              world.seed(),
              nodeClass.key() + " " + type.name(),
              karpenter.image(nodeClass, type),
              documented.image(nodeClass, type),
              ours.get(type.name()));
    }
  }

  private static void types(SettledWorld world, NodePool pool, Port karpenter, Port documented) {
    EC2NodeClass nodeClass =
        karpenter.facts().first(EC2NodeClass.class, it -> it.name().equals(pool.nodeClass()));
    var ours = new TreeMap<String, String>();
    for (InstanceTypeUsable it : world.concluded(InstanceTypeUsable.class)) {
      if (it.nodePool().equals(pool.name())) {
        ours.put(it.instanceType(), it.ami());
      }
    }
    for (InstanceTypeOutOfCapacity it : world.concluded(InstanceTypeOutOfCapacity.class)) {
      if (it.nodePool().equals(pool.name())) {
        ours.remove(it.instanceType());
      }
    }
    for (InstanceTypeUnpriced it : world.concluded(InstanceTypeUnpriced.class)) {
      if (it.nodePool().equals(pool.name())) {
        ours.remove(it.instanceType());
      }
    }
    if (!ours.isEmpty() && ours.size() < karpenter.types().list(nodeClass).size()) {
      of("types").count("some of the types");
    }
    of("types")
        .compare(
            world.seed(),
            pool.key(),
            karpenter.launched(pool, nodeClass).toString(),
            documented.launched(pool, nodeClass).toString(),
            ours.toString());
  }

  private static void budgets(SettledWorld world, NodePool pool, KarpenterBudgets karpenter) {
    for (String reason : List.of("Drifted", "Empty", "Underutilized")) {
      int allowed = karpenter.allowed(pool, reason);
      of("budgets")
          .compare(
              world.seed(),
              pool.key() + " " + reason,
              allowed,
              allowed,
              world.concluded(DisruptionAllowance.class).stream()
                  .filter(it -> it.nodePool().equals(pool.name()) && it.reason().equals(reason))
                  .map(it -> (int) it.allowed())
                  .findFirst()
                  .orElse(null));
    }
  }

  private static void claims(SettledWorld world, Port karpenter, Port documented) {
    var theirs = new KarpenterDrift(karpenter.facts(), karpenter.images(), karpenter.types());
    var ours = new KarpenterDrift(documented.facts(), documented.images(), documented.types());
    for (NodeClaim claim : karpenter.facts().all(NodeClaim.class)) {
      of("drift")
          .compare(
              world.seed(),
              claim.key(),
              theirs.reason(claim),
              ours.reason(claim),
              world.concluded(NodeClaimDrifted.class).stream()
                  .filter(it -> it.nodeClaim().equals(claim.name()))
                  .map(NodeClaimDrifted::reason)
                  .findFirst()
                  .orElse(null));
    }
  }

  private static void pods(SettledWorld world, Port karpenter, Port documented) {
    var theirs = new KarpenterScheduler(karpenter.facts(), karpenter.types(), (by, type) -> true);
    var ours =
        new DocumentedScheduler(
            documented.facts(),
            documented.types(),
            (by, type) -> documented.image(by, type) != null);
    for (Pod pod : karpenter.facts().all(Pod.class)) {
      String chosen = theirs.chosen(pod);
      if (chosen != null && !chosen.equals(theirs.ordered().getFirst().name())) {
        of("pods").count("not the first pool");
      }
      of("pods")
          .compare(
              world.seed(),
              pod.key(),
              chosen,
              ours.chosen(pod),
              world.concluded(PodDestination.class).stream()
                  .filter(it -> it.shape().equals(pod.shape()))
                  .map(PodDestination::nodePool)
                  .findFirst()
                  .orElse(null));
    }
  }

  @Test
  void imageOfEachTypeIsKarpenters() {
    of("images").answered(1_000, "null", "ami-0", "ami-1", "ami-2", "ami-3").hold(20_000);
  }

  @Test
  void usableTypesOfEachPoolAreKarpenters() {
    of("types").counted(2_500, "some of the types").answered(500, "{}").hold(5_000);
  }

  @Test
  void driftOfEachClaimIsKarpenters() {
    of("drift")
        .answered(1_000, "null", "NodePoolDrifted", "NodeClassDrift", "AMIDrift")
        .answered(200, "RequirementsDrifted", "InstanceTypeNotFound")
        .answered(10, "SecurityGroupDrift", "SubnetDrift", "PlacementGroupDrift")
        .hold(8_000);
  }

  @Test
  void allowedDisruptionsOfEachPoolAreKarpenters() {
    of("budgets").answered(1_000, "0", "1").answered(200, "2", "3").hold(15_000);
  }

  @Test
  void poolOfEachPendingPodIsKarpenters() {
    of("pods").counted(500, "not the first pool").answered(1_000, "null").hold(5_000);
  }
}
