package dev.plumbline.language;

import dev.plumbline.language.Token.Kind;
import java.util.List;

/** A place among the words of a text. */
class TokenCursor {

  private final List<Token> tokens;
  private int next;

  TokenCursor(List<Token> tokens) {
    this.tokens = tokens;
  }

  final Token peek() {
    return tokens.get(next);
  }

  final Token peek(int ahead) {
    return tokens.get(Math.min(next + ahead, tokens.size() - 1));
  }

  final Token take() {
    Token token = tokens.get(next);
    if (token.kind() != Kind.END) {
      next++;
    }
    return token;
  }

  final boolean at(String sign) {
    return peek().is(sign);
  }

  final boolean takes(String sign) {
    if (at(sign)) {
      next++;
      return true;
    }
    return false;
  }

  final Token expect(String sign) {
    if (!at(sign)) {
      throw unexpected(sign);
    }
    return take();
  }

  final Token word(String what) {
    if (peek().kind() != Kind.WORD) {
      throw unexpected(what);
    }
    return take();
  }

  /** Why the word here is refused; {@code wanted} is what could stand here. */
  final SyntaxRejection unexpected(String wanted) {
    Token token = peek();
    String why = RejectedWords.why(token);
    if (why != null) {
      return new SyntaxRejection(Check.LANGUAGE, token.at(), why);
    }
    String reason =
        token.kind() == Kind.END
            ? "the text ends too early. Maybe " + wanted + " is missing."
            : token.shown() + " cannot stand here. Maybe " + wanted + ".";
    return new SyntaxRejection(Check.SYNTAX, token.at(), reason);
  }

  /** Goes on to the next rule, or to the end. */
  final void skipToRule() {
    while (peek().kind() != Kind.END
        && !(peek().is("rule") && peek(1).kind() == Kind.TEXT && peek(2).is("@"))) {
      next++;
    }
  }
}
