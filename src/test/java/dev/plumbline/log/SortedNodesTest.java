package dev.plumbline.log;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class SortedNodesTest {

  private static final String UNSORTED = "{\"b\":{\"d\":1,\"c\":[{\"f\":2,\"e\":3}]},\"a\":4}";

  @Test
  void haveTheOrderOfCanonicalJson() throws JsonProcessingException {
    JsonNode plain = new JsonMapper().readTree(UNSORTED);
    JsonNode sorted =
        JsonMapper.builder().nodeFactory(SortedNodes.INSTANCE).build().readTree(UNSORTED);

    assertThat(sorted).isEqualTo(plain);
    assertThat(plain).isEqualTo(sorted);
    assertThat(sorted).hasToString("{\"a\":4,\"b\":{\"c\":[{\"e\":3,\"f\":2}],\"d\":1}}");
    assertThat(EntryForm.canonical(plain))
        .isEqualTo(EntryForm.canonical(sorted))
        .isEqualTo(sorted.toString().getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void keepTheOrderAsTheyGrow() {
    ObjectNode node = SortedNodes.INSTANCE.objectNode();
    node.putObject("z").put("y", 1).put("x", 2);
    node.putArray("a").addObject().put("c", 3).put("b", 4);

    assertThat(node).hasToString("{\"a\":[{\"b\":4,\"c\":3}],\"z\":{\"x\":2,\"y\":1}}");
  }
}
