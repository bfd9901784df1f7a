package dev.plumbline.query;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.engine.RuleSet;
import dev.plumbline.language.RuleFiles;
import dev.plumbline.query.RuleBook.RuleHeader;
import java.util.ArrayList;
import org.junit.jupiter.api.Test;

/** What a log's rule texts say of their rules is what the rule set says. */
class RuleHeaderTest {

  @Test
  void headersAreThoseOfTheRuleSet() {
    RuleFiles files = RuleFiles.shipped();
    var headers = new ArrayList<RuleHeader>();
    files
        .all()
        .forEach(
            (name, text) -> {
              if (name.endsWith(".drl")) {
                headers.addAll(RuleHeader.of(name, "", text));
              } else if (name.endsWith(RuleFiles.MEASURES)) {
                headers.addAll(RuleHeader.rows(name, "", text));
              }
            });

    assertThat(headers)
        .extracting(
            each ->
                String.join(
                        " ",
                        each.id(),
                        each.name(),
                        each.severity(),
                        each.file() + ":" + each.line())
                    + String.join(", ", each.controls()))
        .containsExactlyInAnyOrderElementsOf(
            RuleSet.compile(files).rules().stream()
                .map(
                    each ->
                        String.join(" ", each.id(), each.name(), each.severity(), each.place())
                            + each.control())
                .toList());
  }
}
