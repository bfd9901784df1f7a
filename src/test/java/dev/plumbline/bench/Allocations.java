package dev.plumbline.bench;

import com.sun.management.ThreadMXBean;
import dev.plumbline.bench.BenchSnapshot.Extent;
import dev.plumbline.engine.RuleSession;
import dev.plumbline.engine.RuleSet;
import dev.plumbline.fact.Fact;
import dev.plumbline.fact.Images.Ami;
import dev.plumbline.language.RuleFiles;
import dev.plumbline.source.PolicyData;
import dev.plumbline.source.SnapshotFolder;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * What is allocated until the rules have come to rest, in MB: what a native program, whose garbage
 * collector is a simple one, pays twice for. Hardly depends on how busy the machine is.
 */
final class Allocations {

  private static final ThreadMXBean THREAD = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  private static final int CHANGES = 20;

  private Allocations() {}

  /** An example, then the full case with its pools alone and with nodes. */
  static void measure(Path folder, RuleFiles files, Measured table) throws IOException {
    long compile = THREAD.getTotalThreadAllocatedBytes();
    RuleSet rules = RuleSet.compile(files);
    table.row("rules compiled", megabytes(compile), "");
    PolicyData policy = PolicyData.read(files.all());
    of("examples/tour", rules, facts(Path.of("examples/tour"), policy), table);
    for (Extent extent : Extent.values()) {
      BenchSnapshot.write(folder, extent);
      String name = extent.name().toLowerCase(Locale.ROOT);
      of(name, rules, facts(folder, policy), table);
    }
  }

  private static List<Fact> facts(Path folder, PolicyData policy) throws IOException {
    var facts = new ArrayList<Fact>(policy.facts());
    facts.addAll(SnapshotFolder.read(folder, policy, null).facts());
    return facts;
  }

  private static void of(String name, RuleSet rules, List<Fact> facts, Measured table) {
    Ami ami =
        facts.stream()
            .filter(Ami.class::isInstance)
            .map(Ami.class::cast)
            .filter(each -> each.state().equals("available"))
            .findFirst()
            .orElseThrow();
    long first = THREAD.getTotalThreadAllocatedBytes();
    try (RuleSession session = rules.newSession()) {
      facts.forEach(session::put);
      session.settle();
      table.row(name + ": " + facts.size() + " facts, first settled", megabytes(first), "");
      long changes = THREAD.getTotalThreadAllocatedBytes();
      for (int i = 0; i < CHANGES / 2; i++) {
        session.delete(ami.key());
        session.settle();
        session.put(ami);
        session.settle();
      }
      double each = (THREAD.getTotalThreadAllocatedBytes() - changes) / 1e6 / CHANGES;
      table.row(name + ": an AMI gone or back", "%.2f MB".formatted(each), "");
    }
  }

  private static String megabytes(long since) {
    return "%.1f MB".formatted((THREAD.getTotalThreadAllocatedBytes() - since) / 1e6);
  }
}
