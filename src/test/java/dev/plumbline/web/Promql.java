package dev.plumbline.web;

import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** What an expression of PromQL reads: as much of the language as alerts and the dashboard use. */
final class Promql {

  private static final Pattern SELECTOR =
      Pattern.compile("([a-zA-Z_:][a-zA-Z0-9_:]*)\\s*(?:\\{([^}]*)\\})?(?!\\s*\\(|[a-zA-Z0-9_:])");
  private static final Pattern MATCHER =
      Pattern.compile("([a-zA-Z_][a-zA-Z0-9_]*)\\s*(?:=~|!~|!=|=)");
  private static final Pattern CLAUSE =
      Pattern.compile("\\b(?:by|without|on|ignoring|group_left|group_right)\\s*\\(([^)]*)\\)");
  private static final Pattern NUMBER = Pattern.compile("\\b[0-9][0-9.]*[a-z]*\\b");
  private static final Set<String> WORDS =
      Set.of("or", "and", "unless", "bool", "offset", "by", "without", "on", "ignoring");

  private Promql() {}

  /** The metrics that an expression selects, with the labels that it selects them by. */
  static Map<String, Set<String>> selects(String expression) {
    String bare =
        CLAUSE
            .matcher(expression.replaceAll("\"[^\"]*\"", "\"\"").replaceAll("\\[[^\\]]*\\]", ""))
            .replaceAll("");
    bare = NUMBER.matcher(bare).replaceAll("");
    var selected = new TreeMap<String, Set<String>>();
    Matcher selector = SELECTOR.matcher(bare);
    while (selector.find()) {
      if (!WORDS.contains(selector.group(1))) {
        Set<String> labels = selected.computeIfAbsent(selector.group(1), none -> new TreeSet<>());
        if (selector.group(2) != null) {
          MATCHER.matcher(selector.group(2)).results().forEach(each -> labels.add(each.group(1)));
        }
      }
    }
    return selected;
  }

  /** The labels that an expression groups by. */
  static Set<String> groups(String expression) {
    return CLAUSE
        .matcher(expression)
        .results()
        .flatMap(each -> Arrays.stream(each.group(1).split(",", -1)))
        .map(String::strip)
        .filter(label -> !label.isEmpty())
        .collect(Collectors.toCollection(TreeSet::new));
  }
}
