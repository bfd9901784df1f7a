package dev.plumbline.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.language.RuleFiles;
import org.junit.jupiter.api.Test;

/** The text of a rule is shown with what it says. */
class RuleMessagesTest {

  @Test
  void templatesFollowTheRule() {
    RuleFiles files = RuleFiles.shipped();

    assertThat(
            RulesResource.messages(
                files,
                "node-class.drl",
                "message( \"alias-beside-field\" ) message( \"version-too-old\" )"))
        .isEqualTo(
            """
            // alias-beside-field: "alias {alias} must be the only field of its term"
            // version-too-old: >-
            //   {name} has no images for Kubernetes {version}, only from 1.{first} on. Try: upgrade the control plane first.
            """);
    assertThat(RulesResource.messages(files, "node-class.drl", "\"inline\"")).isEmpty();
    assertThat(RulesResource.messages(files, "live-queries.drl", "message( \"a\" )")).isEmpty();
  }
}
