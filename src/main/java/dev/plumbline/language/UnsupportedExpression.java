package dev.plumbline.language;

/**
 * An expression that cannot be compiled. For a rule that passed the linter this is a bug: linter
 * and compiler disagree.
 */
public final class UnsupportedExpression extends RuntimeException {

  private static final long serialVersionUID = 1;

  UnsupportedExpression(String message) {
    super(message);
  }
}
