package dev.plumbline.bench;

import dev.plumbline.engine.RuleSession.SettleLimits;
import dev.plumbline.fact.Cluster.EvaluationTime;
import dev.plumbline.fact.Fact;
import dev.plumbline.fact.Policy.Parameter;
import dev.plumbline.language.RuleFiles;
import dev.plumbline.loop.ActionPipeline;
import dev.plumbline.loop.Host;
import dev.plumbline.loop.Host.LoopTimings;
import dev.plumbline.loop.HostSnapshot;
import dev.plumbline.loop.HostState;
import dev.plumbline.revision.Activation;
import dev.plumbline.revision.InitialRevision;
import dev.plumbline.revision.Revision;
import dev.plumbline.revision.RevisionContext;
import dev.plumbline.revision.RevisionEvents;
import dev.plumbline.revision.RevisionStore;
import dev.plumbline.revision.RuleOffer;
import dev.plumbline.revision.RuleSettings;
import dev.plumbline.revision.RuleState;
import dev.plumbline.source.FactUpdate;
import dev.plumbline.source.PolicyData;
import dev.plumbline.source.SnapshotFolder;
import dev.plumbline.trial.Trials;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * Edits of one rule file and its scenarios, each from the offer to where it serves, over the facts
 * of an example, with changes of facts between them; and what they leave behind.
 */
final class Reloads implements RuleSettings {

  private static final int WARM_UP = 100;
  private static final int COMPARED = 1_000;
  private static final Duration PATIENCE = Duration.ofMinutes(1);
  private static final String EDITED = "ami-eligibility.drl";

  private final RuleFiles files;
  private final int edits;
  private final int changes;
  private final List<Fact> facts = new ArrayList<>();
  private final HostState published = new HostState();
  private final RuleState board = new RuleState();

  private final StageTimes stages = new StageTimes();

  /** How long each stage of a revision takes, from the end of the one before. */
  private static final class StageTimes implements RevisionEvents {

    private final Map<String, List<Double>> millis = new ConcurrentHashMap<>();
    private volatile long last;

    void begin() {
      last = System.nanoTime();
    }

    @Override
    public void passed(Revision revision, String stage) {
      long now = System.nanoTime();
      millis.computeIfAbsent(stage, s -> new CopyOnWriteArrayList<>()).add((now - last) / 1e6);
      last = now;
    }

    void clear() {
      millis.clear();
    }

    void rows(Measured table) {
      for (String stage :
          List.of("received", "compiled", "tested", "previewed", "judged", "active")) {
        double[] took =
            millis.getOrDefault(stage, List.of()).stream().mapToDouble(d -> d).sorted().toArray();
        if (took.length > 0) {
          table.row(
              "of it until " + stage,
              String.format(Locale.ROOT, "%.1f ms", took[took.length / 2]),
              String.format(Locale.ROOT, "%.1f ms", took[took.length * 95 / 100]));
        }
      }
    }
  }

  private Reloads(RuleFiles files, int edits, int changes) {
    this.files = files;
    this.edits = edits;
    this.changes = changes;
  }

  /**
   * Measures {@code edits} edits.
   *
   * @param changes facts deleted before each of them, and inserted again
   */
  static void measure(RuleFiles files, int edits, int changes, Measured table) {
    new Reloads(files, edits, changes).run(table);
  }

  private void run(Measured table) {
    RevisionContext.RuleSetCompiler making = this::over;
    var pace =
        new LoopTimings(
            Duration.ofMillis(10),
            Duration.ofMillis(250),
            new SettleLimits(2_000_000, Duration.ofMinutes(1)),
            Duration.ofSeconds(1),
            InstantSource.system());
    var ground =
        new RevisionContext(
            new RevisionStore.InMemory(),
            making,
            RevisionContext.ParameterSettings.NONE,
            Trials.NONE,
            () -> true,
            false,
            this,
            pace);
    InitialRevision opening = InitialRevision.of(ground, edit(0), RevisionEvents.NONE);
    var activation = new Activation(ground, published, ActionPipeline.DRY_RUN.planner(), stages);
    PolicyData policy = opening.evaluation().policy();
    try (var host =
            new Host(opening.evaluation(), published, ActionPipeline.DRY_RUN, pace, activation);
        activation) {
      host.start();
      // Without its parameters: those are the rules' own here.
      for (Fact fact : SnapshotFolder.embedded("tour", policy, null).facts()) {
        if (!(fact instanceof Parameter)) {
          host.publish(List.of(new FactUpdate(fact.key(), List.of(fact), null)));
          if (!(fact instanceof EvaluationTime)) {
            facts.add(fact);
          }
        }
      }
      activation.start(host, opening, board);
      edit(making, activation, host, table);
    }
  }

  private void edit(
      RevisionContext.RuleSetCompiler making, Activation activation, Host host, Measured table) {
    double[] took = new double[edits];
    double[] settled = new double[edits];
    for (int i = -WARM_UP; i < edits; i++) {
      double changing = change(host, i + WARM_UP);
      long start = System.nanoTime();
      RuleOffer offer = edit(i + WARM_UP + 1);
      String digest = making.files(offer).digest();
      stages.begin();
      activation.offer(offer);
      await(live -> live.rules().digest().equals(digest));
      if (i >= 0) {
        took[i] = (System.nanoTime() - start) / 1e6;
        settled[i] = changing;
      }
      if (i == -1) {
        stages.clear();
      }
      if ((i + 1) % Math.max(1, edits / 4) == 0) {
        memory(i + 1, table);
      }
    }
    rows("edit → active", took, table);
    if (changes > 0) {
      rows(changes + " facts deleted, inserted again → settled both times", settled, table);
    }
    stages.rows(table);
  }

  private void rows(String what, double[] took, Measured table) {
    table.times(what, took);
    table.times(what + ", 99th percentile", Measured.percentile(took, 99));
    table.times(what + ", longest", Measured.percentile(took, 100));
    if (edits > COMPARED) {
      table.times("… the first 1,000", Arrays.copyOf(took, COMPARED));
      table.times("… the last 1,000", Arrays.copyOfRange(took, edits - COMPARED, edits));
    }
  }

  /** Deletes some of the facts and inserts them again; milliseconds until both are settled. */
  private double change(Host host, int round) {
    long start = System.nanoTime();
    var chosen = new ArrayList<Fact>();
    for (int i = 0; i < changes; i++) {
      chosen.add(facts.get((round * changes + i) % facts.size()));
    }
    publish(host, chosen, fact -> List.of());
    publish(host, chosen, List::of);
    return (System.nanoTime() - start) / 1e6;
  }

  private void publish(Host host, List<Fact> chosen, Function<Fact, List<Fact>> now) {
    if (chosen.isEmpty()) {
      return;
    }
    HostSnapshot live = published.now();
    long before = live == null ? 0 : live.sequence();
    host.publish(
        chosen.stream().map(fact -> new FactUpdate(fact.key(), now.apply(fact), null)).toList());
    await(after -> after.sequence() > before);
  }

  private void await(Predicate<HostSnapshot> reached) {
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (System.nanoTime() < end) {
      HostSnapshot live = published.now();
      if (live != null && reached.test(live)) {
        return;
      }
      LockSupport.parkNanos(200_000);
    }
    throw new IllegalStateException("neither settled nor active: " + board.now());
  }

  private static void memory(int edits, Measured table) {
    long heap = Measured.heap();
    long metaspace =
        ManagementFactory.getMemoryPoolMXBeans().stream()
            .filter(pool -> pool.getName().equals("Metaspace"))
            .mapToLong(Reloads::used)
            .sum();
    table.row(
        String.format(Locale.ROOT, "heap, metaspace, classes ever loaded after %,d edits", edits),
        String.format(
            Locale.ROOT,
            "%d MB, %.1f MB, %,d",
            heap >> 20,
            metaspace / 1048576.0,
            ManagementFactory.getClassLoadingMXBean().getTotalLoadedClassCount()),
        "");
  }

  private static long used(MemoryPoolMXBean pool) {
    return pool.getUsage().getUsed();
  }

  private RuleFiles over(RuleOffer offer) {
    var all = new TreeMap<>(files.all());
    all.putAll(offer.files());
    return RuleFiles.of(all);
  }

  private RuleOffer edit(int number) {
    String scenarios = EDITED.replace(".drl", ".scenarios.yaml");
    var overlay = new TreeMap<String, String>();
    overlay.put(EDITED, text(EDITED) + "\n// edit " + number + "\n");
    overlay.put(scenarios, text(scenarios) + "\n# edit " + number + "\n");
    return new RuleOffer(overlay, "bench", null, null, new TreeMap<>(), List.of());
  }

  private String text(String name) {
    return Objects.requireNonNull(files.text(name), name);
  }

  @Override
  public Optional<Path> stateDir() {
    return Optional.empty();
  }

  @Override
  public int keep() {
    return 10;
  }

  @Override
  public Duration poll() {
    return Duration.ofSeconds(1);
  }
}
