package dev.plumbline.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.plumbline.bundle.RuleBundle;
import dev.plumbline.cli.command.Program;
import dev.plumbline.cli.rules.RulesPackCommand;
import dev.plumbline.language.BuildInfo;
import dev.plumbline.language.RuleFiles;
import dev.plumbline.log.SigningKey;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** {@code plumbline rules pack} and {@code verify} on files. */
class RulesBundleTest {

  private static final String AT = "2026-11-20T09:00:00Z";

  @TempDir Path folder;

  private final Terminal terminal = new Terminal();
  private Path rules;
  private Path file;
  private Path key;
  private Path publicKey;

  @BeforeEach
  void write() throws IOException {
    rules = Files.createDirectory(folder.resolve("my-rules"));
    for (String kind : new String[] {".drl", ".scenarios.yaml", ".parameters.yaml"}) {
      String name = "soak-by-environment" + kind;
      Files.copy(Path.of("docs/cookbook", name), rules.resolve(name));
    }
    file = folder.resolve("policy.tgz");
    SigningKey signing = SigningKey.create("plumbline");
    key = Files.writeString(folder.resolve("key.pem"), signing.pem());
    publicKey = Files.writeString(folder.resolve("key.pub"), signing.verifier().pem());
  }

  private int pack(String... more) {
    var words = new ArrayList<>(List.of("rules", "pack", rules.toString()));
    words.addAll(List.of("-o", file.toString(), "--key", key.toString()));
    words.addAll(List.of(more));
    return terminal.run(words.toArray(String[]::new));
  }

  private int verify(String... more) {
    var words = new ArrayList<>(List.of("rules", "verify", file.toString()));
    words.addAll(List.of("--key", publicKey.toString()));
    words.addAll(List.of(more));
    return terminal.run(words.toArray(String[]::new));
  }

  @Test
  void whatIsPackedVerifies() throws IOException {
    assertThat(pack("--at", AT, "--name", "platform", "--version", "1.4.0", "--channel", "stable"))
        .as(terminal.err())
        .isZero();
    RuleBundle bundle = RuleBundle.read(Files.readAllBytes(file));
    assertThat(terminal.out())
        .isEqualTo(
            """
            packed platform 1.4.0, sequence 1795165200: 3 files, 3 scenarios passed
            digest  %s
            """
                .formatted(bundle.digest()));
    assertThat(bundle.manifest().vocabulary()).isEqualTo(BuildInfo.current().vocabulary());
    assertThat(bundle.manifest().vocabulary()).matches("\\d+\\.\\d+");
    assertThat(bundle.manifest().rules()).isEqualTo(RuleFiles.in(rules).digest());

    assertThat(verify()).isZero();
    assertThat(terminal.out())
        .startsWith("valid: platform 1.4.0, sequence 1795165200\n  digest      " + bundle.digest())
        .contains("  channel     stable, and no other\n")
        .contains("  soak-by-environment.drl\n");

    assertThat(verify("-o", "json")).isZero();
    JsonNode json = new JsonMapper().readTree(terminal.out());
    assertThat(json.path("valid").asBoolean()).isTrue();
    assertThat(json.path("manifest").path("created").asText()).isEqualTo(AT);
    assertThat(json.path("manifest").path("files").size()).isEqualTo(3);
  }

  @Test
  void theSameInputIsTheSameBytes() throws IOException {
    pack("--at", AT);
    byte[] first = Files.readAllBytes(file);
    pack("--at", AT);
    assertThat(Files.readAllBytes(file)).isEqualTo(first);

    var out = new StringWriter();
    int code =
        Program.configure(
                new CommandLine(
                    new RulesPackCommand(
                        Map.of("SOURCE_DATE_EPOCH", "" + Instant.parse(AT).getEpochSecond()),
                        InstantSource.fixed(Instant.EPOCH))))
            .setOut(new PrintWriter(out))
            .execute(rules.toString(), "-o", file.toString(), "--key", key.toString());
    assertThat(code).isZero();
    assertThat(Files.readAllBytes(file)).isEqualTo(first);
  }

  @Test
  void aChangedBundleDoesNotVerify() throws IOException {
    pack("--at", AT);
    byte[] bytes = Files.readAllBytes(file);
    bytes[bytes.length / 2] ^= 1;
    Files.write(file, bytes);

    assertThat(verify()).isEqualTo(1);
    assertThat(terminal.out())
        .startsWith("not valid: " + file + " ")
        .contains("the bundle was changed. Try: ");
    assertThat(verify("-o", "json")).isEqualTo(1);
    assertThat(new JsonMapper().readTree(terminal.out()).path("valid").asBoolean(true)).isFalse();
  }

  @Test
  void aBundleOfAnotherKeyDoesNotVerify() throws IOException {
    pack("--at", AT);
    Files.writeString(publicKey, SigningKey.create("other").verifier().note());

    assertThat(verify()).isEqualTo(1);
    assertThat(terminal.out()).contains("is not signed by the key that is expected");
  }

  @Test
  void withoutAKeyItIsSaidThatNoHostTakesIt() {
    assertThat(terminal.run("rules", "pack", rules.toString(), "-o", file.toString(), "--at", AT))
        .isZero();
    assertThat(terminal.out()).endsWith("not signed: no host takes it. Try: --key\n");
    assertThat(verify()).isEqualTo(1);
    assertThat(terminal.out()).contains("is not signed. Try: ");
  }

  @Test
  void rulesThatDoNotCompileAreNotPacked() throws IOException {
    Files.writeString(
        rules.resolve("broken.drl"),
        "rule \"broken\"\nwhen\n    Ami( ownerID == \"1\" )\nthen\nend\n");

    assertThat(pack("--at", AT)).isEqualTo(2);
    assertThat(terminal.err()).contains("broken.drl:5:1: a rule concludes one thing");
    assertThat(file).doesNotExist();
  }

  @Test
  void rulesWhoseScenariosFailAreNotPacked() throws IOException {
    Path scenarios = rules.resolve("soak-by-environment.scenarios.yaml");
    String text = Files.readString(scenarios);
    Files.writeString(scenarios, text.substring(0, text.lastIndexOf("expect:")) + "expect: []\n");

    assertThat(pack("--at", AT)).isEqualTo(1);
    assertThat(terminal.err())
        .contains("soak-by-environment.scenarios.yaml: ")
        .contains("1 scenario of 3 failed; nothing is packed. Try: plumbline test ");
    assertThat(file).doesNotExist();

    Files.delete(scenarios);
    assertThat(pack("--at", AT)).isEqualTo(2);
    assertThat(terminal.err()).contains("no scenario here. Try: ");
  }

  @Test
  void optionsThatCannotBeUsedAreNamed() throws IOException {
    assertThat(pack("--name", "My Policy")).isEqualTo(2);
    assertThat(terminal.err()).contains("--name: invalid value 'My Policy'. Try: ");
    assertThat(pack("--sequence", "-1")).isEqualTo(2);
    assertThat(terminal.err()).contains("--sequence: invalid number -1. Try: ");
    Files.writeString(key, "no key");
    assertThat(pack()).isEqualTo(2);
    assertThat(terminal.err()).contains("key.pem: not PEM of a PRIVATE KEY. Try: ");
    assertThat(terminal.run("rules", "pack", "-o", file.toString())).isEqualTo(2);
    assertThat(terminal.err()).contains("nothing to pack. Try: ");
    assertThat(terminal.run("rules", "verify", "x://y", "--key", publicKey.toString()))
        .isEqualTo(2);
    assertThat(terminal.err()).contains("invalid address of a bundle 'x://y'. Try: ");
    assertThat(verify()).isEqualTo(2);
    assertThat(terminal.err()).contains("policy.tgz: no such file. Try: ");
  }
}
