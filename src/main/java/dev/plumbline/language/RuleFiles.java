package dev.plumbline.language;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Collections;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The files of a rule set by name: rules ({@code *.drl}), their messages ({@code *.messages.yaml}),
 * their scenarios ({@code *.scenarios.yaml}) and data ({@code *.yaml}). An overlay adds files to
 * the shipped set, or replaces files of the same name. Names are flat, like the keys of a
 * ConfigMap.
 */
public final class RuleFiles {

  /** The suffix of scenario files: {@code x.scenarios.yaml} tests {@code x.drl}. */
  public static final String SCENARIOS = ".scenarios.yaml";

  /** The suffix of message templates: {@code x.messages.yaml} holds those of {@code x.drl}. */
  public static final String MESSAGES = ".messages.yaml";

  public static final String DECLARATIONS = ".parameters.yaml";

  /** The suffix of files that limit revisions: each row of {@code x.measures.yaml} is a rule. */
  public static final String MEASURES = ".measures.yaml";

  private static final Pattern SUFFIX =
      Pattern.compile("\\.drl$|\\.(messages|scenarios|parameters|measures)\\.yaml$");

  private static final String FOLDER = "folder ";

  /** Shipped files by former name: an overlay may still use the former name. */
  private static final Map<String, String> RENAMED =
      Map.of(
          "barren-pools.drl",
          "unusable-node-pools.drl",
          "barren-pools" + SCENARIOS,
          "unusable-node-pools" + SCENARIOS);

  private final SortedMap<String, String> textByName;
  private final SortedMap<String, String> overlay;
  private final String origin;

  /** By name, of these files or of those that they were made from: most texts are the same. */
  private volatile Map<String, Digested> digested;

  private volatile @Nullable String digest;

  /** A file's text and the SHA-256 of it. */
  private record Digested(String text, String digest) {

    static Digested of(String text, @Nullable Digested known) {
      return known != null && known.text().equals(text) ? known : new Digested(text, sha256(text));
    }
  }

  private RuleFiles(
      SortedMap<String, String> textByName,
      SortedMap<String, String> overlay,
      String origin,
      Map<String, Digested> digested) {
    this.textByName = textByName;
    this.overlay = overlay;
    this.origin = origin;
    this.digested = digested;
  }

  /** Lazily loaded from the class path, once. */
  private static final class Shipped {
    static final RuleFiles FILES = read();
  }

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
   * The shipped rule set with {@code overlay} applied.
   *
   * @param origin where it is from, for display: {@code folder my-rules}, {@code ConfigMap
   *     plumbline/team-a}
   * @throws InvalidRulesException if a file is of an unknown kind, or tests rules that do not exist
   */
  public static RuleFiles over(Map<String, String> overlay, String origin) {
    var renamed = new TreeMap<String, String>();
    overlay.forEach((name, text) -> renamed.put(RENAMED.getOrDefault(name, name), text));
    var texts = new TreeMap<>(shipped().textByName);
    texts.putAll(renamed);
    var files =
        new RuleFiles(
            texts,
            renamed,
            origin.startsWith(FOLDER) ? origin.substring(FOLDER.length()) : origin,
            shipped().digested);
    new OverlayChecks(files).run();
    if (renamed.isEmpty()) {
      files.digest = shipped().digest();
    }
    return files;
  }

  /**
   * The shipped rule set with the files of {@code folder} laid over it; nothing is where it is
   * empty.
   */
  public static RuleFiles in(Path folder) {
    return over(RuleFolder.read(folder), FOLDER + folder);
  }

  public static RuleFiles of(Map<String, String> textByName) {
    return new RuleFiles(new TreeMap<>(textByName), Collections.emptySortedMap(), "", Map.of());
  }

  /** The files of another set, of no overlay; texts that are the same are not hashed again. */
  public RuleFiles replacedBy(Map<String, String> texts) {
    return new RuleFiles(new TreeMap<>(texts), Collections.emptySortedMap(), "", digested);
  }

  /** A copy with the text of {@code name} replaced; null removes the file. */
  public RuleFiles with(String name, @Nullable String text) {
    var texts = new TreeMap<>(textByName);
    if (text == null) {
      texts.remove(name);
    } else {
      texts.put(name, text);
    }
    return new RuleFiles(texts, overlay, origin, digested);
  }

  /** A rule set of this one rule file, its messages and measures, with the same display names. */
  public RuleFiles only(String name) {
    var texts = new TreeMap<String, String>();
    texts.put(name, Objects.requireNonNull(textByName.get(name), name));
    for (String beside : List.of(messagesOf(name), stem(name) + MEASURES)) {
      if (textByName.containsKey(beside)) {
        texts.put(beside, textByName.get(beside));
      }
    }
    return new RuleFiles(texts, overlay, origin, digested);
  }

  /** The name of the templates of a rule file: {@code x.messages.yaml} of {@code x.drl}. */
  public static String messagesOf(String name) {
    return stem(name) + MESSAGES;
  }

  /** What the names of files that belong together begin with: {@code x} of {@code x.drl}. */
  public static String stem(String name) {
    return SUFFIX.matcher(name).replaceFirst("");
  }

  /** Whether a file of this name is one of rules, or is meant to be one. */
  public static boolean isMeant(String name) {
    return name.endsWith(".drl") || name.endsWith(".yaml") || RuleFolder.spelling(name) != null;
  }

  /** The files of the overlay, sorted by name; empty for the shipped set. */
  public SortedMap<String, String> overlay() {
    return Collections.unmodifiableSortedMap(overlay);
  }

  public boolean hasOverlay() {
    return !overlay.isEmpty() || !origin.isEmpty();
  }

  public SortedSet<String> differences(RuleFiles other) {
    var names = new TreeSet<>(textByName.keySet());
    names.addAll(other.textByName.keySet());
    names.removeIf(name -> Objects.equals(text(name), other.text(name)));
    return names;
  }

  /** Whether a rule file and the messages beside it are the same in {@code others}. */
  public boolean hasSameRules(String name, RuleFiles others) {
    String messages = messagesOf(name);
    return Objects.equals(text(name), others.text(name))
        && Objects.equals(text(messages), others.text(messages));
  }

  public @Nullable String text(String name) {
    return textByName.get(name);
  }

  public List<String> names(String suffix) {
    return textByName.keySet().stream().filter(name -> name.endsWith(suffix)).toList();
  }

  public Map<String, String> all() {
    return Collections.unmodifiableMap(textByName);
  }

  /**
   * The display name of a file: with the origin, for an overlay file whose origin is known and
   * single.
   */
  public String display(String name) {
    boolean singleOrigin = !origin.isEmpty() && !origin.contains(", ");
    return overlay.containsKey(name) && singleOrigin ? origin + "/" + name : name;
  }

  /**
   * SHA-256 over the list that {@code sha256sum *.drl *.yaml} prints, sorted by name in the C
   * locale, so that anyone can check it: {@code sha256sum *.drl *.yaml | LC_ALL=C sort -k2 |
   * sha256sum}.
   */
  public String digest() {
    String known = digest;
    if (known == null) {
      Map<String, Digested> before = digested;
      var now = new HashMap<String, Digested>();
      var list = new StringBuilder();
      textByName.forEach(
          (name, text) -> {
            Digested each = Digested.of(text, before.get(name));
            now.put(name, each);
            list.append(each.digest()).append("  ").append(name).append('\n');
          });
      digested = now;
      known = sha256(list.toString());
      digest = known;
    }
    return known;
  }

  /** SHA-256 of a file's text; null where there is none, or {@link #digest} was not asked for. */
  public @Nullable String knownDigest(String name) {
    Digested known = digested.get(name);
    return known != null && known.text().equals(text(name)) ? known.digest() : null;
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
    String text = optionalResource(path);
    if (text == null) {
      throw new IllegalStateException(path + " is not on the class path. Try: build again.");
    }
    return text;
  }

  /** The text of a resource; null where there is none. */
  static @Nullable String optionalResource(String path) {
    try (InputStream stream = RuleFiles.class.getClassLoader().getResourceAsStream(path)) {
      return stream == null ? null : new String(stream.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new IllegalStateException(path + " cannot be read", e);
    }
  }
}
