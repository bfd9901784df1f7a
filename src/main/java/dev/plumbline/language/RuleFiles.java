package dev.plumbline.language;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The text of a rule set: rules ({@code *.drl}), their scenarios ({@code *.scenarios.yaml}) and the
 * data they join with ({@code *.yaml}), by file name. The shipped files come first, and the files
 * of one overlay are laid over them by name: one of a new name is added, one of a known name takes
 * the place of it. It is flat, as the keys of a ConfigMap are.
 */
public final class RuleFiles {

  /** Where the scenarios of {@code x.drl} are: in {@code x.scenarios.yaml}. */
  public static final String SCENARIOS = ".scenarios.yaml";

  /** Where parameters are declared: in {@code x.parameters.yaml}. */
  public static final String DECLARATIONS = ".parameters.yaml";

  private static final String FOLDER = "folder ";

  /** Shipped files by their former names: an overlay of one still takes its place. */
  private static final Map<String, String> RENAMED =
      Map.of(
          "barren-pools.drl",
          "unusable-node-pools.drl",
          "barren-pools" + SCENARIOS,
          "unusable-node-pools" + SCENARIOS);

  private final SortedMap<String, String> textByName;
  private final SortedMap<String, String> overlay;
  private final String origin;

  private RuleFiles(
      SortedMap<String, String> textByName, SortedMap<String, String> overlay, String origin) {
    this.textByName = textByName;
    this.overlay = overlay;
    this.origin = origin;
  }

  /** Read once: what is on the class path never changes. */
  private static final class Shipped {
    static final RuleFiles FILES = read();
  }

  /** The rule set that ships with Plumbline. */
  public static RuleFiles shipped() {
    return Shipped.FILES;
  }

  private static RuleFiles read() {
    var texts = new TreeMap<String, String>();
    for (String name : resource("META-INF/plumbline/rules.index").lines().toList()) {
      texts.put(name, resource("rules/" + name));
    }
    return of(texts);
  }

  /**
   * The shipped rule set with {@code overlay} laid over it.
   *
   * @param origin where it is from, for people: {@code folder my-rules}, {@code ConfigMap
   *     plumbline/team-a}
   * @throws InvalidRulesException when a file is of no kind that is known, or tests rules that are
   *     not there
   */
  public static RuleFiles over(Map<String, String> overlay, String origin) {
    var laidOver = new TreeMap<String, String>();
    overlay.forEach((name, text) -> laidOver.put(RENAMED.getOrDefault(name, name), text));
    var texts = new TreeMap<>(shipped().textByName);
    texts.putAll(laidOver);
    var files =
        new RuleFiles(
            texts,
            laidOver,
            origin.startsWith(FOLDER) ? origin.substring(FOLDER.length()) : origin);
    new OverlayChecks(files).run();
    return files;
  }

  /**
   * The shipped rule set with the files of {@code folder} laid over it; nothing is where it is
   * empty.
   *
   * @throws InvalidRulesException when the folder is not there, or a file cannot be used
   */
  public static RuleFiles in(Path folder) {
    return over(RuleFolder.read(folder), FOLDER + folder);
  }

  /** The texts given and no other, by file name; for tests and previews. */
  public static RuleFiles of(Map<String, String> textByName) {
    return new RuleFiles(new TreeMap<>(textByName), Collections.emptySortedMap(), "");
  }

  /** The same files but for {@code name}, which has another text; null takes it out. */
  public RuleFiles with(String name, @Nullable String text) {
    var texts = new TreeMap<>(textByName);
    if (text == null) {
      texts.remove(name);
    } else {
      texts.put(name, text);
    }
    return new RuleFiles(texts, overlay, origin);
  }

  /** One rule file alone, with the name people know it by. */
  public RuleFiles only(String name) {
    var texts = new TreeMap<String, String>();
    texts.put(name, Objects.requireNonNull(textByName.get(name), name));
    return new RuleFiles(texts, overlay, origin);
  }

  /** What is laid over the shipped files, sorted by name; nothing of the shipped set itself. */
  public SortedMap<String, String> overlay() {
    return Collections.unmodifiableSortedMap(overlay);
  }

  /** Whether something may be laid over the shipped files, be it nothing as yet. */
  public boolean laidOver() {
    return !overlay.isEmpty() || !origin.isEmpty();
  }

  /** The names of the files that are there in one of the two alone, or with another text. */
  public SortedSet<String> differences(RuleFiles other) {
    var names = new TreeSet<>(textByName.keySet());
    names.addAll(other.textByName.keySet());
    names.removeIf(name -> Objects.equals(text(name), other.text(name)));
    return names;
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

  /**
   * The name people know a file by: with where it is from, where it is laid over the others and all
   * of those are from one place that is known.
   */
  public String display(String name) {
    boolean one = !origin.isEmpty() && !origin.contains(", ");
    return overlay.containsKey(name) && one ? origin + "/" + name : name;
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
