package dev.plumbline.language;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ShippedRulesTest {

  private static final String FILE = "image-train.drl";

  private static final RuleFiles SHIPPED = RuleFiles.shipped();

  /** The build looks as well, and records it; here it is looked at again. */
  @Test
  void lintFindsNothingAndTheBuildHasRecordedThat() throws IOException {
    assertThat(ShippedRules.check()).isEmpty();
    try (var recorded = getClass().getClassLoader().getResourceAsStream(ShippedRules.PASSED)) {
      assertThat(recorded).isNotNull();
      assertThat(new String(recorded.readAllBytes(), StandardCharsets.UTF_8))
          .isEqualTo(SHIPPED.digest());
    }
  }

  @Test
  void oneParsedFileServesAll() {
    ParsedFile once = ParsedFile.of(SHIPPED, FILE);

    assertThat(ParsedFile.of(SHIPPED, FILE)).isSameAs(once);
    assertThat(ParsedFile.of(SHIPPED.with("other.drl", "rule"), FILE)).isSameAs(once);
    assertThat(once.tree()).isEqualTo(ParsedFile.read(SHIPPED, FILE).tree());
  }

  /** Its text, its messages, or where findings say that it is. */
  @Test
  void whatDiffersIsParsedAnew() {
    ParsedFile shipped = ParsedFile.of(SHIPPED, FILE);
    String text = SHIPPED.text(FILE);
    String messages = RuleFiles.messagesOf(FILE);

    ParsedFile edited = ParsedFile.of(SHIPPED.with(FILE, text + "// more\n"), FILE);
    assertThat(edited).isNotSameAs(shipped);
    assertThat(edited.text().text()).endsWith("// more\n");

    String other = SHIPPED.text("ami-eligibility.messages.yaml");
    assertThat(ParsedFile.of(SHIPPED.with(messages, other), FILE)).isNotSameAs(shipped);

    RuleFiles placed = RuleFiles.over(Map.of(FILE, text), "folder mine");
    assertThat(ParsedFile.of(placed, FILE).text().file()).isEqualTo("mine/" + FILE);
  }

  @Test
  void onlyTheWholeSetAloneIsTheShippedOne() {
    assertThat(ShippedRules.are(SHIPPED)).isTrue();
    assertThat(ShippedRules.are(RuleFiles.of(SHIPPED.all()))).isTrue();
    assertThat(ShippedRules.are(RuleFiles.over(Map.of(), "shipped with the program"))).isTrue();

    assertThat(ShippedRules.are(SHIPPED.only(FILE))).isFalse();
    assertThat(ShippedRules.are(SHIPPED.with("gates.yaml", "{}"))).isFalse();
    assertThat(ShippedRules.are(RuleFiles.over(Map.of(FILE, SHIPPED.text(FILE)), "folder mine")))
        .isFalse();
  }
}
