package dev.plumbline.revision;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Several ConfigMaps are one offer. */
class ConfigMapOfferTest {

  private static final String DIGEST = "0123456789abcdef".repeat(4);
  private static final String LONG_ENOUGH = "89abcdef".repeat(4);

  private static RuleOffer offer(String... maps) {
    return ConfigMapOffer.of(
        "plumbline", Arrays.stream(maps).map(ConfigMapOfferTest::read).toList());
  }

  private static JsonNode read(String yaml) {
    try {
      return new YAMLMapper().readTree(yaml);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A ConfigMap that {@code manager} wrote at that minute. */
  private static String map(String name, int minute, String manager, String rest) {
    return """
    metadata:
      name: %s
      creationTimestamp: 2026-11-20T08:00:00Z
      annotations: { %s }
      managedFields:
        - { manager: older, time: "2026-11-20T08:00:00Z", fieldsV1: { "f:data": {} } }
        - { manager: %s, time: "2026-11-20T09:%02d:00Z", fieldsV1: { "f:data": {} } }
        - { manager: ci, time: "2026-11-20T10:00:00Z", fieldsV1: { "f:metadata": { "f:annotations": { "f:plumbline.dev/approved": {} } } } }
    %s
    """
        .formatted(
            name,
            rest.startsWith("@") ? rest.substring(1, rest.indexOf('\n')) : "",
            manager,
            minute,
            rest.startsWith("@") ? rest.substring(rest.indexOf('\n') + 1) : rest);
  }

  @Test
  void whatHoldsSomethingElseMakesNoRules() {
    RuleOffer offer =
        offer(
            map("team-a", 10, "argocd", "data: { a.drl: ay }"),
            map("plumbline-parameters", 30, "eve", "data: { b.drl: bee }"),
            map("plumbline-revision-0123", 30, "eve", "data: { c.drl: cee }"),
            map("plumbline-revisions", 30, "eve", "data: { d.drl: dee }"));

    assertThat(offer.files()).isEqualTo(Map.of("a.drl", "ay"));
    assertThat(offer.author()).isEqualTo("argocd");
    assertThat(offer.configMaps()).containsExactly("plumbline/team-a");
  }

  @Test
  void itKnowsItsConfigMaps() {
    assertThat(
            offer(
                    map("team-b", 30, "kubectl", "data: { b.drl: bee }"),
                    map("team-a", 10, "argocd", "data: { a.drl: ay }"))
                .configMaps())
        .containsExactly("plumbline/team-a", "plumbline/team-b");
    assertThat(offer().configMaps()).isEmpty();
    assertThat(InitialRevision.NOTHING.configMaps()).isEmpty();
  }

  @Test
  void filesAreMergedAndTheLastWriterIsTheAuthor() {
    RuleOffer offer =
        offer(
            map("team-b", 30, "kubectl", "data: { b.drl: bee, waivers.yaml: '' }"),
            map("team-a", 10, "argocd", "data: { a.drl: ay }"));

    assertThat(offer.files()).isEqualTo(Map.of("a.drl", "ay", "b.drl", "bee", "waivers.yaml", ""));
    assertThat(offer.origin()).isEqualTo("ConfigMaps plumbline/team-a, plumbline/team-b");
    assertThat(offer.author()).isEqualTo("kubectl");
    assertThat(offer.changeRef()).isNull();
    assertThat(offer.problems()).isEmpty();
  }

  @Test
  void annotationsSayWhoAndWhatFor() {
    RuleOffer offer =
        offer(
            map(
                "team-a",
                10,
                "argocd",
                "@plumbline.dev/author: Ada, plumbline.dev/change-ref: CHG-1\ndata: { a.drl: ay }"),
            map(
                "team-b",
                10,
                "argocd",
                "@plumbline.dev/author: Bob, plumbline.dev/change-ref: CHG-1\n"
                    + "data: { b.drl: bee }"),
            map("team-c", 5, "argocd", "@plumbline.dev/change-ref: CHG-0\ndata: { c.drl: c }"));

    assertThat(offer.author()).as("of those of the last minute").isEqualTo("Ada, Bob");
    assertThat(offer.changeRef()).isEqualTo("CHG-1");
  }

  @Test
  void aFileInTwoOfThemIsAProblemThatNamesBoth() {
    RuleOffer offer =
        offer(
            map("team-a", 10, "x", "data: { a.drl: one }"),
            map("team-b", 10, "x", "data: { a.drl: one }\nbinaryData: { b.drl: AA== }"));

    assertThat(offer.problems())
        .containsExactly(
            "a.drl stands in ConfigMap plumbline/team-a and in ConfigMap plumbline/team-b. Try:"
                + " rename one of them.",
            "b.drl of ConfigMap plumbline/team-b is not text. Try: save it as UTF-8.");
  }

  @Test
  void approvalsNameTheirDigest() {
    RuleOffer offer =
        offer(
            map(
                "team-a",
                10,
                "x",
                "@plumbline.dev/approved: '%s by Eve of platform, %s, 89abcdef'\ndata: { a.drl: ay }"
                    .formatted(DIGEST, LONG_ENOUGH)),
            map("team-b", 10, "x", "@plumbline.dev/approved: 'yes'\ndata: { b.drl: bee }"));

    assertThat(offer.approvals()).isEqualTo(Map.of(DIGEST, "Eve of platform", LONG_ENOUGH, "ci"));
    assertThat(offer.problems())
        .containsExactly(
            "plumbline.dev/approved of ConfigMap plumbline/team-b is \"yes\". Try: DIGEST by NAME,"
                + " of the digest at least 32 digits in lower case.");
  }

  @Test
  void noneIsAnOfferOfNothing() {
    RuleOffer offer = offer();

    assertThat(offer.files()).isEmpty();
    assertThat(offer.problems()).isEmpty();
    assertThat(offer.author()).isNull();
    assertThat(offer.origin()).isEqualTo("no ConfigMap of plumbline");
  }
}
