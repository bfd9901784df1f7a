package dev.plumbline.language;

/** Aborts parsing of a rule; the parser continues at the next one. */
final class SyntaxRejection extends RuntimeException {

  private static final long serialVersionUID = 1;

  private final Check check;
  private final int at;
  private final String reason;

  SyntaxRejection(Check check, int at, String reason) {
    super(reason, null, false, false);
    this.check = check;
    this.at = at;
    this.reason = reason;
  }

  Check check() {
    return check;
  }

  int at() {
    return at;
  }

  String reason() {
    return reason;
  }
}
