package dev.plumbline.web.page;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** What axe-core finds wrong with a page by WCAG 2.2, A and AA. */
final class Axe {

  private static final String SCRIPT = script();

  private Axe() {}

  /** Each rule that is violated, with the first elements that do. */
  static List<String> violations(Browser browser) {
    if (!browser.run("return Boolean(window.axe)").asBoolean()) {
      browser.run(SCRIPT);
    }
    browser.run(
        """
        window.axed = null;
        const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
        axe.run(document, {runOnly: tags, resultTypes: ['violations'], elementRef: false})
          .then(found => window.axed = found.violations, fault => window.axed = String(fault))""");
    browser.until("window.axed");
    JsonNode found = browser.run("return window.axed");
    var violations = new ArrayList<String>();
    if (found.isTextual()) {
      violations.add(found.asText());
    }
    for (JsonNode each : found) {
      var text = new StringBuilder(each.path("id").asText());
      for (JsonNode node : each.path("nodes")) {
        if (text.length() < 2_000) {
          text.append("\n  ").append(node.path("html").asText());
          text.append("\n    ").append(node.path("failureSummary").asText().replace("\n", " "));
        }
      }
      violations.add(text.toString());
    }
    return violations;
  }

  private static String script() {
    try (InputStream in = Axe.class.getResourceAsStream("/axe.min.js")) {
      return new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
