package dev.plumbline.language;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The files of a folder that are laid over the shipped ones: {@code *.drl} and {@code *.yaml}. What
 * else is in it is left alone, and so are folders below it, names that begin with a dot, and the
 * {@code kustomization.yaml} that makes a ConfigMap of the others.
 */
public final class RuleFolder {

  private RuleFolder() {}

  /**
   * Reads the files.
   *
   * @return their text by name; nothing when the folder is empty
   * @throws InvalidRulesException when the folder is not there, or a file cannot be read
   */
  public static SortedMap<String, String> read(Path folder) {
    if (!Files.isDirectory(folder)) {
      throw new InvalidRulesException(
          folder
              + ": there is no folder of rules here. Maybe the path is relative to another folder"
              + " than "
              + Path.of("").toAbsolutePath()
              + ".");
    }
    var texts = new TreeMap<String, String>();
    try (var files = Files.list(folder)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        String name = file.getFileName().toString();
        if (isOurs(name)) {
          texts.put(name, text(file));
        }
      }
    } catch (IOException e) {
      throw new InvalidRulesException(folder + ": cannot be read: " + e);
    }
    return texts;
  }

  private static boolean isOurs(String name) {
    return (name.endsWith(".drl") || name.endsWith(".yaml"))
        && !name.startsWith(".")
        && !name.equals("kustomization.yaml");
  }

  private static String text(Path file) throws IOException {
    try {
      return Files.readString(file);
    } catch (CharacterCodingException e) {
      throw new InvalidRulesException(file + ": is not UTF-8. Maybe save it in that encoding.");
    }
  }
}
