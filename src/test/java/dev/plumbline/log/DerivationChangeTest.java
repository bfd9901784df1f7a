package dev.plumbline.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** What changed and the derivations before give all derivations. */
class DerivationChangeTest {

  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

  private static ObjectNode derivation(String name) {
    ObjectNode derivation = JSON.objectNode().put("rule", "R-" + name.charAt(0));
    derivation.putArray("facts").add("Instance/" + name);
    if (name.startsWith("v")) {
      derivation.putArray("via").addArray().add(derivation("s" + name));
    }
    return derivation;
  }

  private static ArrayNode list(List<String> names) {
    ArrayNode list = JSON.arrayNode();
    names.forEach(name -> list.add(derivation(name)));
    return list;
  }

  private static ObjectNode change(String before, String after) {
    ObjectNode conclusion = JSON.objectNode();
    DerivationChange.write(
        conclusion, list(Arrays.asList(before.split(" "))), list(Arrays.asList(after.split(" "))));
    return conclusion;
  }

  private static List<String> names(JsonNode derivations) {
    var names = new ArrayList<String>();
    derivations.forEach(each -> names.add(each.at("/facts/0").asText().substring(9)));
    return names;
  }

  @Test
  void onlyWhatChangedIsWritten() {
    ObjectNode change = change("a1 a2 a4 v1", "a2 a3 a4 v1");
    assertThat(names(change.path("because"))).containsExactly("a3");
    assertThat(change.path("at").toString()).isEqualTo("[1]");
    assertThat(change.path("gone").toString()).isEqualTo("[0]");
    assertThat(DerivationChange.rules(change)).containsExactly("R-a", "R-s", "R-v");
    assertThat(DerivationChange.isWhole(change)).isFalse();
  }

  @Test
  void whereFewAreTheSameAllAreWritten() {
    ObjectNode change = change("a1", "a2");
    assertThat(names(change.path("because"))).containsExactly("a2");
    assertThat(change.size()).isEqualTo(1);
    assertThat(DerivationChange.isWhole(change)).isTrue();
    assertThat(DerivationChange.rules(change)).isEmpty();
  }

  @Test
  void allFollowFromThoseBefore() {
    int changes = 0;
    for (int seed = 0; seed < 3_000; seed++) {
      var random = new SplittableRandom(seed);
      // Given: some are there twice, and some at another place
      var before = new ArrayList<String>();
      for (int i = 0, n = random.nextInt(12); i < n; i++) {
        before.add((random.nextInt(4) == 0 ? "v" : "a") + random.nextInt(15));
      }
      var after = new ArrayList<>(before);
      for (int i = 0, n = random.nextInt(4); i < n; i++) {
        int place = random.nextInt(after.size() + 1);
        if (place < after.size() && random.nextBoolean()) {
          after.remove(place);
        } else {
          after.add(place, "a" + random.nextInt(15));
        }
      }
      // When
      ObjectNode change = JSON.objectNode();
      DerivationChange.write(change, list(before), list(after));
      var known = new ArrayList<JsonNode>();
      list(before).forEach(known::add);
      ArrayNode all = JSON.arrayNode();
      DerivationChange.apply(known, change, each -> each).forEach(all::add);
      // Then
      assertThat(all).as("seed " + seed).isEqualTo(list(after));
      changes += DerivationChange.isWhole(change) ? 0 : 1;
    }
    assertThat(changes).isGreaterThan(1_000);
  }

  @Test
  void whatDoesNotFitThoseBeforeIsRejected() {
    ObjectNode change = change("a1 a2 a4 a5 a6", "a2 a4 a5 a6 a7").put("id", "0f");
    for (List<JsonNode> before :
        List.of(List.<JsonNode>of(), List.<JsonNode>of(derivation("a1")))) {
      assertThatThrownBy(() -> DerivationChange.apply(before, change, each -> each))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("the derivations of 0f do not fit those before");
    }
  }
}
