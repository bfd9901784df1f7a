package dev.plumbline.worlds;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.conclusion.Conclusion;
import dev.plumbline.engine.RuleSet;
import dev.plumbline.fact.Fact;
import dev.plumbline.language.RuleFiles;
import dev.plumbline.source.PolicyData;
import dev.plumbline.source.SnapshotFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Facts of an example, the first and the last of each type, go and come back in a live session:
 * what follows is what a new session concludes, and then what it was before. Nothing stays behind
 * that has lost its cause.
 */
class OneFactLessTest {

  private static final RuleSet RULES = SettledWorld.RULES;
  private static final PolicyData POLICY = PolicyData.read(RuleFiles.shipped().all());

  static List<Path> examples() throws IOException {
    try (Stream<Path> folders = Files.list(Path.of("examples"))) {
      return folders.filter(Files::isDirectory).sorted().toList();
    }
  }

  @ParameterizedTest
  @MethodSource("examples")
  void liveSessionConcludesWhatANewOneDoes(Path example) {
    List<Fact> snapshot = SnapshotFolder.read(example, POLICY, null).facts();
    var facts = new ArrayList<Fact>(POLICY.facts());
    facts.addAll(snapshot);
    try (var session = RULES.newSession()) {
      facts.forEach(session::put);
      List<Conclusion> before = session.settle().conclusions();
      for (Fact fact : ends(snapshot)) {
        session.delete(fact.key());
        assertThat(session.settle().conclusions())
            .as("without %s", fact.key())
            .isEqualTo(fresh(facts, fact));
        session.put(fact);
        assertThat(session.settle().conclusions()).as("with %s again", fact).isEqualTo(before);
      }
    }
  }

  /** The first and the last fact of each type. */
  private static Set<Fact> ends(List<Fact> facts) {
    var first = new LinkedHashMap<Class<?>, Fact>();
    var last = new LinkedHashMap<Class<?>, Fact>();
    for (Fact fact : facts) {
      first.putIfAbsent(fact.getClass(), fact);
      last.put(fact.getClass(), fact);
    }
    var ends = new LinkedHashSet<Fact>(first.values());
    ends.addAll(last.values());
    return ends;
  }

  private static List<Conclusion> fresh(List<Fact> facts, Fact without) {
    try (var session = RULES.newSession()) {
      facts.stream().filter(fact -> !fact.equals(without)).forEach(session::put);
      return session.settle().conclusions();
    }
  }
}
