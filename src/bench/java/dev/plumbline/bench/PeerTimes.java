package dev.plumbline.bench;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.management.OperatingSystemMXBean;
import com.sun.management.ThreadMXBean;
import dev.cel.runtime.CelRuntimeFactory;
import dev.plumbline.bench.BenchSnapshot.Extent;
import dev.plumbline.bench.PeerVariant.Session;
import dev.plumbline.conclusion.Conclusion;
import dev.plumbline.conclusion.InstanceTypeConclusions.InstanceTypeUsable;
import dev.plumbline.engine.RuleSet;
import dev.plumbline.engine.RulesFor;
import dev.plumbline.fact.Fact;
import dev.plumbline.fact.Images.Ami;
import dev.plumbline.fact.Operator;
import dev.plumbline.fact.Pools.NodePool;
import dev.plumbline.fact.Requirement;
import dev.plumbline.fact.Requirements;
import dev.plumbline.language.RuleFiles;
import dev.plumbline.source.PolicyData;
import dev.plumbline.source.SnapshotFolder;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.evrete.KnowledgeService;

/**
 * Which instance types each of 50 pools can launch, and with which image: by the rules, by CEL, by
 * Evrete and in plain Java, in one process. All must conclude the same, before and after each
 * change, or nothing is printed. The variants take turns, so that what else the machine does meets
 * all of them.
 */
final class PeerTimes {

  private static final String POOL = "al2023-general";
  private static final String CATEGORY = "karpenter.k8s.aws/instance-category";

  private static final String COMPILED = "CEL, the expression of a pool compiled";

  private static final int TURNS = 2;
  private static final int AT_LEAST = 3;
  private static final long ENOUGH_NANOS = 2_500_000_000L;

  private static final OperatingSystemMXBean SYSTEM =
      (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private final List<PeerVariant> variants = new ArrayList<>();
  private final Map<String, Samples> samples = new HashMap<>();
  private final ObjectNode json = new JsonMapper().createObjectNode();
  private final RuleSet whole;
  private final RuleSet needed;
  private final CelConditions cel;
  private final NodePool pool;
  private final NodePool narrowed;
  private final Ami pending;
  private final Ami available;
  private final int usable;

  /** What one row of one variant took. */
  private static final class Samples {
    private final List<Double> wall = new ArrayList<>();
    private long cpu;
    private long bytes;

    double[] millis() {
      return wall.stream().mapToDouble(each -> each).toArray();
    }

    double cpu() {
      return cpu / 1e6 / wall.size();
    }

    double megabytes() {
      return bytes / 1e6 / wall.size();
    }
  }

  private PeerTimes(List<Fact> facts, RuleSet rules, KnowledgeService evrete) {
    List<Conclusion> concluded = new BenchCase(rules, facts).conclusions();
    whole = rules;
    needed = RulesFor.only(rules, InstanceTypeUsable.class.getSimpleName());
    variants.add(PeerVariant.rules(named("all", whole), whole, facts));
    variants.add(PeerVariant.rules(named("the", needed), needed, facts));
    variants.add(PeerVariant.evrete(evrete, new UsableFacts(facts, concluded)));
    var own = new UsableFacts(facts, concluded);
    cel = new CelConditions(own, CelRuntimeFactory.plannerRuntimeBuilder().build());
    variants.add(PeerVariant.byHand("CEL, all again", own, cel, false));
    variants.add(PeerVariant.byHand("CEL, scoped by hand", own, cel, true));
    var plain = new PlainConditions(own);
    variants.add(PeerVariant.byHand("plain Java, all again", own, plain, false));
    variants.add(PeerVariant.byHand("plain Java, scoped by hand", own, plain, true));
    pool =
        UsableFacts.of(facts, NodePool.class).stream()
            .filter(each -> each.name().equals(POOL))
            .findFirst()
            .orElseThrow();
    narrowed = narrowed(pool);
    pending =
        UsableFacts.of(facts, Ami.class).stream()
            .filter(each -> each.name().equals(BenchSnapshot.PENDING))
            .findFirst()
            .orElseThrow();
    available = ImageChanges.inState(pending, "available");
    usable = UsableFacts.of(concluded, InstanceTypeUsable.class).size();
  }

  private static String named(String which, RuleSet rules) {
    return "Plumbline, " + which + " " + RulesFor.count(rules) + " rules";
  }

  /** Without one of the categories that it admits. */
  private static NodePool narrowed(NodePool pool) {
    var requirements = new ArrayList<Requirement>();
    for (Requirement each : pool.requirements().written()) {
      requirements.add(
          each.key().equals(CATEGORY) ? new Requirement(CATEGORY, Operator.IN, "c", "m") : each);
    }
    return new NodePool(
        pool.name(),
        pool.nodeClass(),
        pool.weight(),
        Requirements.of(requirements),
        pool.annotations(),
        pool.labels(),
        pool.deleting(),
        pool.replicas(),
        pool.limits(),
        pool.usage());
  }

  static void measure(Path folder, RuleFiles files) throws IOException {
    BenchSnapshot.write(folder, Extent.POOLS);
    RuleSet rules = RuleSet.compile(files);
    PolicyData policy = PolicyData.read(files.all());
    var facts = new ArrayList<Fact>(policy.facts());
    facts.addAll(SnapshotFolder.read(folder, policy, null).facts());
    String load = Measured.load();
    var service = new KnowledgeService();
    try {
      var times = new PeerTimes(facts, rules, service);
      times.compare();
      for (int turn = 0; turn < TURNS; turn++) {
        times.variants.forEach(times::turn);
        times.compile();
      }
      times.print(load);
      SettleShares.measure(named("all", times.whole), times.whole, facts, times.json);
      SettleShares.measure(named("the", times.needed), times.needed, facts, times.json);
      Path written = folder.resolveSibling("bench-peers.json");
      new JsonMapper().writerWithDefaultPrettyPrinter().writeValue(written.toFile(), times.json);
      System.out.println("written to " + written);
    } finally {
      service.shutdown();
    }
  }

  /** That all conclude the same, whatever has changed. */
  private void compare() {
    var expected = new ArrayList<Set<InstanceTypeUsable>>();
    for (PeerVariant variant : variants) {
      try (Session session = variant.open().get()) {
        var concluded = new ArrayList<Set<InstanceTypeUsable>>();
        concluded.add(Set.copyOf(session.usable()));
        session.changed(available);
        concluded.add(Set.copyOf(session.usable()));
        session.changed(pending);
        concluded.add(Set.copyOf(session.usable()));
        session.changed(narrowed);
        concluded.add(Set.copyOf(session.usable()));
        session.changed(pool);
        concluded.add(Set.copyOf(session.usable()));
        if (expected.isEmpty()) {
          expected.addAll(concluded);
          requireChanges(expected);
        }
        for (int i = 0; i < concluded.size(); i++) {
          requireSame(variant, i, concluded.get(i), expected.get(i));
        }
      }
    }
  }

  private static void requireChanges(List<Set<InstanceTypeUsable>> expected) {
    if (expected.getFirst().isEmpty()
        || expected.get(1).equals(expected.getFirst())
        || !expected.get(2).equals(expected.getFirst())
        || expected.get(3).equals(expected.getFirst())
        || !expected.get(4).equals(expected.getFirst())) {
      throw new IllegalStateException("the changes of the bench change nothing, or for good");
    }
  }

  private static void requireSame(
      PeerVariant variant, int step, Set<InstanceTypeUsable> is, Set<InstanceTypeUsable> expected) {
    if (!is.equals(expected)) {
      throw new IllegalStateException(
          "%s concludes %d, not %d, after change %d: without %s, besides %s"
              .formatted(
                  variant,
                  is.size(),
                  expected.size(),
                  step,
                  expected.stream().filter(each -> !is.contains(each)).limit(3).toList(),
                  is.stream().filter(each -> !expected.contains(each)).limit(3).toList()));
    }
  }

  /** What a pool with requirements that CEL has not seen takes besides. */
  private void compile() {
    rounds(COMPILED, 20, 35, () -> cel.compiled(cel.poolText(pool)));
  }

  private void turn(PeerVariant variant) {
    System.gc();
    if (variant.distinct()) {
      rounds(variant + " full", 15, 25, () -> variant.open().get().close());
    }
    System.gc();
    try (Session session = variant.open().get()) {
      rounds(
          variant + " image",
          100,
          150,
          () -> session.changed(available),
          () -> session.changed(pending));
      rounds(
          variant + " pool",
          100,
          150,
          () -> session.changed(narrowed),
          () -> session.changed(pool));
    }
  }

  /** As many as wanted, or as can be had in some seconds of CPU time, but some at least. */
  private void rounds(String name, int warmUp, int rounds, Runnable... works) {
    long begun = SYSTEM.getProcessCpuTime();
    for (int i = 0; i < warmUp && (i < AT_LEAST || !over(begun)); i++) {
      for (Runnable work : works) {
        work.run();
      }
    }
    Samples own = samples.computeIfAbsent(name, none -> new Samples());
    long cpu = SYSTEM.getProcessCpuTime();
    long bytes = THREADS.getTotalThreadAllocatedBytes();
    for (int i = 0; i < rounds && (i < AT_LEAST || !over(cpu)); i++) {
      for (Runnable work : works) {
        own.wall.add(Measured.millis(work));
      }
    }
    own.bytes += THREADS.getTotalThreadAllocatedBytes() - bytes;
    own.cpu += SYSTEM.getProcessCpuTime() - cpu;
  }

  private static boolean over(long begun) {
    return SYSTEM.getProcessCpuTime() - begun > ENOUGH_NANOS;
  }

  private void print(String load) throws IOException {
    json.put("usable", usable).put("java", Runtime.version().toString());
    json.put("cores", Runtime.getRuntime().availableProcessors());
    json.put("loadBefore", load).put("loadAfter", Measured.load());
    System.out.printf(
        "%d InstanceTypeUsable, the same of all; Java %s, %d cores, load %s before, %s after%n%n",
        usable,
        Runtime.version(),
        Runtime.getRuntime().availableProcessors(),
        load,
        Measured.load());
    for (String row : List.of("full", "image", "pool")) {
      System.out.println("| " + row + " | median | p95 | CPU | allocated |\n|---|---|---|---|---|");
      for (PeerVariant variant : variants) {
        print(row, variant.name(), samples.get(variant + " " + row));
      }
      System.out.println();
    }
    print("compile", COMPILED, samples.get(COMPILED));
    System.out.println();
  }

  private void print(String row, String name, Samples own) {
    if (own == null) {
      return;
    }
    double[] millis = own.millis();
    double median = Measured.percentile(millis, 50);
    double p95 = Measured.percentile(millis, 95);
    System.out.printf(
        Locale.ROOT,
        "| %s | %.2f ms | %.2f ms | %.2f ms | %.2f MB |%n",
        name,
        median,
        p95,
        own.cpu(),
        own.megabytes());
    ObjectNode each = json.withArray("rows").addObject().put("measured", row).put("by", name);
    each.put("medianMs", median).put("p95Ms", p95).put("cpuMs", own.cpu());
    each.put("allocatedMB", own.megabytes()).put("rounds", millis.length);
  }
}
