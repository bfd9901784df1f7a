package dev.plumbline.log.verify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.plumbline.log.SigningKey;
import dev.plumbline.log.store.StoredLog;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The commands of docs/decision-log.md, as an auditor pastes them. */
class ByHandTest {

  private static final SigningKey KEY = SigningKey.create(Forger.ORIGIN);

  @TempDir Path folder;

  /** The commands of the section, up to those of the next one. */
  private static String commands() throws IOException {
    String page = Files.readString(Path.of("docs/decision-log.md"));
    String section = page.substring(page.indexOf("## Check it by hand"));
    section = section.substring(0, section.indexOf("\n## ", 1));
    var commands = new StringBuilder("set -e\n");
    boolean inside = false;
    for (String line : section.lines().toList()) {
      if (line.startsWith("```")) {
        inside = line.equals("```sh");
      } else if (inside) {
        commands.append(line).append('\n');
      }
    }
    return commands.toString();
  }

  private String run(Forger log) throws IOException, InterruptedException {
    for (Map.Entry<String, byte[]> file : log.files.entrySet()) {
      Path path = folder.resolve(file.getKey());
      Files.createDirectories(Objects.requireNonNull(path.getParent()));
      Files.write(path, file.getValue());
    }
    Path output = folder.resolve("output");
    Process bash =
        new ProcessBuilder("bash", "-c", commands())
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    bash.waitFor();
    return Files.readString(output) + "exit " + bash.exitValue();
  }

  private static void assumeTools() {
    for (String tool : List.of("bash", "jq", "openssl", "sha256sum", "xxd", "gzip")) {
      assumeTrue(Files.isExecutable(Path.of("/usr/bin", tool)), tool + " is here");
    }
  }

  @Test
  void honestLogHolds() throws IOException, InterruptedException {
    assumeTools();
    Forger log = Forger.write(Forger.none(), KEY, Forger.drafts(13), 1_500);
    String root = new StoredLog(log).head().root();
    assertThat(run(log).lines().toList())
        .containsExactly(
            "Signature Verified Successfully",
            "canonical form",
            "true",
            "each carries the hash of the one before",
            "leaf hashes",
            root,
            root,
            "exit 0");
  }

  @Test
  void alteredEntryShows() throws IOException, InterruptedException {
    assumeTools();
    Forger log = Forger.write(Forger.none(), KEY, Forger.drafts(13), 1_500);
    var names = new ArrayList<>(log.names("segments"));
    String open = names.stream().filter(name -> name.endsWith(".jsonl")).findFirst().orElseThrow();
    String text = new String(log.files.get(open), StandardCharsets.UTF_8);
    log.files.put(open, text.replaceFirst("honest", "forged").getBytes(StandardCharsets.UTF_8));
    assertThat(run(log)).doesNotContain("leaf hashes");
  }
}
