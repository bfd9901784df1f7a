package dev.plumbline.bench;

import dev.plumbline.QuietEngine;
import dev.plumbline.bench.BenchSnapshot.Extent;
import dev.plumbline.engine.RuleSet;
import dev.plumbline.fact.Fact;
import dev.plumbline.fact.Nodes.Instance;
import dev.plumbline.fact.Nodes.Node;
import dev.plumbline.fact.Nodes.NodeClaim;
import dev.plumbline.fact.RuleSwitch;
import dev.plumbline.language.RuleFiles;
import dev.plumbline.loop.Evaluation;
import dev.plumbline.loop.HostSnapshot;
import dev.plumbline.loop.HostSnapshots;
import dev.plumbline.record.AuditBench;
import dev.plumbline.revision.RunningRules;
import dev.plumbline.source.PolicyData;
import dev.plumbline.source.SnapshotFolder;
import dev.plumbline.web.admission.AdmissionBench;
import dev.plumbline.wiring.ThousandNodes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Speed and size of the rules on the full case, against the same policy in plain Java: {@code
 * ./mvnw -q -Pbench test}. Prints tables for docs/performance.md: of the region with its pools
 * alone, then with 5,000 nodes; {@code -Dbench.extent=pools} or {@code nodes} leaves out the other,
 * {@code live} measures the loop of {@code plumbline serve} instead, {@code allocation} what is
 * allocated, {@code cluster} the same with a real API server, {@code reload} a thousand edits of
 * its rules, {@code endurance} ten thousand and a million changed facts, {@code edits} those of a
 * ConfigMap, {@code editor} the language server, {@code admission} questions about pools, {@code
 * why-not} those about what does not hold, {@code why-not-http} those to the packaged program,
 * {@code audit-append} and the like the decision log, {@code audit-query} questions to it, {@code
 * backtest} other rules over recorded days, {@code months} the same over months of many clusters,
 * here and on Flink, {@code attacks} the packaged program under attack. Every figure of one table
 * comes from one run; read the ratios, the machine may be busy.
 */
public final class Bench {

  private final Path folder;
  private final RuleFiles files = RuleFiles.shipped();

  private Bench(Path folder) {
    this.folder = folder;
  }

  public static void main(String[] args) throws IOException {
    String extent = args.length > 1 ? args[1] : "both";
    if (extent.equals("months")) {
      // Flink hands diagnostic contexts on, which the provider of Quarkus refuses.
      System.setProperty("slf4j.provider", "org.slf4j.helpers.NOP_FallbackServiceProvider");
    }
    QuietEngine.quiet();
    var bench = new Bench(Path.of(args.length > 0 ? args[0] : "target/bench-snapshot"));
    double cold = Measured.millis(() -> RuleSet.compile(bench.files));
    for (Extent each : Extent.values()) {
      if (extent.equals("both") || extent.equals(each.name().toLowerCase(Locale.ROOT))) {
        bench.run(each, cold);
      }
    }
    if (extent.equals("live")) {
      bench.live();
    }
    if (extent.equals("allocation")) {
      var table = new Measured();
      Allocations.measure(bench.folder, bench.files, table);
      table.print(extent);
    }
    if (extent.equals("why-not")) {
      bench.whyNot();
    }
    if (extent.equals("why-not-http")) {
      bench.whyNotOverHttp();
      System.exit(0);
    }
    if (extent.equals("cluster")) {
      cluster();
      System.exit(0); // clients leave threads behind that end no sooner than a minute later
    }
    if (extent.equals("edits")) {
      edits();
      System.exit(0);
    }
    if (extent.equals("admission")) {
      bench.admission();
    }
    if (extent.equals("audit-append")) {
      AuditAppend.measure(bench.folder.resolve("audit"));
    } else if (extent.equals("audit-query")) {
      var table = new Measured();
      AuditQueries.measure(Path.of("target/bench-audit"), table);
      table.print(extent);
    } else if (extent.startsWith("audit-")) {
      bench.audit(extent.substring("audit-".length()), args.length > 2 ? args[2] : "");
      System.exit(0);
    }
    if (extent.equals("snapshot")) {
      // For src/bench/native.sh: what a program of its own is measured with.
      for (Extent each : Extent.values()) {
        Path of = bench.folder.resolveSibling("bench-" + each.name().toLowerCase(Locale.ROOT));
        System.out.println("wrote " + of + " with " + BenchSnapshot.write(of, each) + " region");
      }
    }
    if (extent.equals("attacks")) {
      var table = new Measured();
      UnderAttack.measure(table);
      table.print(extent);
      System.exit(0);
    }
    if (extent.equals("trial")) {
      var table = new Measured();
      TrialTimes.measure(table);
      table.print(extent);
    }
    if (extent.equals("backtest")) {
      var table = new Measured();
      BacktestTimes.measure(bench.folder, bench.files, args.length > 2 ? args[2] : "", table);
      table.print(extent);
    }
    if (extent.equals("months")) {
      bench.months();
      System.exit(0);
    }
    if (extent.equals("editor")) {
      var table = new Measured();
      EditorTimes.measure(bench.files, table);
      table.print(extent);
      System.exit(0);
    }
    if (extent.equals("endurance")) {
      var table = new Measured();
      Reloads.measure(bench.files, 10_000, 50, table);
      table.print(extent);
    }
    if (extent.equals("reload")) {
      var table = new Measured();
      Reloads.measure(bench.files, 1_000, 0, table);
      table.print(extent);
    }
  }

  /**
   * The decision log.
   *
   * @param what replay, revisions, size, idle or kills
   * @param count how many decisions, revisions or kills; the published number when empty
   */
  private void audit(String what, String count) throws IOException {
    var table = new Measured();
    Path log = Files.createTempDirectory(folder.toAbsolutePath().getParent(), "bench-log");
    switch (what) {
      case "replay" ->
          new AuditBench(log, (name, value) -> table.row(name, value, ""))
              .replay(count.isEmpty() ? 100_000 : Integer.parseInt(count));
      case "size", "idle" -> {
        BenchSnapshot.write(folder, Extent.NODES);
        PolicyData policy = PolicyData.read(files.all());
        var facts = new ArrayList<>(policy.facts());
        facts.addAll(SnapshotFolder.read(folder, policy, null).facts());
        var bench = new AuditBench(log, (name, value) -> table.row(name, value, ""));
        int ticks = count.isEmpty() ? 0 : Integer.parseInt(count);
        if (what.equals("idle")) {
          bench.idle(facts, ticks);
        } else {
          bench.size(facts, ticks);
        }
      }
      case "revisions" -> {
        Path tour = Path.of("examples/tour");
        PolicyData policy = PolicyData.read(files.all());
        var facts = new ArrayList<>(policy.facts());
        facts.addAll(policy.parameters());
        facts.addAll(SnapshotFolder.read(tour, policy, null).facts());
        new AuditBench(log, (name, value) -> table.row(name, value, ""))
            .revisions(facts, count.isEmpty() ? 1_000 : Integer.parseInt(count));
      }
      case "kills" ->
          AuditBench.kills(
              log,
              count.isEmpty() ? 200 : Integer.parseInt(count),
              (name, value) -> table.row(name, value, ""));
      default -> throw new IllegalArgumentException("audit-" + what);
    }
    table.print("audit-" + what);
  }

  /** Months of many clusters: {@code -Dmonths.days}, {@code -Dmonths.clusters}. */
  private void months() throws IOException {
    var table = new Measured();
    MonthsTimes.measure(
        Path.of(System.getProperty("months.folder", "target/bench-months")),
        files,
        Integer.getInteger("months.days", 180),
        Integer.getInteger("months.clusters", 20),
        table);
    table.print("months");
  }

  /** The loop over the case with nodes; the facts of the rule set are the host's own. */
  private void live() throws IOException {
    BenchSnapshot.write(folder, Extent.NODES);
    PolicyData policy = PolicyData.read(files.all());
    var table = new Measured();
    List<Fact> facts = SnapshotFolder.read(folder, policy, null).facts();
    QuietHour.measure(facts, table);
    LiveLoop.measure(facts, table);
    table.print("live");
  }

  /** What the API server asks about a pool, over the case with nodes. */
  private void admission() throws IOException {
    BenchSnapshot.write(folder, Extent.NODES);
    Evaluation evaluation = Evaluation.with(files);
    PolicyData policy = evaluation.policy();
    HostSnapshot live = HostSnapshots.whole(evaluation, SnapshotFolder.read(folder, policy, null));
    double[] took = AdmissionBench.ask(live, 3);
    var table = new Measured();
    table.times("a NodePool asked about → answered", took);
    table.row("… p99", "%.1f ms".formatted(Measured.percentile(took, 99)), "");
    table.print("admission");
  }

  /** Questions about what does not hold, over the region with its pools, then with nodes. */
  private void whyNot() throws IOException {
    RuleSet rules = RuleSet.compile(files);
    PolicyData policy = PolicyData.read(files.all());
    for (Extent extent : Extent.values()) {
      BenchSnapshot.write(folder, extent);
      var facts = new ArrayList<Fact>(policy.facts());
      facts.addAll(SnapshotFolder.read(folder, policy, null).facts());
      var table = new Measured();
      Questions.measure(rules, facts, table);
      System.out.println(extent);
      table.print("why-not-" + extent.name().toLowerCase(Locale.ROOT));
    }
  }

  /** The same questions, and others, to the packaged program over the case with nodes. */
  private void whyNotOverHttp() throws IOException {
    BenchSnapshot.write(folder, Extent.NODES);
    PolicyData policy = PolicyData.read(files.all());
    var facts = new ArrayList<Fact>(policy.facts());
    facts.addAll(SnapshotFolder.read(folder, policy, null).facts());
    WhyNotOverHttp.measure(folder, facts, new BenchCase(RuleSet.compile(files), facts).settle());
  }

  /** A replica that acts in a real API server, in whose way are a thousand nodes. */
  private static void cluster() throws IOException {
    System.setProperty("aws.accessKeyId", "id");
    System.setProperty("aws.secretAccessKey", "secret");
    var table = new Measured();
    try (var crowd = new ThousandNodes()) {
      table.times(
          "1,000 nodes made in a real API server, all settled", Measured.millis(crowd::join));
      for (int i = 1; i <= 20; i++) {
        crowd.weigh(i);
      }
      double[] written = new double[60];
      for (int i = 0; i < written.length; i++) {
        int weight = 30 + i;
        written[i] = Measured.millis(() -> crowd.weigh(weight));
      }
      table.times("an annotation changed → the weight of its NodePool is patched there", written);
      table.row("… p99", "%.1f ms".formatted(Measured.percentile(written, 99)), "");
    }
    table.print("cluster");
  }

  /** A team's rule edited in a ConfigMap of a real API server, over the facts of an example. */
  private static void edits() throws IOException {
    var table = new Measured();
    try (var live = new RunningRules("bench-edits")) {
      double first = Measured.millis(() -> live.edit(RunningRules.team("it is withdrawn")));
      table.times("the first edit in a ConfigMap → active, cold JVM", first);
      double[] took = new double[200];
      for (int i = 0; i < took.length; i++) {
        var files = RunningRules.team("it is withdrawn since " + i);
        took[i] = Measured.millis(() -> live.edit(files));
      }
      table.times("200 edits in a ConfigMap → active (200 ms of it debounce)", took);
      table.row("… p99", "%.0f ms".formatted(Measured.percentile(took, 99)), "");
      live.clear();
    }
    table.print("edits");
  }

  private void run(Extent extent, double cold) throws IOException {
    String region = BenchSnapshot.write(folder, extent);
    RuleSet rules = RuleSet.compile(files);
    PolicyData policy = PolicyData.read(files.all());
    var facts = new ArrayList<Fact>(policy.facts());
    long before = Measured.heap();
    double read =
        Measured.millis(() -> facts.addAll(SnapshotFolder.read(folder, policy, null).facts()));
    long held = Measured.heap() - before;
    var bench = new BenchCase(rules, facts);
    System.out.printf(
        "%d facts of %s region, %d conclusions, %d rules, Java %s, %d cores, heap of at most %d"
            + " MB%n%n",
        facts.size(),
        region,
        bench.conclusions().size(),
        rules.rules().size(),
        Runtime.version(),
        Runtime.getRuntime().availableProcessors(),
        Runtime.getRuntime().maxMemory() >> 20);

    var table = new Measured();
    table.times("snapshot read", read);
    bench.full(table);
    if (extent == Extent.POOLS) {
      ImageChanges.measure(bench, table);
      table.times("rule base built, cold JVM", cold);
      // The shipped set as it is is built once.
      var off = List.of(new RuleSwitch("LOOP-001", "bench", "a set of its own"));
      table.times(
          "rule base built, warm",
          Measured.rounds(BenchCase.WARM_UP, BenchCase.ROUNDS, () -> RuleSet.compile(files, off)));
    } else {
      NodeChanges.measure(bench, table);
    }
    table.row("heap of the facts", megabytes(held), "");
    long session = bench.session();
    table.row("heap of a settled session beside its facts", megabytes(session), "");
    if (extent == Extent.NODES) {
      long bare = new BenchCase(rules, withoutNodes(facts)).session();
      table.row("… without nodes, claims and instances", megabytes(bare), "");
      long each = (session - bare) * 1000 / NodeChanges.of(facts, Node.class).size();
      table.row("… of 1,000 nodes", String.format(Locale.ROOT, "%.2f MB", each / 1048576.0), "");
    }
    table.print(extent.name().toLowerCase(Locale.ROOT));
  }

  private static List<Fact> withoutNodes(List<Fact> facts) {
    return facts.stream()
        .filter(
            fact ->
                !(fact instanceof Node || fact instanceof NodeClaim || fact instanceof Instance))
        .toList();
  }

  private static String megabytes(long bytes) {
    return (bytes >> 20) + " MB";
  }
}
