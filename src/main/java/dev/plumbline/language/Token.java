package dev.plumbline.language;

/**
 * A token of rule text.
 *
 * @param text as written; for a string, its unescaped content
 */
record Token(Kind kind, String text, int at, int end) {

  enum Kind {
    WORD,
    TEXT,
    NUMBER,
    SIGN,
    END
  }

  boolean is(String sign) {
    return kind != Kind.TEXT && text.equals(sign);
  }

  String describe() {
    return kind == Kind.END ? "the end" : kind == Kind.TEXT ? "\"" + text + "\"" : text;
  }
}
