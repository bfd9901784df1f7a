package dev.plumbline.cli;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;

/**
 * What whoever is handed a bundle does with it: unpack it and have it check itself.
 *
 * @param valid whether it does; true also when the tools for it are not here
 * @param said what was said
 */
record BundleCheck(boolean valid, List<String> said) {

  private static final List<String> TOOLS = List.of("sh", "jq", "openssl", "sha256sum");

  /** Unpacks {@code bundle} into {@code folder} and checks it there. */
  static BundleCheck of(Path bundle, Path folder) throws IOException {
    unpack(bundle, folder);
    List<String> missing = TOOLS.stream().filter(tool -> !there(tool)).toList();
    if (!missing.isEmpty()) {
      return new BundleCheck(
          true, List.of("not checked here: there is no " + String.join(", ", missing)));
    }
    Process process =
        new ProcessBuilder("sh", folder.resolve("verify.sh").toString())
            .redirectErrorStream(true)
            .start();
    process.getOutputStream().close();
    try (InputStream said = process.getInputStream()) {
      String text = new String(said.readAllBytes(), StandardCharsets.UTF_8);
      return new BundleCheck(process.waitFor() == 0, text.lines().toList());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return new BundleCheck(false, List.of("interrupted"));
    }
  }

  private static void unpack(Path bundle, Path folder) throws IOException {
    try (var zip = new ZipInputStream(Files.newInputStream(bundle))) {
      for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
        Path file = folder.resolve(entry.getName()).normalize();
        if (!file.startsWith(folder)) {
          throw new IOException(bundle + ": " + entry.getName() + " leads out of it");
        }
        if (!entry.isDirectory()) {
          Files.createDirectories(file.getParent());
          Files.copy(zip, file);
        }
      }
    }
  }

  private static boolean there(String tool) {
    String path = System.getenv("PATH");
    return path != null
        && Stream.of(path.split(":", -1)).anyMatch(dir -> Files.isExecutable(Path.of(dir, tool)));
  }
}
