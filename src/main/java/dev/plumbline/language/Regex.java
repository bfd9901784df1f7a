package dev.plumbline.language;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.jspecify.annotations.Nullable;

/**
 * Guards against catastrophic backtracking. The JDK tries every way to match: a nested repetition,
 * or one of alternatives with a common prefix, takes exponential time. Accepted expressions take at
 * most cubic time in the length of the input.
 */
final class Regex {

  private static final int MAX_REPETITIONS = 3;
  private static final int MAX_OPTIONAL_PARTS = 10;
  private static final int MAX_COUNT = 1000;
  private static final String SLOW =
      " can take exponential time on a text that almost matches. Try: Glob.matches( pattern, text"
          + " ).";

  private final String regex;
  private int position;
  private int unbounded;
  private int optionalParts;

  private Regex(String regex) {
    this.regex = regex;
  }

  /** Why a regular expression is rejected; null if it is accepted. */
  static @Nullable String rejectionReason(String regex) {
    try {
      Pattern.compile(regex);
    } catch (PatternSyntaxException e) {
      return "invalid regular expression: " + e.getDescription() + ".";
    } catch (StackOverflowError e) {
      return "this regular expression is nested too deep.";
    }
    var reader = new Regex(regex);
    try {
      reader.alternatives();
      return reader.unbounded > MAX_REPETITIONS || reader.optionalParts > MAX_OPTIONAL_PARTS
          ? "more than "
              + MAX_REPETITIONS
              + " open repetitions or "
              + MAX_OPTIONAL_PARTS
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
   * @param unambiguous whether it matches in only one way, with a fixed number of characters
   * @param first the characters it can begin with; null if any
   */
  private record Piece(boolean unambiguous, @Nullable String first) {}

  private Piece alternatives() {
    var branches = new ArrayList<Piece>();
    branches.add(sequence());
    while (position < regex.length() && regex.charAt(position) == '|') {
      position++;
      branches.add(sequence());
    }
    if (branches.size() == 1) {
      return branches.getFirst();
    }
    boolean disjoint = true;
    var firstCharacters = new StringBuilder();
    for (Piece branch : branches) {
      String first = branch.first();
      disjoint &=
          first != null
              && first.chars().noneMatch(c -> firstCharacters.indexOf(Character.toString(c)) >= 0);
      firstCharacters.append(first == null ? "" : first);
    }
    // Alternatives with distinct first characters match in one way if each is unambiguous.
    boolean unambiguous = disjoint && branches.stream().allMatch(Piece::unambiguous);
    return new Piece(
        unambiguous,
        branches.stream().anyMatch(b -> b.first() == null) ? null : firstCharacters.toString());
  }

  private Piece sequence() {
    boolean unambiguous = true;
    Piece head = null;
    while (position < regex.length()
        && regex.charAt(position) != '|'
        && regex.charAt(position) != ')') {
      Piece piece = quantified();
      unambiguous &= piece.unambiguous();
      head = head == null ? piece : head;
    }
    return new Piece(unambiguous, head == null ? null : head.first());
  }

  private Piece quantified() {
    int start = position;
    Piece piece = atom();
    if (position >= regex.length() || "*+?{".indexOf(regex.charAt(position)) < 0) {
      return piece;
    }
    char quantifier = regex.charAt(position);
    boolean isUnbounded = quantifier == '*' || quantifier == '+';
    boolean exact = false;
    if (quantifier == '{') {
      int end = regex.indexOf('}', position);
      String[] bounds = regex.substring(position + 1, end).split(",", -1);
      isUnbounded = bounds.length == 2 && bounds[1].isEmpty();
      long max = isUnbounded ? 0 : Long.parseLong(bounds[bounds.length - 1]);
      if (max > MAX_COUNT) {
        throw new IllegalArgumentException(
            "{" + max + "} is more than " + MAX_COUNT + " repetitions. Try: fewer.");
      }
      if (max > 1 && !piece.unambiguous()) {
        throw nestedRepetition(start);
      }
      exact = bounds.length == 1;
      unbounded += exact || isUnbounded || max <= MAX_OPTIONAL_PARTS ? 0 : 1;
      position = end + 1;
    } else {
      position++;
    }
    if (position < regex.length()
        && (regex.charAt(position) == '?' || regex.charAt(position) == '+')) {
      position++;
    }
    if (isUnbounded) {
      if (!piece.unambiguous()) {
        throw nestedRepetition(start);
      }
      unbounded++;
    }
    optionalParts += isUnbounded || exact ? 0 : 1;
    boolean optional = quantifier == '*' || quantifier == '?' || quantifier == '{';
    return new Piece(exact && piece.unambiguous(), optional ? null : piece.first());
  }

  private IllegalArgumentException nestedRepetition(int start) {
    return new IllegalArgumentException(
        "the repetition of "
            + regex.substring(start, Math.min(position, regex.length()))
            + ", which fits in more than one way,"
            + SLOW);
  }

  private Piece atom() {
    char c = regex.charAt(position++);
    switch (c) {
      case '(' -> {
        if (position < regex.length()
            && regex.charAt(position) == '?'
            && !regex.startsWith("?:", position)) {
          throw new IllegalArgumentException(
              "(?… cannot be used here. Try: (?: … ), or two conditions.");
        }
        position += regex.startsWith("?:", position) ? 2 : 0;
        Piece inner = alternatives();
        position++;
        return inner;
      }
      case '[' -> {
        return new Piece(true, characterClass());
      }
      case '\\' -> {
        char escaped = regex.charAt(position++);
        if (Character.isDigit(escaped) || "kQEGpPxuc".indexOf(escaped) >= 0) {
          throw new IllegalArgumentException(
              "\\" + escaped + " cannot be used here. Try: write out what it stands for.");
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

  /** The characters of a class that lists them; null for negations, ranges and nested classes. */
  private @Nullable String characterClass() {
    int start = position;
    int depth = 1;
    while (depth > 0) {
      char c = regex.charAt(position++);
      if (c == '\\') {
        position++;
      }
      depth += c == '[' ? 1 : c == ']' ? -1 : 0;
    }
    String inside = regex.substring(start, position - 1);
    return List.of("^", "-", "[", "&", "\\").stream().anyMatch(inside::contains) ? null : inside;
  }
}
