package dev.plumbline.source;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;

/** What tests write and read. */
final class Texts {

  private Texts() {}

  /** The data files that ship with Plumbline. */
  static PolicyData shipped() {
    var texts = new TreeMap<String, String>();
    for (String name :
        new String[] {
          "ami-families.yaml",
          "error-classes.yaml",
          "gates.yaml",
          "policy.parameters.yaml",
          "waivers.yaml"
        }) {
      try {
        texts.put(name, Files.readString(Path.of("src/main/resources/rules", name)));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    return PolicyData.read(texts);
  }

  /** Writes files into a folder. */
  static void write(Path folder, Map<String, String> textByName) {
    textByName.forEach(
        (name, text) -> {
          try {
            Path file = folder.resolve(name);
            Files.createDirectories(file.getParent());
            Files.writeString(file, text);
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        });
  }
}
