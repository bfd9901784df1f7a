package dev.plumbline.language;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RuleFilesTest {

  private static final RuleFiles SHIPPED = RuleFiles.shipped();
  private static final String RULE =
      """
      rule "image is old"
          @Id("TEAM-001") @Control("CM-2") @Severity("low")
      when
          Ami( $ami : id )
      then
          insertLogical( new AmiObjection( "TEAM-001", "any", $ami, "it is old" ) );
      end
      """;

  @TempDir private Path folder;

  /** A key of a ConfigMap is a name of a file too. */
  @Test
  void aNameWhoseEndingIsMisspelledIsSaidWithTheRightOne() {
    assertThatThrownBy(() -> RuleFiles.over(Map.of("TEAM.DRL", RULE), "ConfigMap plumbline/team"))
        .hasMessageContaining("Try: rename it to TEAM.drl.");
    assertThat(RuleFiles.isMeant("TEAM.DRL")).isTrue();
    assertThat(RuleFiles.isMeant("README.md")).isFalse();
  }

  @Test
  void aFolderIsLaidOverTheShippedFilesByName() throws IOException {
    // Given
    write("team.drl", RULE);
    write("team.scenarios.yaml", "[]");
    write("drift.drl", "replaced");
    // When
    RuleFiles files = RuleFiles.in(folder);
    // Then
    assertThat(files.overlay()).containsOnlyKeys("drift.drl", "team.drl", "team.scenarios.yaml");
    assertThat(files.differences(SHIPPED))
        .containsExactly("drift.drl", "team.drl", "team.scenarios.yaml");
    assertThat(files.text("drift.drl")).isEqualTo("replaced");
    assertThat(files.text("gates.yaml")).isEqualTo(SHIPPED.text("gates.yaml"));
    assertThat(files.display("team.drl")).isEqualTo(folder.resolve("team.drl").toString());
    assertThat(files.display("gates.yaml")).isEqualTo("gates.yaml");
    assertThat(files.digest()).isNotEqualTo(SHIPPED.digest());
    assertThat(RuleFiles.over(files.overlay(), "ConfigMap plumbline/team-a").digest())
        .isEqualTo(files.digest());
  }

  /** What is known of files that others were made from is not asked again, and never wrong. */
  @Test
  void theDigestIsThatOfTheFilesHoweverTheyCame() {
    var random = new SplittableRandom(11);
    List<String> names = SHIPPED.names(".drl");
    RuleFiles files = SHIPPED;
    for (int i = 0; i < 300; i++) {
      String name = names.get(random.nextInt(names.size()));
      String text = random.nextInt(3) == 0 ? SHIPPED.text(name) : "// " + random.nextInt(5);
      files =
          switch (random.nextInt(4)) {
            case 0 -> files.with(name, null);
            case 1 -> RuleFiles.over(Map.of(name, text == null ? "" : text), "");
            case 2 -> files.replacedBy(random.nextInt(9) == 0 ? SHIPPED.all() : files.all());
            default -> files.with(name, text);
          };
      RuleFiles afresh = RuleFiles.of(files.all());
      if (random.nextBoolean()) {
        assertThat(files.digest()).isEqualTo(afresh.digest());
      }
      String one = files.knownDigest(name);
      assertThat(afresh.knownDigest(name)).isIn(null, one);
      if (one != null) {
        RuleFiles only = RuleFiles.of(Map.of(name, files.all().get(name)));
        String unused = only.digest();
        assertThat(only.knownDigest(name)).isEqualTo(one);
      }
    }
  }

  @Test
  void whatIsLaidOverIsKnownByItsOrigin() {
    RuleFiles files = RuleFiles.over(Map.of("team.drl", RULE), "ConfigMap plumbline/team-a");

    assertThat(files.display("team.drl")).isEqualTo("ConfigMap plumbline/team-a/team.drl");
    assertThat(files.with("team.drl", null).text("team.drl")).isNull();
  }

  @Test
  void anEmptyFolderLaysNothingOver() throws IOException {
    Files.createDirectory(folder.resolve("below.drl"));
    write("README.md", "of no concern");
    write(".team.drl", "of an editor");
    write("kustomization.yaml", "of kustomize");

    RuleFiles files = RuleFiles.in(folder);

    assertThat(files.digest()).isEqualTo(SHIPPED.digest());
    assertThat(files.overlay()).isEmpty();
    assertThat(files.hasOverlay()).isTrue();
  }

  @Test
  void aMountedConfigMapIsReadThroughItsLinks() throws IOException {
    Path data = Files.createDirectory(folder.resolve("..2026_11_20"));
    Files.writeString(data.resolve("team.drl"), RULE);
    Files.createSymbolicLink(folder.resolve("..data"), data.getFileName());
    Files.createSymbolicLink(folder.resolve("team.drl"), Path.of("..data", "team.drl"));

    assertThat(RuleFiles.in(folder).overlay()).containsOnlyKeys("team.drl");
  }

  @Test
  void aFileThatNothingReadsIsRefused() throws IOException {
    write("waiver.yaml", "waivers: []");
    write("drif.scenarios.yaml", "[]");
    write("drif.messages.yaml", "");

    assertThatThrownBy(() -> RuleFiles.in(folder))
        .isInstanceOf(InvalidRulesException.class)
        .hasMessage(
            folder.resolve("drif.messages.yaml")
                + ": there is no drif.drl whose messages these would be. Did you mean drift.drl?\n"
                + folder.resolve("drif.scenarios.yaml")
                + ": there is no drif.drl that it would test. Did you mean drift.drl?\n"
                + folder.resolve("waiver.yaml")
                + ": nothing reads a file of this name: they are x.drl, x.messages.yaml,"
                + " x.scenarios.yaml, x.parameters.yaml, x.measures.yaml and the data files. Did"
                + " you mean waivers.yaml?");
    assertThatThrownBy(() -> RuleFiles.over(Map.of("notes.md", ""), "ConfigMap p/a"))
        .hasMessageStartingWith("ConfigMap p/a/notes.md: nothing reads a file of this name");
  }

  @Test
  void whatIsNoTextIsRefused() throws IOException {
    Files.write(
        folder.resolve("team.drl"), "rule \"\u00e4\"".getBytes(StandardCharsets.ISO_8859_1));

    assertThatThrownBy(() -> RuleFiles.in(folder))
        .hasMessage(folder.resolve("team.drl") + ": is not UTF-8. Try: save it in that encoding.");
  }

  private void write(String name, String text) throws IOException {
    Files.writeString(folder.resolve(name), text);
  }
}
