package dev.plumbline.action;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plumbline.action.ActionOutcomes.Windows;
import dev.plumbline.action.Outcome.Result;
import dev.plumbline.fact.ObjectRef;
import dev.plumbline.fact.Policy.FieldWrites;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What is remembered of writes of one field, and by what two of them are the same. */
class FieldWritesTest {

  private static final Instant START = Instant.parse("2026-11-21T12:00:00Z");
  private static final ObjectRef POOL = new ObjectRef("karpenter.sh/v1", "NodePool", null, "web");
  private static final String HOLD = "plumbline.dev/hold-disruption";
  private static final Windows WINDOWS =
      new Windows(Duration.ofMinutes(10), Duration.ofMinutes(30), Duration.ofMinutes(10));

  private Instant now = START;
  private @Nullable String manager;
  private final ActionOutcomes outcomes = new ActionOutcomes(() -> now);

  @Test
  void countsWritesAndTheirValuesWithinTheWindowOfTheLastOne() {
    write(0, "a");
    write(400, "a");
    write(800, null);

    assertThat(fields())
        .containsExactly(
            new FieldWrites(
                "HoldDisruption",
                "NodePool/web",
                2,
                2,
                true,
                START.plusSeconds(800),
                2,
                START.plusSeconds(400),
                null));
  }

  @Test
  void remembersThemUntilItHasBeenCalmForLong() {
    write(0, "a");
    write(1, "a");
    write(2, "a");

    now = START.plusSeconds(2 + 30 * 60 - 1);
    FieldWrites last = fields().getFirst();
    assertThat(last.writes()).isEqualTo(3);
    assertThat(last.undone() && last.returned()).isTrue();
    assertThat(last.counted()).isZero();
    assertThat(last.since()).isNull();

    now = START.plusSeconds(2 + 30 * 60);
    assertThat(fields()).isEmpty();
  }

  @Test
  void countsForTheCapLongerThanForFlapping() {
    var windows = new Windows(Duration.ofMinutes(1), Duration.ofMinutes(2), Duration.ofMinutes(10));
    write(0, "a");
    write(100, "b");
    now = START.plusSeconds(300);

    FieldWrites field = outcomes.fields(windows).getFirst();

    assertThat(field.writes()).as("calm").isZero();
    assertThat(field.counted()).isEqualTo(2);
    assertThat(field.since()).isEqualTo(START);
  }

  @Test
  void keepsTheOtherWriterItHasSeen() {
    manager = "terraform";
    write(0, "a");
    manager = null;
    write(1, "a");
    assertThat(fields().getFirst().manager()).isEqualTo("terraform");
  }

  @Test
  void countsOnlyWhatWasWritten() {
    add(ActionKind.HOLD_DISRUPTION, Result.UNCHANGED, "a");
    add(ActionKind.HOLD_DISRUPTION, Result.FAILED, "a");
    add(ActionKind.HOLD_DISRUPTION, Result.OUTDATED, "a");
    add(ActionKind.REPORT, Result.DONE, "a");

    assertThat(fields()).isEmpty();
  }

  @Test
  void comparesWhatIsOursWhateverStandsBesideIt() {
    ObjectNode one = patch("{\"written\":[{\"nodes\":\"0\"}]}");
    ObjectNode other = patch("{\"written\":[{\"nodes\":\"0\"}]}");
    one.putObject("spec").put("budgets", "ours");
    other.putObject("spec").put("budgets", "ours and theirs");

    assertThat(value(one)).isEqualTo("[{\"nodes\":\"0\"}]").isEqualTo(value(other));
    assertThat(value(patch("{\"written\":[]}"))).isNotEqualTo(value(one));
    assertThat(value(patch(null))).as("given back").isNull();
    assertThat(value(patch("not JSON"))).contains("not JSON");
    assertThat(new Change.Apply(null, one).value()).isEqualTo(value(one));
    assertThat(new Change.Delete(one).value()).isNull();
    assertThat(new Change.TagImage(new TreeMap<>(), new TreeMap<>(Map.of("a", "b")), List.of()))
        .extracting(Change.TagImage::value)
        .isEqualTo("{a=b} without []");
  }

  private static @Nullable String value(JsonNode patch) {
    return new Change.Patch(JsonNodeFactory.instance.objectNode(), patch).value();
  }

  private static ObjectNode patch(@Nullable String annotation) {
    ObjectNode patch = JsonNodeFactory.instance.objectNode();
    patch.putObject("metadata").putObject("annotations").put(HOLD, annotation);
    return patch;
  }

  private List<FieldWrites> fields() {
    return outcomes.fields(WINDOWS);
  }

  private void write(int seconds, @Nullable String value) {
    now = START.plusSeconds(seconds);
    add(ActionKind.HOLD_DISRUPTION, Result.DONE, value);
  }

  private void add(ActionKind kind, Result result, @Nullable String value) {
    outcomes.add(new Outcome(kind, POOL, result, null, "", now, value, manager));
  }
}
