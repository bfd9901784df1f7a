package dev.plumbline.bench;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plumbline.engine.RuleSession;
import dev.plumbline.engine.RuleSet;
import dev.plumbline.engine.SettlementProfile;
import dev.plumbline.fact.Fact;
import java.io.IOException;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordingFile;

/**
 * Where the time of a full settle goes, by what the flight recorder finds on the stack of the
 * settling thread: of each sample, what has called the methods of the JDK and of the records that
 * it is in.
 */
final class SettleShares {

  private static final int WARM_UP = 5;
  private static final int ROUNDS = 15;
  private static final List<String> CALLED =
      List.of(
          "java.",
          "jdk.",
          "sun.",
          "dev.plumbline.fact.",
          "dev.plumbline.conclusion.",
          "dev.plumbline.policy.");

  /** What keeps, of a conclusion, by which rule and from which facts it follows. */
  private static final List<String> DERIVATIONS =
      List.of(
          "dev.plumbline.engine.ConclusionChanges",
          "dev.plumbline.engine.ConclusionIdentity",
          "dev.plumbline.engine.Derivation",
          "dev.plumbline.engine.Merge",
          "dev.plumbline.engine.Settlement");

  private SettleShares() {}

  static void measure(String name, RuleSet rules, List<Fact> facts, ObjectNode json)
      throws IOException {
    for (int i = 0; i < WARM_UP; i++) {
      settle(rules, facts);
    }
    var shares = new TreeMap<String, Integer>();
    Path file = Files.createTempFile("settle", ".jfr");
    long collected = collecting();
    long start = System.nanoTime();
    try (var recording = new Recording()) {
      recording.enable("jdk.ExecutionSample").withPeriod(Duration.ofMillis(10));
      recording.start();
      for (int i = 0; i < ROUNDS; i++) {
        settle(rules, facts);
      }
      recording.stop();
      recording.dump(file);
    }
    double collecting = (collecting() - collected) * 1e6 / (System.nanoTime() - start);
    String thread = Thread.currentThread().getName();
    for (RecordedEvent event : RecordingFile.readAllEvents(file)) {
      if (event.getStackTrace() != null
          && event.getThread("sampledThread") != null
          && thread.equals(event.getThread("sampledThread").getJavaName())) {
        shares.merge(part(event.getStackTrace().getFrames()), 1, Integer::sum);
      }
    }
    Files.delete(file);
    print(name, shares, collecting, SettlementProfile.of(rules, facts, usage()), json);
  }

  private static SettlementProfile.UsageMeter usage() {
    return () -> SettlementProfile.Usage.NONE;
  }

  private static void settle(RuleSet rules, List<Fact> facts) {
    try (RuleSession session = rules.newSession()) {
      facts.forEach(session::put);
      session.settle();
    }
  }

  private static long collecting() {
    return ManagementFactory.getGarbageCollectorMXBeans().stream()
        .mapToLong(GarbageCollectorMXBean::getCollectionTime)
        .sum();
  }

  private static String part(List<RecordedFrame> frames) {
    for (RecordedFrame frame : frames) {
      String type = frame.getMethod().getType().getName();
      if (CALLED.stream().anyMatch(type::startsWith)) {
        continue;
      }
      if (type.startsWith("org.drools.tms.") || type.contains("EqualityKey")) {
        return "truth maintenance";
      }
      if (DERIVATIONS.stream().anyMatch(type::startsWith)) {
        return "derivations and settlement";
      }
      if (type.startsWith("org.drools.") || type.startsWith("org.kie.")) {
        return "network: tuples, joins, agenda";
      }
      if (type.startsWith("dev.plumbline.")) {
        return "conditions and right-hand sides";
      }
    }
    return "else";
  }

  private static void print(
      String name,
      Map<String, Integer> shares,
      double collecting,
      SettlementProfile profile,
      ObjectNode json) {
    int all = shares.values().stream().mapToInt(Integer::intValue).sum();
    SettlementProfile.Counts counts = profile.counts();
    System.out.printf(
        Locale.ROOT,
        "%s: %d samples; %.0f %% of the wall time are garbage collections; %d conclusions, %d"
            + " firings, %d evaluations, %d partial matches%n",
        name,
        all,
        collecting * 100,
        profile.settlement().conclusions().size(),
        counts.firings(),
        counts.evaluations(),
        counts.partialMatches());
    ObjectNode each = json.withArray("settles").addObject().put("rules", name).put("samples", all);
    each.put("collecting", collecting).put("firings", counts.firings());
    each.put("conclusions", profile.settlement().conclusions().size());
    each.put("evaluations", counts.evaluations()).put("partialMatches", counts.partialMatches());
    System.out.println("| of a full settle | share of samples |\n|---|---|");
    shares.forEach(
        (part, count) -> {
          double share = 100.0 * count / all;
          System.out.printf(Locale.ROOT, "| %s | %.0f %% |%n", part, share);
          each.withObject("/shares").put(part, share);
        });
    System.out.println();
  }
}
