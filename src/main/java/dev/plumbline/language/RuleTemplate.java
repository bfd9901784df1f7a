package dev.plumbline.language;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A rule that works, with its scenarios and a parameter, to begin with. */
public enum RuleTemplate {
  REFUSE_IMAGE("an image that no node class may use"),
  REFUSE_TYPE("instance types that no pool may launch"),
  HOLD_ROLLOUT("every rollout, while there is a reason"),
  PREFER("pools that Karpenter tries first"),
  REQUIRE_GATE("pins only for node classes with an annotation");

  /** The kinds of files it consists of. */
  public static final List<String> SUFFIXES =
      List.of(".drl", RuleFiles.SCENARIOS, RuleFiles.DECLARATIONS);

  /** A word of the author, and a number. */
  public static final Pattern ID = Pattern.compile("([A-Z][A-Z0-9]*(?:-[A-Z][A-Z0-9]*)*)-[0-9]{3}");

  private static final Pattern USED = Pattern.compile("@Id\\(\\s*\"(" + ID.pattern() + ")\"");

  private static final Pattern RULE = Pattern.compile("rule \"([^\"]+)\"");

  /** As the templates have it. */
  private static final String TEMPLATE_ID = "TEAM-001";

  private static final int MOST_IDS = 1000;

  private final String about;

  RuleTemplate(String about) {
    this.about = about;
  }

  /** Its name on the command line: {@code refuse-image}. */
  public String wire() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** What its rule is about. */
  public String about() {
    return about;
  }

  /** The names of all. */
  public static List<String> names() {
    return Arrays.stream(values()).map(RuleTemplate::wire).toList();
  }

  /** The template of this name; null where there is none. */
  public static @Nullable RuleTemplate named(String name) {
    return Arrays.stream(values())
        .filter(each -> each.wire().equals(name))
        .findFirst()
        .orElse(null);
  }

  /**
   * Its files, of which none has the name of another's rule.
   *
   * @param stem what its files and its parameter are called
   * @param id of its rule
   * @param there the rules that it is added to
   */
  public SortedMap<String, String> files(String stem, String id, RuleFiles there) {
    var files = new TreeMap<String, String>();
    for (String suffix : SUFFIXES) {
      files.put(
          stem + suffix,
          named(resource("templates/" + wire() + suffix), id, there)
              .replace(TEMPLATE_ID, id)
              .replace("package rules.team", "package rules." + stem.replace('-', '.'))
              .replaceAll("\\bteam\\.(?=[a-z])", camelCase(stem) + "."));
    }
    return files;
  }

  /** The name of a rule is unique: of a template that is used again, with its id. */
  private static String named(String text, String id, RuleFiles there) {
    var rule = RULE.matcher(text);
    return rule.find()
            && there.names(".drl").stream()
                .anyMatch(file -> Objects.requireNonNull(there.text(file)).contains(rule.group()))
        ? text.replace(rule.group(), "rule \"%s (%s)\"".formatted(rule.group(1), id))
        : text;
  }

  private static String camelCase(String stem) {
    return Pattern.compile("-([a-z])")
        .matcher(stem)
        .replaceAll((MatchResult each) -> each.group(1).toUpperCase(Locale.ROOT));
  }

  private static String resource(String name) {
    try (InputStream in = RuleTemplate.class.getClassLoader().getResourceAsStream(name)) {
      return new String(Objects.requireNonNull(in, name).readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The ids of rules that are in use, each with its file. */
  public static SortedMap<String, String> usedIds(RuleFiles there) {
    var used = new TreeMap<String, String>();
    for (String file : there.names(".drl")) {
      USED.matcher(Objects.requireNonNull(there.text(file)))
          .results()
          .forEach(each -> used.put(each.group(1), file));
    }
    return used;
  }

  /** The first id with this word that is free; null where none is. */
  public static @Nullable String freeId(String word, SortedMap<String, String> used) {
    for (int number = 1; number < MOST_IDS; number++) {
      String id = "%s-%03d".formatted(word, number);
      if (!used.containsKey(id)) {
        return id;
      }
    }
    return null;
  }
}
