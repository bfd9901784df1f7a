package dev.plumbline.bench;

import dev.plumbline.QuietEngine;
import dev.plumbline.conclusion.Conclusion;
import dev.plumbline.fact.Ami;
import dev.plumbline.fact.Fact;
import dev.plumbline.fact.Tags;
import dev.plumbline.rule.RuleFiles;
import dev.plumbline.rule.RuleSession;
import dev.plumbline.rule.RuleSet;
import dev.plumbline.rule.Settlement;
import dev.plumbline.source.PolicyData;
import dev.plumbline.source.SnapshotFolder;
import dev.plumbline.twin.PolicyTwin;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.stream.DoubleStream;

/**
 * Speed and size of the rules on the full case, against the same policy in plain Java: {@code
 * ./mvnw -q -Pbench test}. Prints a table for docs/performance.md. Every figure of one table comes
 * from one run; read the ratios, the machine may be busy.
 */
public final class Bench {

  private static final int WARM_UP = 15;
  private static final int ROUNDS = 25;

  private final List<Fact> facts = new ArrayList<>();
  private final StringBuilder table =
      new StringBuilder("| measured | median | p95 |\n|---|---|---|\n");

  private Bench() {}

  public static void main(String[] args) throws IOException {
    QuietEngine.quiet();
    new Bench().run(Path.of(args.length > 0 ? args[0] : "target/bench-snapshot"));
  }

  private void run(Path folder) throws IOException {
    RuleFiles files = RuleFiles.shipped();
    double[] cold = {millis(() -> RuleSet.compile(files))};
    String region = BenchSnapshot.write(folder);
    PolicyData policy = PolicyData.read(files.all());
    facts.addAll(policy.facts());
    facts.addAll(SnapshotFolder.read(folder, policy, null).facts());
    RuleSet rules = RuleSet.compile(files);

    List<Conclusion> conclusions = requireSame(rules);
    System.out.printf(
        "%d facts of %s region, %d conclusions, %d rules, Java %s, %d cores, heap of at most %d MB%n%n",
        facts.size(),
        region,
        conclusions.size(),
        rules.rules().size(),
        Runtime.version(),
        Runtime.getRuntime().availableProcessors(),
        Runtime.getRuntime().maxMemory() >> 20);

    full(rules);
    flip(rules);
    row("rule base built, cold JVM", cold);
    row("rule base built, warm", rounds(WARM_UP, ROUNDS, () -> RuleSet.compile(files)));
    size(rules);
    System.out.println(table);
  }

  private void full(RuleSet rules) {
    rounds(WARM_UP, 0, () -> settle(rules));
    rounds(WARM_UP * 10, 0, () -> PolicyTwin.conclude(facts));
    // In turns, so that a busy machine slows both; each after a few rounds that are not measured,
    // so that neither pays for the garbage of the other.
    double[] engine = {};
    double[] twin = {};
    for (int i = 0; i < ROUNDS / 5; i++) {
      engine = joined(engine, rounds(1, 5, () -> settle(rules)));
      twin = joined(twin, rounds(10, 20, () -> PolicyTwin.conclude(facts)));
    }
    row("rules: new session, all facts, settled with derivations", engine);
    row("twin: the same policy in plain Java, without derivations", twin);
    table.append(
        String.format(
            Locale.ROOT,
            "| ratio | **%.0f×** | |%n",
            percentile(engine, 50) / percentile(twin, 50)));
  }

  private void flip(RuleSet rules) {
    Ami pending = null;
    for (Fact fact : facts) {
      if (fact instanceof Ami ami && ami.name().equals(BenchSnapshot.PENDING)) {
        pending = ami;
      }
    }
    if (pending == null) {
      throw new IllegalStateException("no image " + BenchSnapshot.PENDING);
    }
    try (RuleSession session = rules.newSession()) {
      facts.forEach(session::put);
      Settlement before = session.settle();
      flip(session, "newest golden image", pending, inState(pending, "available"), before);
      Ami other = inState(unselected(pending), "pending");
      session.put(other);
      before = session.settle();
      flip(session, "image no term selects", other, inState(other, "available"), before);
    }
  }

  private void flip(RuleSession session, String what, Ami off, Ami on, Settlement before) {
    session.put(on);
    int changed = changed(before, session.settle());
    session.put(off);
    session.settle();
    double[] there = new double[ROUNDS * 4];
    double[] back = new double[ROUNDS * 4];
    for (int i = -WARM_UP * 4; i < ROUNDS * 4; i++) {
      double available = millis(() -> putAndSettle(session, on));
      double pending = millis(() -> putAndSettle(session, off));
      if (i >= 0) {
        there[i] = available;
        back[i] = pending;
      }
    }
    row(what + " turns available (" + changed + " conclusions come or go)", there);
    row(what + " turns pending again", back);
  }

  private static Settlement putAndSettle(RuleSession session, Ami ami) {
    session.put(ami);
    return session.settle();
  }

  /** One that no term names. */
  private static Ami unselected(Ami ami) {
    return new Ami(
        "ami-unselected",
        "unselected",
        ami.state(),
        null,
        ami.architecture(),
        "999999999999",
        null,
        ami.creationDate(),
        null,
        Tags.NONE,
        ami.virtualizationType(),
        ami.rootDeviceType(),
        ami.rootDeviceName(),
        ami.rootSnapshotGiB(),
        ami.enaSupport(),
        ami.bootMode(),
        ami.platform());
  }

  private static Ami inState(Ami ami, String state) {
    return new Ami(
        ami.id(),
        ami.name(),
        state,
        null,
        ami.architecture(),
        ami.ownerId(),
        ami.ownerAlias(),
        ami.creationDate(),
        ami.deprecationTime(),
        ami.tags(),
        ami.virtualizationType(),
        ami.rootDeviceType(),
        ami.rootDeviceName(),
        ami.rootSnapshotGiB(),
        ami.enaSupport(),
        ami.bootMode(),
        ami.platform());
  }

  private static int changed(Settlement before, Settlement after) {
    var old = new HashSet<>(before.conclusions());
    var now = new HashSet<>(after.conclusions());
    int common = (int) old.stream().filter(now::contains).count();
    return old.size() + now.size() - 2 * common;
  }

  private void size(RuleSet rules) {
    long before = used();
    try (RuleSession session = rules.newSession()) {
      facts.forEach(session::put);
      session.settle();
      long after = used();
      table.append(
          "| heap of a settled session beside its facts | %d MB | |%n"
              .formatted((after - before) >> 20));
    }
  }

  private static long used() {
    for (int i = 0; i < 4; i++) {
      System.gc();
    }
    return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
  }

  private List<Conclusion> requireSame(RuleSet rules) {
    List<Conclusion> engine = settle(rules).conclusions();
    List<Conclusion> twin = PolicyTwin.conclude(facts);
    if (!engine.equals(twin)) {
      throw new IllegalStateException(
          "rules and twin differ: %d and %d conclusions".formatted(engine.size(), twin.size()));
    }
    return engine;
  }

  private Settlement settle(RuleSet rules) {
    try (RuleSession session = rules.newSession()) {
      facts.forEach(session::put);
      return session.settle();
    }
  }

  private static double[] rounds(int warmUp, int rounds, Runnable work) {
    for (int i = 0; i < warmUp; i++) {
      work.run();
    }
    double[] millis = new double[rounds];
    for (int i = 0; i < rounds; i++) {
      millis[i] = millis(work);
    }
    return millis;
  }

  private static double[] joined(double[] first, double[] second) {
    return DoubleStream.concat(Arrays.stream(first), Arrays.stream(second)).toArray();
  }

  private static double millis(Runnable work) {
    long start = System.nanoTime();
    work.run();
    return (System.nanoTime() - start) / 1e6;
  }

  private void row(String what, double... millis) {
    table.append(
        String.format(
            Locale.ROOT,
            "| %s | %.1f ms | %s |%n",
            what,
            percentile(millis, 50),
            millis.length > 1
                ? String.format(Locale.ROOT, "%.1f ms", percentile(millis, 95))
                : "–"));
  }

  private static double percentile(double[] values, int percent) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    return sorted[(int) Math.min(sorted.length - 1L, Math.round(sorted.length * percent / 100.0))];
  }
}
