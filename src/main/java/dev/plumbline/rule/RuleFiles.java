package dev.plumbline.rule;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The text of a rule set: rules ({@code *.drl}), their scenarios ({@code *.scenarios.yaml}) and the
 * data they join with ({@code *.yaml}), by file name. The folder is flat, as the keys of a
 * ConfigMap are.
 */
public final class RuleFiles {

  /** Data files that a folder of rules may leave out: the shipped ones then apply. */
  private static final List<String> DATA =
      List.of(
          "ami-families.yaml",
          "error-classes.yaml",
          "gates.yaml",
          "parameters.yaml",
          "waivers.yaml");

  private final SortedMap<String, String> textByName;
  private final @Nullable Path folder;

  private RuleFiles(SortedMap<String, String> textByName, @Nullable Path folder) {
    this.textByName = textByName;
    this.folder = folder;
  }

  /** The rule set that ships with Plumbline. */
  public static RuleFiles shipped() {
    var texts = new TreeMap<String, String>();
    for (String name : resource("META-INF/plumbline/rules.index").lines().toList()) {
      texts.put(name, resource("rules/" + name));
    }
    return new RuleFiles(texts, null);
  }

  /**
   * The rule set in a folder; data files that it leaves out are the shipped ones.
   *
   * @throws InvalidRulesException when the folder is not there or holds no rule
   */
  public static RuleFiles in(Path folder) {
    if (!Files.isDirectory(folder)) {
      throw new InvalidRulesException(
          folder
              + ": there is no folder of rules here. Maybe the path is relative to another folder than "
              + Path.of("").toAbsolutePath()
              + ".");
    }
    var texts = new TreeMap<String, String>();
    try (var files = Files.list(folder)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        String name = file.getFileName().toString();
        if (name.endsWith(".drl") || name.endsWith(".yaml")) {
          texts.put(name, Files.readString(file));
        }
      }
    } catch (IOException e) {
      throw new InvalidRulesException(folder + ": cannot be read: " + e.getMessage());
    }
    if (texts.keySet().stream().noneMatch(name -> name.endsWith(".drl"))) {
      throw new InvalidRulesException(
          folder + ": holds no rules. Maybe the *.drl files are in a folder below it.");
    }
    for (String name : DATA) {
      texts.computeIfAbsent(name, missing -> resource("rules/" + missing));
    }
    return new RuleFiles(texts, folder);
  }

  /**
   * The shipped rule set with {@code overlay} laid over it.
   *
   * @param origin where it is from, for people
   */
  public static RuleFiles over(Map<String, String> overlay, String origin) {
    var texts = new TreeMap<>(shipped().textByName);
    texts.putAll(overlay);
    return new RuleFiles(texts, null);
  }

  /** The texts given, by file name; for tests and previews. */
  public static RuleFiles of(Map<String, String> textByName) {
    return new RuleFiles(new TreeMap<>(textByName), null);
  }

  /** The same files but for {@code name}, which has another text; null takes it out. */
  public RuleFiles with(String name, @Nullable String text) {
    var texts = new TreeMap<>(textByName);
    if (text == null) {
      texts.remove(name);
    } else {
      texts.put(name, text);
    }
    return new RuleFiles(texts, folder);
  }

  /** One rule file alone, with the name people know it by. */
  public RuleFiles only(String name) {
    var texts = new TreeMap<String, String>();
    texts.put(name, java.util.Objects.requireNonNull(textByName.get(name), name));
    return new RuleFiles(texts, folder);
  }

  /** The text of a file; null when there is none of that name. */
  public @Nullable String text(String name) {
    return textByName.get(name);
  }

  /** The files whose name ends so, in order. */
  public List<String> names(String suffix) {
    return textByName.keySet().stream().filter(name -> name.endsWith(suffix)).toList();
  }

  /** All files, sorted by name. */
  public Map<String, String> all() {
    return Collections.unmodifiableMap(textByName);
  }

  /** The name people know a file by: with its folder, where it has one. */
  public String display(String name) {
    return folder != null && Files.exists(folder.resolve(name))
        ? folder.resolve(name).toString()
        : name;
  }

  /**
   * SHA-256 over the list that {@code sha256sum *.drl *.yaml} prints, sorted by name in the C
   * locale, so that anyone can check it: {@code sha256sum *.drl *.yaml | LC_ALL=C sort -k2 |
   * sha256sum}.
   */
  public String digest() {
    var list = new StringBuilder();
    textByName.forEach(
        (name, text) -> list.append(sha256(text)).append("  ").append(name).append('\n'));
    return sha256(list.toString());
  }

  private static String sha256(String text) {
    try {
      byte[] hash =
          MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(hash);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }

  private static String resource(String path) {
    try (InputStream stream = RuleFiles.class.getClassLoader().getResourceAsStream(path)) {
      if (stream == null) {
        throw new IllegalStateException(
            path + " is not on the class path. Maybe the build left it out.");
      }
      return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new IllegalStateException(path + " cannot be read", e);
    }
  }
}
