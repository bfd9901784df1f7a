package dev.plumbline.k8s;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** {@code kubectl kustomize}, where there is a kubectl. */
final class Kustomize {

  /** The installations that docs/install.md goes through. */
  static final Path EXAMPLES = Manifests.ROOT.resolve("examples");

  private Kustomize() {}

  /** Skips the test where there is no kubectl. */
  static void assumeThere() {
    assumeTrue(
        Stream.of(System.getenv("PATH").split(":"))
            .anyMatch(folder -> Files.isExecutable(Path.of(folder, "kubectl"))),
        "kubectl is not on the PATH");
  }

  /** What a folder comes to. */
  static List<JsonNode> build(Path folder) {
    try {
      Path out = Files.createTempFile("kustomize", ".yaml");
      Path err = Files.createTempFile("kustomize", ".err");
      Process process =
          new ProcessBuilder("kubectl", "kustomize", folder.toString())
              .redirectOutput(out.toFile())
              .redirectError(err.toFile())
              .start();
      assertThat(process.waitFor(1, TimeUnit.MINUTES)).as("%s ends", folder).isTrue();
      assertThat(process.exitValue()).as(Files.readString(err)).isZero();
      List<JsonNode> objects = Chart.objects(Files.readString(out));
      Files.delete(out);
      Files.delete(err);
      return objects;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }
}
