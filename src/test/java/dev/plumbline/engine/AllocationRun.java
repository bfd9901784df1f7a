package dev.plumbline.engine;

import com.sun.management.ThreadMXBean;
import dev.plumbline.fact.Cluster.EvaluationTime;
import dev.plumbline.fact.Fact;
import dev.plumbline.fact.Images.Ami;
import dev.plumbline.language.RuleFiles;
import dev.plumbline.source.PolicyData;
import dev.plumbline.source.SnapshotFolder;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;

/**
 * What {@link AllocationTest} measures in a JVM of its own: bytes that this thread allocates. Each
 * step runs before it is measured, so that classes and caches are there.
 */
final class AllocationRun {

  static final String LINE = "allocated ";

  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  private static final int ROUNDS = 20;
  private static final String EDITED = "ami-eligibility.drl";

  private AllocationRun() {}

  public static void main(String[] args) throws IOException {
    RuleFiles files = RuleFiles.shipped();
    RuleSet rules = RuleSet.compile(files);
    print("rules", bytes(RuleSet::shipped));
    // As an overlay does: one file is parsed, and all are checked.
    RuleFiles edited = files.with(EDITED, files.text(EDITED) + "// edited\n");
    RuleSet.compile(edited);
    RuleFiles again = files.with(EDITED, files.text(EDITED) + "// edited again\n");
    print("rules edited", bytes(() -> RuleSet.compile(again)));
    PolicyData policy = PolicyData.read(files.all());
    var facts = new ArrayList<Fact>(policy.facts());
    facts.addAll(SnapshotFolder.embedded("tour", policy, null).facts());
    settle(rules, facts);
    print("settled", bytes(() -> settle(rules, facts)));
    try (RuleSession session = rules.newSession()) {
      facts.forEach(session::put);
      session.settle();
      Ami ami = first(facts, Ami.class);
      EvaluationTime time = first(facts, EvaluationTime.class);
      Runnable image =
          () -> {
            session.delete(ami.key());
            session.settle();
            session.put(ami);
            session.settle();
          };
      Runnable clock =
          () -> {
            session.put(new EvaluationTime(time.instant().plusSeconds(10)));
            session.settle();
            session.put(time);
            session.settle();
          };
      image.run();
      print("image changed", bytes(() -> repeat(image)) / (2 * ROUNDS));
      clock.run();
      print("time advanced", bytes(() -> repeat(clock)) / (2 * ROUNDS));
    }
  }

  private static void settle(RuleSet rules, List<Fact> facts) {
    try (RuleSession session = rules.newSession()) {
      facts.forEach(session::put);
      session.settle();
    }
  }

  private static void repeat(Runnable step) {
    for (int i = 0; i < ROUNDS; i++) {
      step.run();
    }
  }

  private static <T extends Fact> T first(List<Fact> facts, Class<T> type) {
    return facts.stream().filter(type::isInstance).map(type::cast).findFirst().orElseThrow();
  }

  private static long bytes(Runnable step) {
    long before = THREADS.getCurrentThreadAllocatedBytes();
    step.run();
    return THREADS.getCurrentThreadAllocatedBytes() - before;
  }

  private static void print(String what, long bytes) {
    System.out.println(LINE + what + "=" + bytes);
  }
}
