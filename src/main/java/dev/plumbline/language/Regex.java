package dev.plumbline.language;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The regular expressions of {@code matches}. They run on an automaton (RE2), in time proportional
 * to the length of the text times the size of the expression, and never backtrack. What means
 * something else to RE2 than to Java, or nothing, is rejected.
 */
final class Regex {

  /** The size of an expression: its characters and classes, repeated as often as they may be. */
  static final int MAX_SIZE = 1_000;

  private static final int MAX_GROUPS = 50;

  /** Compiled expressions that are kept, least recently used first out. */
  private static final int MAX_KNOWN = 256;

  private static final String ESCAPED_LETTERS = "dDwWsSbBtnrf";

  private static final String GLOB = " Try: Glob.matches( pattern, text ), or two conditions.";

  private static final Map<String, Pattern> KNOWN =
      Collections.synchronizedMap(
          new LinkedHashMap<>(16, 0.75f, true) {
            private static final long serialVersionUID = 1;

            @Override
            protected boolean removeEldestEntry(Map.Entry<String, Pattern> eldest) {
              return size() > MAX_KNOWN;
            }
          });

  private final String regex;
  private int position;
  private int groups;

  private Regex(String regex) {
    this.regex = regex;
  }

  /** Whether the whole text matches; the expression must be one that is accepted. */
  static boolean matches(String regex, String text) {
    return compiled(regex).matches(text);
  }

  static Pattern compiled(String regex) {
    Pattern known = KNOWN.get(regex);
    if (known == null) {
      String reason = rejectionReason(regex);
      if (reason != null) {
        throw new UnsupportedExpression(reason);
      }
      known = Pattern.compile(regex);
      KNOWN.put(regex, known);
    }
    return known;
  }

  /** Why a regular expression is rejected; null if it is accepted. */
  static @Nullable String rejectionReason(String regex) {
    try {
      long size = new Regex(regex).size();
      if (size > MAX_SIZE) {
        return RuleLimits.exceeded(
            "characters of a regular expression, repeated as often as it says",
            size,
            MAX_SIZE,
            "fewer repetitions, or Glob.matches( pattern, text )");
      }
      Pattern.compile(regex);
      return null;
    } catch (PatternSyntaxException e) {
      return "invalid regular expression: " + e.getDescription() + "." + GLOB;
    } catch (IllegalArgumentException e) {
      return String.valueOf(e.getMessage());
    }
  }

  private long size() {
    long size = alternatives();
    if (position < regex.length()) {
      throw new IllegalArgumentException(
          "invalid regular expression: ) closes nothing. Try: write \\\\) for the character.");
    }
    return size;
  }

  private long alternatives() {
    long size = sequence();
    while (at('|')) {
      position++;
      size = sum(size, sequence());
    }
    return size;
  }

  private long sequence() {
    long size = 0;
    while (position < regex.length() && !at('|') && !at(')')) {
      size = sum(size, quantified());
    }
    return size;
  }

  private long quantified() {
    if (at('*') || at('+') || at('?') || at('{')) {
      throw new IllegalArgumentException(
          "invalid regular expression: "
              + regex.charAt(position)
              + " repeats nothing. Try: write \\\\"
              + regex.charAt(position)
              + " for the character.");
    }
    long size = atom();
    if (at('{')) {
      size = Math.min(MAX_SIZE * (long) MAX_SIZE, size * times());
    } else if (at('*') || at('+') || at('?')) {
      position++;
    } else {
      return size;
    }
    if (at('?')) {
      position++;
    }
    if (at('+') || at('*') || at('?') || at('{')) {
      throw new IllegalArgumentException(
          regex.charAt(position)
              + " after a repetition cannot be used here. Try: (?: … )"
              + regex.charAt(position)
              + ", or leave it out.");
    }
    return size;
  }

  /** The highest number of {@code {3}}, {@code {3,}} and {@code {3,5}}. */
  private long times() {
    int end = regex.indexOf('}', position);
    String bounds = end < 0 ? "" : regex.substring(position + 1, end);
    int comma = bounds.indexOf(',');
    String low = comma < 0 ? bounds : bounds.substring(0, comma);
    String high = comma < 0 ? "" : bounds.substring(comma + 1);
    if (!isNumber(low) || !high.isEmpty() && !isNumber(high)) {
      throw new IllegalArgumentException(
          "{ does not begin a number of repetitions here. Try: {2}, {2,} or {2,5} with at most"
              + " three digits, or write \\\\{ for the character.");
    }
    position = end + 1;
    return Math.max(1, Long.parseLong(high.isEmpty() ? low : high));
  }

  private static boolean isNumber(String text) {
    return !text.isEmpty() && text.length() <= 3 && text.chars().allMatch(Character::isDigit);
  }

  private long atom() {
    char c = regex.charAt(position++);
    switch (c) {
      case '(' -> {
        if (at('?') && !regex.startsWith("?:", position)) {
          throw new IllegalArgumentException(
              "(?… cannot be used here. Try: (?: … ), or two conditions.");
        }
        if (++groups > MAX_GROUPS) {
          throw new IllegalArgumentException(
              RuleLimits.exceeded(
                  "groups in a regular expression", MAX_GROUPS, "several conditions"));
        }
        position += at('?') ? 2 : 0;
        long size = alternatives();
        if (!at(')')) {
          throw new IllegalArgumentException(
              "invalid regular expression: ( does not close. Try: write \\\\( for the character.");
        }
        position++;
        return sum(size, 1);
      }
      case '[' -> characterClass();
      case '\\' -> escape();
      default -> {
        // A character stands for itself.
      }
    }
    return 1;
  }

  private void escape() {
    if (position == regex.length()) {
      throw new IllegalArgumentException(
          "invalid regular expression: \\ escapes nothing. Try: write \\\\\\\\ for the character.");
    }
    char escaped = regex.charAt(position++);
    if (Character.isLetterOrDigit(escaped) && ESCAPED_LETTERS.indexOf(escaped) < 0) {
      throw new IllegalArgumentException(
          "\\" + escaped + " cannot be used here. Try: write out what it stands for.");
    }
  }

  /** Skips a class; classes within classes mean something else to RE2 than to Java. */
  private void characterClass() {
    position += at('^') ? 1 : 0;
    int first = position;
    while (!at(']') || position == first) {
      if (position >= regex.length()) {
        throw new IllegalArgumentException(
            "invalid regular expression: [ does not close. Try: write \\\\[ for the character.");
      }
      char c = regex.charAt(position++);
      if (c == '\\') {
        escape();
      } else if (c == '[' || c == ']' || c == '&' && at('&')) {
        throw new IllegalArgumentException(
            (c == '&' ? "&&" : String.valueOf(c))
                + " within [ … ] cannot be used here. Try: write \\\\"
                + c
                + " for the character, or two conditions.");
      }
    }
    position++;
  }

  private boolean at(char c) {
    return position < regex.length() && regex.charAt(position) == c;
  }

  private static long sum(long a, long b) {
    return Math.min(Integer.MAX_VALUE, a + b);
  }
}
