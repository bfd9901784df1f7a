package dev.plumbline.language;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Reads an overlay from a folder: {@code *.drl} and {@code *.yaml}. Ignores all other files,
 * subfolders, hidden files, and the {@code kustomization.yaml} that generates a ConfigMap.
 */
public final class RuleFolder {

  private RuleFolder() {}

  /**
   * Reads the files.
   *
   * @return their text by name; empty if there are none
   * @throws InvalidRulesException if the folder does not exist, or a file cannot be read
   */
  public static SortedMap<String, String> read(Path folder) {
    if (!Files.isDirectory(folder)) {
      throw new InvalidRulesException(
          folder
              + ": no such folder of rules. Try: a path relative to "
              + Path.of("").toAbsolutePath()
              + ".");
    }
    var texts = new TreeMap<String, String>();
    try (var files = Files.list(folder)) {
      for (Iterator<Path> each = files.iterator(); each.hasNext(); ) {
        Path file = each.next();
        if (!Files.isRegularFile(file)) {
          continue;
        }
        String name = file.getFileName().toString();
        if (isRuleFile(name)) {
          requireSmall(file);
          texts.put(name, readText(file));
          requireFew(file, texts.size());
        } else {
          requireNoTypo(folder, name);
        }
      }
    } catch (IOException e) {
      throw new InvalidRulesException(folder + ": cannot be read: " + e);
    }
    return texts;
  }

  private static boolean isRuleFile(String name) {
    return (name.endsWith(".drl") || name.endsWith(".yaml"))
        && !name.startsWith(".")
        && !name.equals("kustomization.yaml");
  }

  /** What only looks like a file of rules would be left out in silence. */
  private static void requireNoTypo(Path folder, String name) {
    String right = spelling(name);
    if (right != null) {
      throw new InvalidRulesException(
          folder.resolve(name)
              + ": is not read, since files of rules end in .drl and .yaml. Try: rename it to "
              + right
              + ".");
    }
  }

  /** The name that a file of rules should have whose ending is misspelled; null for any other. */
  static @Nullable String spelling(String name) {
    String low = name.toLowerCase(Locale.ROOT).replaceFirst("\\.yml$", ".yaml");
    return low.equals(name) || !isRuleFile(low)
        ? null
        : name.substring(0, name.lastIndexOf('.')) + low.substring(low.lastIndexOf('.'));
  }

  /** What is too large is not even read. */
  private static void requireSmall(Path file) throws IOException {
    long size = Files.size(file);
    if (size > RuleLimits.FILE_BYTES) {
      throw refusal(
          file,
          RuleLimits.exceeded("bytes in a file", size, RuleLimits.FILE_BYTES, "several files"));
    }
  }

  private static void requireFew(Path file, int count) {
    if (count > RuleLimits.FILES) {
      throw refusal(file, RuleLimits.exceeded("files", RuleLimits.FILES, "fewer, larger files"));
    }
  }

  private static InvalidRulesException refusal(Path file, String message) {
    return new InvalidRulesException(List.of(new RuleProblem(file.toString(), 1, 1, message)));
  }

  private static String readText(Path file) throws IOException {
    try {
      return Files.readString(file);
    } catch (CharacterCodingException e) {
      throw new InvalidRulesException(file + ": is not UTF-8. Try: save it in that encoding.");
    }
  }
}
