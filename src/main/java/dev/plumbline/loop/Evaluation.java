package dev.plumbline.loop;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.plumbline.conclusion.WireForm;
import dev.plumbline.engine.RuleSession;
import dev.plumbline.engine.RuleSet;
import dev.plumbline.engine.Settlement;
import dev.plumbline.fact.Fact;
import dev.plumbline.language.InvalidInputException;
import dev.plumbline.language.InvalidRulesException;
import dev.plumbline.language.RuleFiles;
import dev.plumbline.language.ShippedRules;
import dev.plumbline.source.FactUpdate;
import dev.plumbline.source.InvalidSourceException;
import dev.plumbline.source.PolicyData;
import dev.plumbline.source.Snapshot;
import dev.plumbline.source.SnapshotFolder;
import dev.plumbline.source.SnapshotFolderSource;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collection;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A rule set with its data, ready to evaluate snapshots independently of each other. */
public final class Evaluation {

  private final RuleSet rules;
  private final PolicyData policy;

  private Evaluation(RuleSet rules, PolicyData policy) {
    this.rules = rules;
    this.policy = policy;
  }

  /**
   * Uses the shipped rules, overlaid with the files of {@code folder}; null for no overlay.
   *
   * @throws InvalidInputException when the rules are invalid; one line per problem
   */
  public static Evaluation with(@Nullable Path folder) {
    try {
      return with(folder == null ? RuleFiles.shipped() : RuleFiles.in(folder));
    } catch (InvalidRulesException e) {
      throw new InvalidInputException(e);
    }
  }

  /**
   * Uses the rules of {@code files} except those that are switched off.
   *
   * @throws InvalidInputException when the rules are invalid; one line per problem
   */
  public static Evaluation with(RuleFiles files) {
    try {
      PolicyData policy = data(files);
      RuleSet rules = RuleSet.compile(files, policy.switches());
      return new Evaluation(rules, policy.with(rules.switchedOff()));
    } catch (InvalidRulesException | InvalidSourceException e) {
      throw new InvalidInputException(e);
    }
  }

  /** Uses rules that are already compiled. */
  public static Evaluation with(RuleSet rules) {
    return new Evaluation(rules, data(rules.files()).with(rules.switchedOff()));
  }

  private static PolicyData data(RuleFiles files) {
    return ShippedRules.are(files) ? Shipped.DATA : PolicyData.read(files.all(), files::display);
  }

  /** The data of the shipped rules, read once. A native image holds the result. */
  private static final class Shipped {
    static final PolicyData DATA = PolicyData.read(RuleFiles.shipped().all());
  }

  public RuleSet rules() {
    return rules;
  }

  public PolicyData policy() {
    return policy;
  }

  /** What a host knows before any source says something. */
  List<FactUpdate> updates() {
    return List.of(
        new FactUpdate("rules", policy.facts(), null),
        new FactUpdate("parameters", policy.parameters(), null));
  }

  /**
   * Reads one snapshot with the parameters that these rules declare.
   *
   * @param at the evaluation time; null for the one that the snapshot sets
   */
  public Snapshot read(SnapshotReader reader, String path, @Nullable Instant at) {
    try {
      return reader.read(path, policy, at);
    } catch (InvalidSourceException e) {
      throw new InvalidInputException(e);
    }
  }

  public Snapshot read(Map<String, byte[]> files, @Nullable Instant at) {
    return read(files, Long.MAX_VALUE, at);
  }

  /**
   * Reads a snapshot of files in memory.
   *
   * @param values how many objects, lists, names and single values they may hold together
   * @param at the evaluation time; null for the one that the snapshot sets
   */
  public Snapshot read(Map<String, byte[]> files, long values, @Nullable Instant at) {
    return read((path, data, time) -> SnapshotFolder.given(files, values, data, time), "", at);
  }

  public SnapshotFolderSource watch(Path folder, HostSettings settings, InstantSource clock) {
    return watch(folder, HeadStart.none(), settings, clock);
  }

  /** The same with what was read of it already, if it is up to date. */
  public SnapshotFolderSource watch(
      Path folder, HeadStart start, HostSettings settings, InstantSource clock) {
    try {
      return new SnapshotFolderSource(
          folder, start.reading(rules), policy, clock, settings.tick(), settings.poll());
    } catch (InvalidSourceException e) {
      throw new InvalidInputException(e);
    }
  }

  /** The parameters with the values that a YAML file sets, as an update for the host. */
  public FactUpdate parameters(Path file) {
    try {
      return new FactUpdate(
          "parameters", policy.parameters(policy.settings(file), file.toString()), null);
    } catch (InvalidSourceException e) {
      throw new InvalidInputException(e);
    }
  }

  public EvaluationResult of(Snapshot snapshot) {
    Collection<Fact> facts = facts(snapshot).values();
    var counts = new TreeMap<String, Integer>();
    try (RuleSession session = rules.newSession()) {
      for (Fact fact : facts) {
        session.put(fact);
        counts.merge(fact.getClass().getSimpleName(), 1, Integer::sum);
      }
      return new EvaluationResult(snapshot, rules, session.settle(), FactsDigest.of(facts), counts);
    } catch (InvalidRulesException e) {
      throw new InvalidInputException(e);
    }
  }

  public SortedMap<String, Fact> facts(Snapshot snapshot) {
    var facts = new TreeMap<String, Fact>();
    policy.facts().forEach(fact -> facts.put(fact.key(), fact));
    snapshot.facts().forEach(fact -> facts.put(fact.key(), fact));
    return facts;
  }

  /**
   * What one rule set concludes from one snapshot.
   *
   * @param factCounts the number of facts of each type, sorted by type
   */
  public record EvaluationResult(
      Snapshot snapshot,
      RuleSet rules,
      Settlement settlement,
      String factsDigest,
      Map<String, Integer> factCounts) {}

  @FunctionalInterface
  public interface SnapshotReader {

    SnapshotReader FOLDERS =
        (path, policy, at) -> {
          Snapshot read = SnapshotFolder.read(Path.of(path), policy, at);
          return new Snapshot(path, read.at(), read.region(), read.facts(), read.objects());
        };

    SnapshotReader EXAMPLES = SnapshotFolder::embedded;

    /**
     * Reads one snapshot.
     *
     * @param path as given; kept unchanged in the snapshot
     * @param at the evaluation time; null for the one that the snapshot sets
     */
    Snapshot read(String path, PolicyData policy, @Nullable Instant at);
  }

  /**
   * The identity of a set of facts: SHA-256 over their wire form, one compact JSON object per line,
   * each terminated by a line feed, sorted by {@link Fact#key}. {@code sha256sum} over those lines
   * gives the same.
   */
  public static final class FactsDigest {

    private static final JsonFactory JSON = new JsonFactory();

    private FactsDigest() {}

    /** The digest of {@code facts}, in lower-case hexadecimal; their order does not matter. */
    public static String of(Collection<Fact> facts) {
      try (var digest =
          new DigestOutputStream(
              OutputStream.nullOutputStream(), MessageDigest.getInstance("SHA-256"))) {
        writeLines(facts, digest);
        return HexFormat.of().formatHex(digest.getMessageDigest().digest());
      } catch (NoSuchAlgorithmException e) {
        throw new IllegalStateException("every JDK has SHA-256", e);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    public static void writeLines(Collection<Fact> facts, OutputStream out) throws IOException {
      var buffered = new BufferedOutputStream(out, 1 << 16);
      try (JsonGenerator json = JSON.createGenerator(buffered)) {
        json.disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);
        json.setRootValueSeparator(null);
        for (Fact fact : facts.stream().sorted(Comparator.comparing(Fact::key)).toList()) {
          WireForm.write(fact, json);
          json.writeRaw('\n');
        }
      }
      buffered.flush();
    }
  }
}
