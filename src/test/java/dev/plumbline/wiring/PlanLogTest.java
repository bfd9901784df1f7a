package dev.plumbline.wiring;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plumbline.action.Action;
import dev.plumbline.action.Action.Mode;
import dev.plumbline.action.ActionKind;
import dev.plumbline.action.Change;
import dev.plumbline.action.LiveObjects;
import dev.plumbline.action.Plan;
import dev.plumbline.engine.RuleSet;
import dev.plumbline.engine.Settlement;
import dev.plumbline.fact.ObjectKind;
import dev.plumbline.language.RuleFiles;
import dev.plumbline.loop.HostSnapshot;
import dev.plumbline.wiring.HostAssembly.PlanLog;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import org.jboss.logmanager.Logger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A plan is logged when it says something else than before. */
class PlanLogTest {

  private static final RuleSet RULES = RuleSet.compile(RuleFiles.shipped());

  private final Logger logger = Logger.getLogger(PlanLog.class.getName());
  private final List<String> said = new ArrayList<>();
  private final PlanLog log = new PlanLog();

  private final Handler handler =
      new Handler() {
        @Override
        public void publish(LogRecord message) {
          said.add(message.getMessage());
        }

        @Override
        public void flush() {
          // nothing is kept back
        }

        @Override
        public void close() {
          // nothing is open
        }
      };

  @BeforeEach
  void listen() {
    logger.setLevel(Level.INFO);
    logger.addHandler(handler);
  }

  @AfterEach
  void stop() {
    logger.removeHandler(handler);
  }

  @Test
  void isSaidOnceAndAgainWhenItIsAnother() {
    settled(weight(Mode.OBSERVE, null, 10));
    settled(weight(Mode.OBSERVE, null, 10));
    settled(weight(Mode.OBSERVE, null, 20));
    settled(weight(Mode.ENFORCE, null, 20));
    settled(weight(Mode.ENFORCE, "a gate is closed", 20));
    settled(weight(Mode.ENFORCE, "a gate is closed", 20));
    settled();
    settled(weight(Mode.ENFORCE, "a gate is closed", 20));

    String object = ": kind=SetNodePoolWeight object=NodePool/default ";
    assertThat(said)
        .containsExactly(
            "Would be changed" + object + "diff=[+ spec.weight: 10]",
            "Would be changed" + object + "diff=[+ spec.weight: 20]",
            "To be changed" + object + "diff=[+ spec.weight: 20]",
            "Held" + object + "why=\"a gate is closed\" diff=[+ spec.weight: 20]",
            "Held" + object + "why=\"a gate is closed\" diff=[+ spec.weight: 20]");
  }

  /** The live object is another, what is to be changed of it the same. */
  @Test
  void isNotSaidAgainForWhatOthersChange() {
    settled(weight(Mode.ENFORCE, null, 10));
    ObjectNode live = JsonNodeFactory.instance.objectNode();
    live.putObject("metadata").put("resourceVersion", "2");
    settled(action(Mode.ENFORCE, null, new Change.Patch(live, patch(10))));

    assertThat(said).hasSize(1);
  }

  private void settled(Action... actions) {
    log.settled(
        new HostSnapshot(
            1,
            Instant.EPOCH,
            new TreeMap<>(),
            LiveObjects.NONE,
            RULES,
            Settlement.NONE,
            new Plan(List.of(actions)),
            List.of(),
            Map.of(),
            true),
        Duration.ZERO,
        0);
  }

  private static Action weight(Mode mode, @Nullable String held, int weight) {
    var patch = new Change.Patch(JsonNodeFactory.instance.objectNode(), patch(weight));
    return action(mode, held, patch);
  }

  private static ObjectNode patch(int weight) {
    ObjectNode patch = JsonNodeFactory.instance.objectNode();
    patch.putObject("spec").put("weight", weight);
    return patch;
  }

  private static Action action(Mode mode, @Nullable String held, Change change) {
    return new Action(
        ActionKind.SET_NODE_POOL_WEIGHT,
        ObjectKind.NODE_POOL.ref("default"),
        mode,
        held,
        change,
        List.of());
  }
}
