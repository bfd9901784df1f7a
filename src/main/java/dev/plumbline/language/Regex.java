package dev.plumbline.language;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.jspecify.annotations.Nullable;

/**
 * Whether a regular expression can be trusted to answer in time. The JDK tries every way to match:
 * a repetition within a repetition, or of alternatives that begin alike, takes time that doubles
 * with every character. What is left here takes at most time cubic in the length of the text.
 */
final class Regex {

  private static final int MOST_REPETITIONS = 3;
  private static final int MOST_CHOICES = 10;
  private static final int MOST_TIMES = 1000;
  private static final String SLOW =
      " can take for ever on a text that almost fits. Maybe Glob.matches( pattern, text ).";

  private final String regex;
  private int at;
  private int unbounded;
  private int choices;

  private Regex(String regex) {
    this.regex = regex;
  }

  /** Why a regular expression is refused; null when it is not. */
  static @Nullable String refused(String regex) {
    try {
      Pattern.compile(regex);
    } catch (PatternSyntaxException e) {
      return "this is no regular expression: " + e.getDescription() + ".";
    } catch (StackOverflowError e) {
      return "this regular expression is nested too deep.";
    }
    var reader = new Regex(regex);
    try {
      reader.alternatives();
      return reader.unbounded > MOST_REPETITIONS || reader.choices > MOST_CHOICES
          ? "more than "
              + MOST_REPETITIONS
              + " open repetitions or "
              + MOST_CHOICES
              + " optional parts in one regular expression"
              + SLOW
          : null;
    } catch (IllegalArgumentException e) {
      return String.valueOf(e.getMessage());
    }
  }

  /**
   * A piece of a regular expression.
   *
   * @param fixed whether it always takes the same number of characters, in one way
   * @param first the characters it can begin with; null when that may be any
   */
  private record Piece(boolean fixed, @Nullable String first) {}

  private Piece alternatives() {
    var branches = new ArrayList<Piece>();
    branches.add(sequence());
    while (at < regex.length() && regex.charAt(at) == '|') {
      at++;
      branches.add(sequence());
    }
    if (branches.size() == 1) {
      return branches.getFirst();
    }
    boolean apart = true;
    var all = new StringBuilder();
    for (Piece branch : branches) {
      String first = branch.first();
      apart &=
          first != null && first.chars().noneMatch(c -> all.indexOf(Character.toString(c)) >= 0);
      all.append(first == null ? "" : first);
    }
    // Alternatives that begin unlike leave one way only, as long as each is of one length.
    boolean fixed = apart && branches.stream().allMatch(Piece::fixed);
    return new Piece(
        fixed, branches.stream().anyMatch(b -> b.first() == null) ? null : all.toString());
  }

  private Piece sequence() {
    boolean fixed = true;
    Piece head = null;
    while (at < regex.length() && regex.charAt(at) != '|' && regex.charAt(at) != ')') {
      Piece piece = repeated();
      fixed &= piece.fixed();
      head = head == null ? piece : head;
    }
    return new Piece(fixed, head == null ? null : head.first());
  }

  private Piece repeated() {
    int start = at;
    Piece piece = atom();
    if (at >= regex.length() || "*+?{".indexOf(regex.charAt(at)) < 0) {
      return piece;
    }
    char sign = regex.charAt(at);
    boolean open = sign == '*' || sign == '+';
    boolean exact = false;
    if (sign == '{') {
      int end = regex.indexOf('}', at);
      String[] times = regex.substring(at + 1, end).split(",", -1);
      open = times.length == 2 && times[1].isEmpty();
      long most = open ? 0 : Long.parseLong(times[times.length - 1]);
      if (most > MOST_TIMES) {
        throw new IllegalArgumentException(
            "{" + most + "} is more than " + MOST_TIMES + " repetitions. Maybe fewer.");
      }
      if (most > 1 && !piece.fixed()) {
        throw nested(start);
      }
      exact = times.length == 1;
      unbounded += exact || open || most <= MOST_CHOICES ? 0 : 1;
      at = end + 1;
    } else {
      at++;
    }
    if (at < regex.length() && (regex.charAt(at) == '?' || regex.charAt(at) == '+')) {
      at++;
    }
    if (open) {
      if (!piece.fixed()) {
        throw nested(start);
      }
      unbounded++;
    }
    choices += open || exact ? 0 : 1;
    boolean optional = sign == '*' || sign == '?' || sign == '{';
    return new Piece(exact && piece.fixed(), optional ? null : piece.first());
  }

  private IllegalArgumentException nested(int start) {
    return new IllegalArgumentException(
        "the repetition of "
            + regex.substring(start, Math.min(at, regex.length()))
            + ", which fits in more than one way,"
            + SLOW);
  }

  private Piece atom() {
    char c = regex.charAt(at++);
    switch (c) {
      case '(' -> {
        if (at < regex.length() && regex.charAt(at) == '?' && !regex.startsWith("?:", at)) {
          throw new IllegalArgumentException(
              "(?… cannot be used here. Maybe (?: … ), or two conditions.");
        }
        at += regex.startsWith("?:", at) ? 2 : 0;
        Piece inner = alternatives();
        at++;
        return inner;
      }
      case '[' -> {
        return new Piece(true, set());
      }
      case '\\' -> {
        char escaped = regex.charAt(at++);
        if (Character.isDigit(escaped) || "kQEGpPxuc".indexOf(escaped) >= 0) {
          throw new IllegalArgumentException(
              "\\" + escaped + " cannot be used here. Maybe write out what it stands for.");
        }
        return new Piece(true, Character.isLetter(escaped) ? null : Character.toString(escaped));
      }
      case '.', '^', '$' -> {
        return new Piece(true, null);
      }
      default -> {
        return new Piece(true, Character.toString(c));
      }
    }
  }

  /** The characters of a set that lists them; null when it does not. */
  private @Nullable String set() {
    int start = at;
    int depth = 1;
    while (depth > 0) {
      char c = regex.charAt(at++);
      if (c == '\\') {
        at++;
      }
      depth += c == '[' ? 1 : c == ']' ? -1 : 0;
    }
    String inside = regex.substring(start, at - 1);
    return List.of("^", "-", "[", "&", "\\").stream().anyMatch(inside::contains) ? null : inside;
  }
}
