package dev.plumbline.language;

import dev.plumbline.language.LintFinding.Level;
import dev.plumbline.language.Token.Kind;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The tokens of a rule file. Invisible and ambiguous characters are rejected. */
public final class RuleText {

  private static final List<String> SIGNS =
      List.of(
          "==", "!=", "<=", ">=", "&&", "||", ":=", "?.", "!.", "->", "::", "++", "--", "+=", "-=",
          "*=", "/=", "(", ")", "[", "]", "{", "}", ",", ";", ":", ".", "@", "=", "<", ">", "+",
          "-", "*", "/", "%", "!", "&", "|", "?", "~", "^", "#");

  private final String file;
  private final String text;
  private List<Token> tokens = new ArrayList<>();
  private final List<LintFinding> problems = new ArrayList<>();
  private final List<Integer> lineStarts = new ArrayList<>();
  private final List<Integer> ruleStarts = new ArrayList<>();

  public RuleText(String file, String text) {
    this.file = file;
    this.text = text;
    lineStarts.add(0);
    int length = Math.min(text.length(), RuleLimits.RULE_FILE_CHARACTERS);
    for (int i = 0; i < length; i++) {
      if (text.charAt(i) == '\n') {
        lineStarts.add(i + 1);
      }
    }
    if (text.length() > length) {
      exceeds(
          length,
          RuleLimits.exceeded(
              "characters in a file of rules",
              text.length(),
              length,
              "several files, one question a file"));
      return;
    }
    checkCharacters();
    tokenize();
    checkLimits();
  }

  /** Why it cannot be tokenized; empty if it can. */
  public List<LintFinding> problems() {
    return List.copyOf(problems);
  }

  /** Whether it holds only comments and white space. */
  boolean isBlank() {
    return tokens().size() == 1;
  }

  String text() {
    return text;
  }

  /** Its display name. */
  String file() {
    return file;
  }

  public int line(int at) {
    return finding(Level.WARNING, Check.SYNTAX, null, at, "").line();
  }

  /** The character offsets at which rules begin. */
  List<Integer> ruleStarts() {
    return ruleStarts;
  }

  List<Token> tokens() {
    List<Token> kept = tokens;
    return kept.isEmpty() ? new RuleText(file, text).tokens : kept;
  }

  /** Keeps no tokens: they are several times as large as the text, and seldom looked at again. */
  void forgetTokens() {
    tokens = List.of();
  }

  /** A finding at a character offset; -1 for the whole file. */
  public LintFinding finding(
      Level level, Check check, @Nullable String rule, int at, String message) {
    if (at < 0) {
      return new LintFinding(file, 0, 0, level, check, rule, message);
    }
    int low = 0;
    int high = lineStarts.size() - 1;
    while (low < high) {
      int middle = (low + high + 1) / 2;
      if (lineStarts.get(middle) <= at) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return new LintFinding(
        file, low + 1, at - lineStarts.get(low) + 1, level, check, rule, message);
  }

  private void reject(int at, String message) {
    problems.add(finding(Level.ERROR, Check.CHARACTER, null, at, message));
  }

  private void exceeds(int at, String message) {
    problems.add(finding(Level.ERROR, Check.LIMIT, null, at, message));
  }

  private boolean isHopeless() {
    return problems.size() >= RuleLimits.FINDINGS;
  }

  private void checkCharacters() {
    for (int i = 0; i < text.length() && !isHopeless(); i++) {
      char c = text.charAt(i);
      if (c == '\\' && i + 1 < text.length() && text.charAt(i + 1) == 'u') {
        reject(i, "a unicode escape hides what is written. Try: write the character itself.");
      } else if (c == '\r' && i + 1 < text.length() && text.charAt(i + 1) == '\n') {
        continue;
      } else if (isInvisible(c)) {
        reject(
            i,
            "U+%04X is invisible or changes the direction of the text. Try: delete it."
                .formatted((int) c));
      }
    }
  }

  /** The offset of the first character that a message cannot hold, such as a line break; -1. */
  static int firstInvisible(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (isInvisible(text.charAt(i)) || text.charAt(i) == '\n') {
        return i;
      }
    }
    return -1;
  }

  private static boolean isInvisible(char c) {
    return Character.isISOControl(c) && c != '\n' && c != '\t'
        || Character.getType(c) == Character.FORMAT
        || c == '\u2028'
        || c == '\u2029'
        || c == '\ufffe'
        || c == '\uffff';
  }

  private void tokenize() {
    int i = 0;
    while (i < text.length() && !isHopeless()) {
      char c = text.charAt(i);
      if (Character.isWhitespace(c) && c < 128) {
        i++;
      } else if (text.startsWith("//", i)) {
        int end = text.indexOf('\n', i);
        i = end < 0 ? text.length() : end;
      } else if (text.startsWith("/*", i)) {
        int end = text.indexOf("*/", i + 2);
        if (end < 0) {
          reject(i, "a comment opens here and does not close.");
        }
        i = end < 0 ? text.length() : end + 2;
      } else if (c == '"') {
        i = scanString(i);
      } else if (isLetter(c)) {
        i = scanWhile(Kind.WORD, i);
      } else if (c >= '0' && c <= '9') {
        i = scanWhile(Kind.NUMBER, i);
      } else {
        i = scanSign(i);
      }
    }
    tokens.add(new Token(Kind.END, "", text.length(), text.length()));
  }

  private int scanString(int open) {
    var value = new StringBuilder();
    for (int i = open + 1; i < text.length() && text.charAt(i) != '\n' && !isHopeless(); i++) {
      char c = text.charAt(i);
      if (c == '"') {
        tokens.add(new Token(Kind.TEXT, value.toString(), open, i + 1));
        return i + 1;
      }
      if (c == '\\' && i + 1 < text.length()) {
        char next = text.charAt(++i);
        if ("\\\"nt".indexOf(next) < 0 && next != 'u') {
          reject(
              i - 1,
              "\\" + next + " is not a valid escape: a string knows \\\\, \\\", \\n and \\t.");
        }
        value.append(next == 'n' ? '\n' : next == 't' ? '\t' : next);
      } else {
        value.append(c);
      }
    }
    reject(open, "a quote opens here and does not close on this line.");
    return Math.max(text.indexOf('\n', open), open + 1);
  }

  private int scanWhile(Kind kind, int from) {
    int end = from;
    while (end < text.length() && (isLetter(text.charAt(end)) || isDigit(text.charAt(end)))
        || kind == Kind.NUMBER
            && end + 1 < text.length()
            && text.charAt(end) == '.'
            && isDigit(text.charAt(end + 1))) {
      end++;
    }
    tokens.add(new Token(kind, text.substring(from, end), from, end));
    return end;
  }

  private int scanSign(int at) {
    for (String sign : SIGNS) {
      if (text.startsWith(sign, at)) {
        tokens.add(new Token(Kind.SIGN, sign, at, at + sign.length()));
        return at + sign.length();
      }
    }
    int c = text.codePointAt(at);
    reject(
        at,
        switch (c) {
          case '\'' -> "strings use double quotes. Try: \".";
          case '`' -> "` cannot be used here: a name is written without quotes.";
          default ->
              Printable.of(Character.toString(c))
                  + " is allowed only in strings and comments. Try: delete it.";
        });
    return at + Character.charCount(c);
  }

  private static boolean isLetter(char c) {
    return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_' || c == '$';
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  static String tooDeep(String what) {
    return RuleLimits.exceeded(
        what + " within one another", RuleLimits.DEPTH, "a rule with a conclusion of its own");
  }

  private boolean startsRule(int index) {
    return tokens.get(index).is("rule") && tokens.get(index + 1).kind() == Kind.TEXT;
  }

  /** Looks at every token once; what parses the tokens relies on it. */
  private void checkLimits() {
    int depth = 0;
    int length = 0;
    for (int i = 0; i + 1 < tokens.size() && !isHopeless(); i++) {
      Token token = tokens.get(i);
      length++;
      if (startsRule(i)) {
        depth = 0;
        length = 1;
        ruleStarts.add(token.at());
        if (ruleStarts.size() > RuleLimits.RULES_PER_FILE) {
          exceeds(
              token.at(),
              RuleLimits.exceeded("rules in a file", RuleLimits.RULES_PER_FILE, "several files"));
          return;
        }
      }
      if (length == RuleLimits.TOKENS_PER_RULE + 1) {
        exceeds(
            token.at(),
            RuleLimits.exceeded(
                "words and signs in a rule", RuleLimits.TOKENS_PER_RULE, "several rules"));
      }
      if (token.kind() == Kind.TEXT && token.text().length() > RuleLimits.TEXT_CHARACTERS) {
        exceeds(
            token.at(),
            RuleLimits.exceeded(
                "characters in a text",
                token.text().length(),
                RuleLimits.TEXT_CHARACTERS,
                "a parameter"));
      }
      if (token.kind() == Kind.SIGN && "([{".contains(token.text())) {
        if (++depth == RuleLimits.DEPTH + 1) {
          exceeds(token.at(), tooDeep("brackets"));
        }
      } else if (token.kind() == Kind.SIGN && ")]}".contains(token.text())) {
        depth--;
      }
    }
  }
}
