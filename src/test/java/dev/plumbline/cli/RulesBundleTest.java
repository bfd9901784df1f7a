package dev.plumbline.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.plumbline.bundle.BundlePlaces;
import dev.plumbline.bundle.OciRegistry;
import dev.plumbline.bundle.RuleBundle;
import dev.plumbline.bundle.TestSettings;
import dev.plumbline.cli.command.Program;
import dev.plumbline.cli.rules.BundleAccess;
import dev.plumbline.cli.rules.RulesPackCommand;
import dev.plumbline.cli.rules.RulesPullCommand;
import dev.plumbline.cli.rules.RulesPushCommand;
import dev.plumbline.cli.rules.RulesVerifyCommand;
import dev.plumbline.client.Backoff;
import dev.plumbline.client.Retry;
import dev.plumbline.language.BuildInfo;
import dev.plumbline.language.RuleFiles;
import dev.plumbline.log.SigningKey;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** {@code plumbline rules pack, verify, push, pull}: on files, and on a registry. */
class RulesBundleTest {

  private static final String AT = "2026-11-20T09:00:00Z";

  @TempDir Path folder;

  private static final Retry ONCE =
      new Retry(1, new Backoff(Duration.ZERO, Duration.ZERO), wait -> {});

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
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

  /** A verb on a registry of this machine, as the program runs it. */
  private int run(Function<BundleAccess.Opener, Object> verb, String... words) {
    var places = new BundlePlaces(TestSettings.NONE, Map.of("HOME", folder.toString()), ONCE);
    out.getBuffer().setLength(0);
    err.getBuffer().setLength(0);
    return Program.configure(new CommandLine(verb.apply(places::open)))
        .setOut(new PrintWriter(out))
        .setErr(new PrintWriter(err, true))
        .execute(words);
  }

  @Test
  void whatIsPushedIsPulledAsAFileAndAsAFolder() throws IOException {
    pack("--at", AT, "--channel", "canary");
    byte[] packed = Files.readAllBytes(file);
    try (var registry = new OciRegistry()) {
      String address = "oci://" + registry.host() + "/team/policy:canary";

      assertThat(run(RulesPushCommand::new, file.toString(), address)).as(err.toString()).isZero();
      assertThat(out.toString())
          .startsWith("pushed rules, sequence 1795165200, to " + address + "\ndigest    sha256:")
          .contains("\nthere as  sha256:");
      String there = out.toString().substring(out.toString().indexOf("there as  ") + 10).strip();

      Path copy = folder.resolve("copy.tgz");
      assertThat(
              run(
                  RulesPullCommand::new,
                  address,
                  "--key",
                  publicKey.toString(),
                  "-o",
                  copy.toString()))
          .as(err.toString())
          .isZero();
      assertThat(Files.readAllBytes(copy)).isEqualTo(packed);

      Path into = folder.resolve("pulled");
      assertThat(
              run(
                  RulesPullCommand::new,
                  address.replace(":canary", "@" + there),
                  "--key",
                  publicKey.toString(),
                  "--into",
                  into.toString()))
          .as(err.toString())
          .isZero();
      assertThat(RuleFiles.in(into).digest()).isEqualTo(RuleFiles.in(rules).digest());
      assertThat(folder).isDirectoryNotContaining("glob:**/.*");

      assertThat(run(RulesVerifyCommand::new, address, "--key", publicKey.toString())).isZero();
      assertThat(out.toString()).contains("  channel     canary, and no other\n");
    }
  }

  @Test
  void nothingIsWrittenThatDoesNotVerify() throws IOException {
    pack("--at", AT, "--channel", "canary");
    try (var registry = new OciRegistry()) {
      String repository = "oci://" + registry.host() + "/team/policy";
      assertThat(run(RulesPushCommand::new, file.toString(), repository + ":stable")).isEqualTo(1);
      assertThat(err.toString()).contains("is for channel canary alone, and not for stable. Try: ");

      run(RulesPushCommand::new, file.toString(), repository + ":canary");
      registry.tag("team/policy", "canary", "stable");
      Path other =
          Files.writeString(
              folder.resolve("other.pub"), SigningKey.create("other").verifier().pem());
      for (String[] words :
          new String[][] {
            {repository + ":stable", "--key", publicKey.toString(), "-o", "x.tgz"},
            {repository + ":canary", "--key", other.toString(), "--into", "x"}
          }) {
        words[4] = folder.resolve(words[4]).toString();
        assertThat(run(RulesPullCommand::new, words)).isEqualTo(1);
        assertThat(Path.of(words[4])).doesNotExist();
      }
      assertThat(err.toString()).contains("is not signed by the key that is expected");

      assertThat(
              run(
                  RulesPullCommand::new,
                  repository + ":canary",
                  "--key",
                  publicKey.toString(),
                  "--into",
                  rules.toString()))
          .isEqualTo(2);
      assertThat(err.toString()).contains("is not empty, and nothing of yours is overwritten");
      registry.close();
      assertThat(run(RulesPushCommand::new, file.toString(), repository + ":canary")).isEqualTo(2);
      assertThat(err.toString()).contains("cannot be reached");
      assertThat(run(RulesPushCommand::new, file.toString(), "copy.tgz")).isEqualTo(2);
      assertThat(err.toString()).contains("copy.tgz is a file. Try: ");
    }
  }
}
