package dev.plumbline.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.conclusion.PoolConclusions.NodePoolWeight;
import dev.plumbline.fact.Pools.NodePool;
import dev.plumbline.fact.Requirements;
import dev.plumbline.fact.Resources;
import dev.plumbline.fact.Tags;
import dev.plumbline.language.RuleFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The rule of docs/weights.md works beside the shipped ones as it stands there. */
class WeightsDocTest {

  @Test
  void aRuleOfTheTeamAddsPoints() throws IOException {
    // Given
    String rule = Files.readString(Path.of("docs/weights.md")).split("```")[1].strip() + "\n";
    var files = new HashMap<>(RuleFiles.shipped().all());
    files.put("team-weight.drl", rule);
    RuleSet rules = RuleSet.compile(RuleFiles.of(files));
    try (RuleSession session = rules.newSession()) {
      // When
      session.put(pool("paid", Map.of("savings-plan", "true")));
      session.put(pool("other", Map.of()));
      // Then
      assertThat(session.settle().of(NodePoolWeight.class))
          .containsExactly(new NodePoolWeight("paid", 25));
    }
  }

  private static NodePool pool(String name, Map<String, String> labels) {
    return new NodePool(
        name,
        "default",
        null,
        Requirements.NONE,
        Tags.NONE,
        Tags.of(labels),
        false,
        null,
        Resources.NONE,
        Resources.NONE);
  }
}
