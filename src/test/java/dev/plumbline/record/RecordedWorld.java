package dev.plumbline.record;

import dev.plumbline.engine.RuleSet;
import dev.plumbline.fact.Fact;
import dev.plumbline.fact.Images.Ami;
import dev.plumbline.fact.Nodes.NodeClaim;
import dev.plumbline.language.RuleFiles;
import dev.plumbline.log.DecisionLog;
import dev.plumbline.log.Entry;
import dev.plumbline.log.EntryKind;
import dev.plumbline.log.LogReader;
import dev.plumbline.log.store.FolderLog;
import dev.plumbline.log.store.FolderLog.LogSettings;
import dev.plumbline.loop.Evaluation;
import dev.plumbline.loop.Evaluation.SnapshotReader;
import dev.plumbline.record.EntryWriter.WriterIdentity;
import dev.plumbline.record.RecordingQueue.PendingDecision;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** A log of a random world, for those who read one. */
public final class RecordedWorld {

  private RecordedWorld() {}

  /** Compiled once. */
  private static final class Shipped {
    static final Evaluation RULES = Evaluation.with(RuleFiles.shipped());
  }

  /** Records so many decisions in a folder. */
  public static void in(Path folder, int decisions) {
    var settings = new LogSettings(LogSettings.origin("test"), null, 1 << 20, Duration.ofDays(400));
    try (DecisionLog log = FolderLog.open(folder, settings, Clock.systemUTC())) {
      in(log, decisions);
    }
  }

  /** Records so many decisions, a state after each twenty. */
  public static void in(DecisionLog log, int decisions) {
    var writer = new WriterIdentity("test", "pod-1", "cluster", 20);
    var scribe =
        new EntryWriter(
            log, writer, new RevisionEventBuffer(), new SecretMask(List.of("*secret*")));
    try (var world = new ChangingWorld(Evaluation.with(RuleFiles.shipped()).rules(), 1)) {
      for (int i = 0; i < decisions; i++) {
        scribe.write(List.of(), List.of(new PendingDecision(world.step(), 1, true)));
      }
    }
  }

  /**
   * Records a random world, a state after each five decisions: now and then the writer begins anew,
   * and the next of the rule sets becomes active.
   */
  public static void changing(DecisionLog log, long seed, int decisions, List<RuleSet> rules) {
    var writer = new WriterIdentity("test", "pod-1", "cluster", 5);
    var random = new SplittableRandom(seed);
    EntryWriter entries = writer(log, writer);
    int active = 0;
    try (var world = new ChangingWorld(rules.getFirst(), seed)) {
      for (int i = 0; i < decisions; i++) {
        if (random.nextInt(17) == 0) {
          entries = writer(log, writer);
        }
        if (random.nextInt(11) == 0) {
          world.rules(rules.get(++active % rules.size()));
        }
        entries.write(List.of(), List.of(new PendingDecision(world.step(), 1, true)));
      }
    }
  }

  /** The shipped rules with a comment more in each revision, in another file. */
  static List<RuleSet> revisions(int count) {
    RuleFiles files = RuleFiles.shipped();
    var revisions = new ArrayList<RuleSet>();
    for (int i = 0; i < count; i++) {
      String name = files.names(".drl").get(i);
      files = files.with(name, files.text(name) + "// " + i + "\n");
      revisions.add(Evaluation.with(files).rules());
    }
    return revisions;
  }

  /** The entries of a kind, in order. */
  static List<Entry> entries(LogReader log, EntryKind kind) {
    var entries = new ArrayList<Entry>();
    log.read(
        0,
        log.head().size(),
        entry -> {
          if (entry.kind() == kind) {
            entries.add(entry);
          }
          return true;
        });
    return entries;
  }

  /** The same in a folder, as the log of this name. */
  public static void changing(
      Path folder, String name, long seed, int decisions, List<RuleSet> rules) {
    var settings = new LogSettings(LogSettings.origin(name), null, 1 << 16, Duration.ofDays(400));
    try (DecisionLog log = FolderLog.open(folder, settings, Clock.systemUTC())) {
      changing(log, seed, decisions, rules);
    }
  }

  /**
   * Records the example soaking-rollout, of which images and nodes come and go, now and then an
   * image without its creation date; a state after each five decisions.
   */
  public static void images(DecisionLog log, long seed, int decisions) {
    Evaluation shipped = Shipped.RULES;
    var facts = new ArrayList<Fact>(shipped.policy().facts());
    facts.addAll(shipped.policy().parameters());
    facts.addAll(
        shipped
            .read(SnapshotReader.FOLDERS, "examples/soaking-rollout", RecordedStory.FIRST)
            .facts());
    List<Fact> changing =
        facts.stream().filter(each -> each instanceof Ami || each instanceof NodeClaim).toList();
    var random = new SplittableRandom(seed);
    EntryWriter entries = writer(log, new WriterIdentity("test", "pod-1", "cluster", 5));
    try (var world = new ChangingWorld(shipped.rules(), facts)) {
      for (int i = 0; i < decisions; i++) {
        Fact fact = changing.get(random.nextInt(changing.size()));
        if (random.nextInt(3) == 0) {
          world.remove(fact);
        } else {
          world.put(fact instanceof Ami ami && random.nextInt(4) == 0 ? undated(ami) : fact);
        }
        entries.write(List.of(), List.of(new PendingDecision(world.settle(), 1, true)));
      }
    }
  }

  /** The same in a folder, as the log of this name. */
  public static void images(Path folder, String name, long seed, int decisions) {
    var settings = new LogSettings(LogSettings.origin(name), null, 1 << 16, Duration.ofDays(400));
    try (DecisionLog log = FolderLog.open(folder, settings, Clock.systemUTC())) {
      images(log, seed, decisions);
    }
  }

  private static Ami undated(Ami ami) {
    return new Ami(
        ami.id(),
        ami.name(),
        ami.state(),
        ami.stateReason(),
        ami.architecture(),
        ami.ownerId(),
        ami.ownerAlias(),
        null,
        ami.deprecationTime(),
        ami.tags(),
        ami.virtualizationType(),
        ami.rootDeviceType(),
        ami.rootDeviceName(),
        ami.rootSnapshotGiB(),
        ami.enaSupport(),
        ami.bootMode(),
        ami.platform(),
        ami.allowed());
  }

  /**
   * Records one random world in folders, as the logs of their names, each of which begins a little
   * later than the one before: cheaper than a world for each.
   */
  public static void together(List<Path> folders, long seed, int decisions, RuleSet rules) {
    var logs = new ArrayList<DecisionLog>();
    var writers = new ArrayList<EntryWriter>();
    try (var world = new ChangingWorld(rules, seed)) {
      for (int i = 0; i < decisions; i++) {
        if (i % 3 == 0 && logs.size() < folders.size()) {
          Path folder = folders.get(logs.size());
          var settings =
              new LogSettings(
                  LogSettings.origin(folder.getFileName().toString()),
                  null,
                  1 << 16,
                  Duration.ofDays(400));
          logs.add(FolderLog.open(folder, settings, Clock.systemUTC()));
          writers.add(writer(logs.getLast(), new WriterIdentity("test", "pod-1", "cluster", 5)));
        }
        var decision = new PendingDecision(world.step(), 1, true);
        writers.forEach(each -> each.write(List.of(), List.of(decision)));
      }
    } finally {
      logs.forEach(DecisionLog::close);
    }
  }

  /** Days of a random world that changes every ten seconds, as the log of this name. */
  public static long days(Path folder, String name, long seed, int days, RuleSet rules) {
    var settings = new LogSettings(LogSettings.origin(name), null, 2 << 20, Duration.ofDays(400));
    long decisions = Duration.ofDays(days).toSeconds() / 10;
    try (DecisionLog log = FolderLog.open(folder, settings, Clock.systemUTC());
        var world = new ChangingWorld(rules, seed)) {
      EntryWriter entries = writer(log, new WriterIdentity("bench", name, "cluster", 1_000));
      var batch = new ArrayList<PendingDecision>();
      for (long i = 1; i <= decisions; i++) {
        batch.add(new PendingDecision(world.step(), 1, true));
        if (batch.size() == 64 || i == decisions) {
          entries.write(List.of(), batch);
          batch.clear();
        }
      }
    }
    return decisions;
  }

  private static EntryWriter writer(DecisionLog log, WriterIdentity writer) {
    return new EntryWriter(
        log, writer, new RevisionEventBuffer(), new SecretMask(List.of("*secret*")));
  }
}
