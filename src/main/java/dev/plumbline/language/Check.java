package dev.plumbline.language;

import java.util.Locale;

/** What the linter looks for. */
public enum Check {
  /** Text that the engine cannot read. */
  SYNTAX,
  /** A character that shows something else than it is, or hides what it stands in. */
  CHARACTER,
  /** Something of the language that rules here do without. */
  LANGUAGE,
  /** A type, method, property or constant that rules may not name. */
  NAME,
  /** A right-hand side other than one conclusion. */
  CONCLUSION,
  /** Metadata that misses or is wrong. */
  METADATA,
  /** The house style of a file. */
  STYLE,
  /** A comparison that never holds, or always does. */
  COMPARISON,
  /** A word that what it is compared with never is. */
  VOCABULARY,
  /** A value that may be missing and is read as if it were there. */
  NULL,
  /** Patterns that are joined without a shared key. */
  JOIN,
  /** A regular expression that cannot be checked, or that can take for ever. */
  REGEX,
  /** A conclusion that rests on itself or on its own absence. */
  CYCLE,
  /** A condition that says nothing. */
  CONDITION;

  /** The word for people and programs. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
