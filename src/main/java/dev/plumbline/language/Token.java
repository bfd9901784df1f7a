package dev.plumbline.language;

/**
 * One word of rule text.
 *
 * @param kind what it is
 * @param text as written; of a text what stands between its quotes
 * @param at where it begins
 * @param end where it ends
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

  /** As people see it in a message. */
  String shown() {
    return kind == Kind.END ? "the end" : kind == Kind.TEXT ? "\"" + text + "\"" : text;
  }
}
