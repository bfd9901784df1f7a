package dev.plumbline.language;

import java.util.Locale;

/**
 * How large rule text may be. Rule text is untrusted: within these limits, reading, checking and
 * translating it takes time in proportion to its length, and no recursion overflows a stack. What
 * ships stays below half of each.
 */
public final class RuleLimits {

  /** Characters in a file of rules. */
  public static final int RULE_FILE_CHARACTERS = 256 * 1024;

  /** Bytes in any file of a folder, a ConfigMap or a request. */
  public static final int FILE_BYTES = 1024 * 1024;

  /** Files that one overlay adds or replaces. */
  public static final int FILES = 500;

  /** Characters in all files of one overlay together. */
  public static final int OVERLAY_CHARACTERS = 8 * 1024 * 1024;

  /** Rules in one file. */
  public static final int RULES_PER_FILE = 500;

  /** Rules in a set, those that ship included. */
  public static final int RULES_PER_SET = 5_000;

  /** Words, numbers, texts and signs from one {@code rule} to the next. */
  public static final int TOKENS_PER_RULE = 4_000;

  /** Characters in one text between quotes. */
  public static final int TEXT_CHARACTERS = 4_096;

  /** Characters in an annotation, or in the name of a message. */
  public static final int NAME_CHARACTERS = 256;

  /** Brackets, {@code not} and {@code !} within one another. */
  public static final int DEPTH = 16;

  /** Operators, calls and members in one expression. */
  public static final int TERMS = 250;

  /** The same, where every variable is replaced with what it is bound to. */
  public static final int EXPANDED_TERMS = 1_000;

  /** Patterns in one rule. */
  public static final int PATTERNS = 32;

  /** Constraints in one pattern. */
  public static final int CONSTRAINTS = 64;

  /** Ways in which one rule with {@code or} can hold. */
  public static final int ALTERNATIVES = 16;

  /** Patterns in all ways together in which one rule can hold. */
  public static final int EXPANDED_PATTERNS = 512;

  /** Findings of one file that are reported; text after that many errors is not read. */
  static final int FINDINGS = 100;

  private RuleLimits() {}

  /** That there are {@code count} of {@code what}, and what to do. */
  public static String exceeded(String what, long count, long limit, String advice) {
    return String.format(
        Locale.ROOT, "%s: %,d, and at most %,d are allowed. Try: %s.", what, count, limit, advice);
  }

  /** That there are more of {@code what} than are counted. */
  public static String exceeded(String what, long limit, String advice) {
    return String.format(
        Locale.ROOT, "%s: more than the %,d that are allowed. Try: %s.", what, limit, advice);
  }
}
