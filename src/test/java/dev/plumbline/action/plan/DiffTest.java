package dev.plumbline.action.plan;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.plumbline.action.Change;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How a changed list is shown. */
class DiffTest {

  private static final JsonMapper MAPPER = new JsonMapper();

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "{}               | {'a': []}        | + a: []",
        "{'a': []}        | {'a': null}      | - a: []",
        "{'a': []}        | {'a': ['x']}     | ~ a;  + 'x'",
        "{'a': ['x']}     | {'a': []}        | ~ a;  - 'x'",
        "{'a': ['x','y']} | {'a': ['y','x']} | ~ a: in another order",
        "{'a': ['x','y']} | {'a': ['y','z']} | ~ a;  - 'x';  + 'z'",
      })
  void aListIsShownByItsEntries(String before, String patch, String lines)
      throws JsonProcessingException {
    var change = new Change.Patch(json(before), json(patch));

    assertThat(String.join(";", Diff.lines(change))).isEqualTo(lines.replace('\'', '"'));
  }

  private static JsonNode json(String text) throws JsonProcessingException {
    return MAPPER.readTree(text.replace('\'', '"'));
  }
}
