package dev.plumbline.language;

import java.util.Locale;

public enum Check {
  /** Text that cannot be parsed. */
  SYNTAX,
  /** An invisible or misleading character, such as a bidirectional control. */
  CHARACTER,
  /** More of something than rule text may have. */
  LIMIT,
  /** A construct of DRL that Plumbline does not support. */
  LANGUAGE,
  /** A type, method, property or constant that rules may not reference. */
  NAME,
  /** A right-hand side other than exactly one conclusion. */
  CONCLUSION,
  /** A message template, or its use. */
  MESSAGE,
  /** Missing or invalid rule metadata. */
  METADATA,
  /** File style: header, imports. */
  STYLE,
  /** A comparison that is always false or always true. */
  COMPARISON,
  /** A value that the compared property can never have. */
  VOCABULARY,
  /** A nullable value read without a null check. */
  NULL,
  /** Patterns joined without a shared key: a Cartesian product. */
  JOIN,
  /** A regular expression that cannot be analyzed, or that can backtrack without bound. */
  REGEX,
  /** A conclusion that supports itself, or depends on its own absence. */
  CYCLE,
  /** A missing or vacuous condition. */
  CONDITION;

  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
