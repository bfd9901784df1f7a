package dev.plumbline.language;

/**
 * That an expression cannot be compiled. Of rules that the linter has passed there is none: where
 * this is thrown for one, linter and compiler disagree, which is a bug.
 */
public final class UnsupportedExpression extends RuntimeException {

  private static final long serialVersionUID = 1;

  UnsupportedExpression(String message) {
    super(message);
  }
}
