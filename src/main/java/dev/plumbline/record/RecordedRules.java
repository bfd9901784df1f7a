package dev.plumbline.record;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plumbline.engine.RuleSet;
import dev.plumbline.language.RuleFiles;
import dev.plumbline.log.Entry;
import dev.plumbline.log.EntryKind;
import dev.plumbline.log.InvalidLogException;
import dev.plumbline.log.LogReader;
import dev.plumbline.loop.Evaluation;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * The rules of a log, compiled: those that are active, that follow, and that it may go back to.
 * Those that follow are compiled by threads of their own. Thread-safe.
 */
final class RecordedRules implements AutoCloseable {

  static final int MAX_KEPT = 3;

  /** Each revision in work takes tens of megabytes. */
  private static final int MAX_COMPILERS = 4;

  /** Used while it is held. */
  private final RecordedEntries entries;

  private final Map<String, RuleSet> kept =
      Collections.synchronizedMap(
          new LinkedHashMap<>(16, 0.75f, true) {
            private static final long serialVersionUID = 1;

            @Override
            protected boolean removeEldestEntry(Map.Entry<String, RuleSet> eldest) {
              return size() > MAX_KEPT;
            }
          });

  /** By digest, until they are used. */
  private final Map<String, Future<RuleSet>> ahead = new ConcurrentHashMap<>();

  private final ExecutorService compilers =
      Executors.newFixedThreadPool(
          Math.min(MAX_COMPILERS, Runtime.getRuntime().availableProcessors()),
          Thread.ofPlatform().daemon().name("plumbline-replay-compiler-", 1).factory());

  /**
   * Those of a log.
   *
   * @param compiled rules that need not be compiled again where the log names their digest
   */
  RecordedRules(LogReader log, List<RuleSet> compiled) {
    this.entries = new RecordedEntries(log);
    compiled.forEach(each -> kept.put(each.digest(), each));
  }

  /**
   * The rules that an entry names.
   *
   * @param body of an entry of kind {@code rules}
   * @throws IllegalArgumentException when the log does not hold them, or they are not those of the
   *     digest
   */
  RuleSet of(ObjectNode body) {
    String digest = body.path("digest").asText();
    Future<RuleSet> begun = ahead.remove(digest);
    RuleSet set = kept.get(digest);
    if (set == null) {
      set = begun == null ? compiled(files(body)) : result(begun);
      kept.put(digest, set);
    }
    return set;
  }

  private RuleFiles files(ObjectNode body) {
    synchronized (entries) {
      return entries.rules(body);
    }
  }

  private static RuleSet compiled(RuleFiles files) {
    return Evaluation.with(files).rules();
  }

  private static RuleSet result(Future<RuleSet> begun) {
    try {
      return begun.get();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof Error error) {
        throw error;
      }
      throw (RuntimeException) e.getCause();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InvalidLogException("interrupted while recorded rules were compiled");
    }
  }

  /**
   * Begins to compile those of an entry; what is wrong with them is said when they are used. Called
   * by one thread.
   */
  void prepare(Entry entry) {
    if (entry.kind() != EntryKind.RULES) {
      return;
    }
    String digest = entry.body().path("digest").asText();
    if (kept.containsKey(digest) || ahead.containsKey(digest)) {
      return;
    }
    try {
      RuleFiles files = files(entry.body());
      ahead.put(digest, compilers.submit(() -> compiled(files)));
    } catch (IllegalArgumentException | InvalidLogException e) {
      // Said when they are used.
    }
  }

  int size() {
    return kept.size();
  }

  @Override
  public void close() {
    compilers.shutdownNow();
    compilers.close();
  }
}
