package dev.plumbline.language;

import dev.plumbline.language.Token.Kind;
import java.util.List;

/** A position in a list of tokens. */
class TokenCursor {

  private final List<Token> tokens;
  private int position;

  TokenCursor(List<Token> tokens) {
    this.tokens = tokens;
  }

  final Token peek() {
    return tokens.get(position);
  }

  final Token peek(int ahead) {
    return tokens.get(Math.min(position + ahead, tokens.size() - 1));
  }

  final Token advance() {
    Token token = tokens.get(position);
    if (token.kind() != Kind.END) {
      position++;
    }
    return token;
  }

  final boolean at(String sign) {
    return peek().is(sign);
  }

  final boolean accept(String sign) {
    if (at(sign)) {
      position++;
      return true;
    }
    return false;
  }

  final Token expect(String sign) {
    if (!at(sign)) {
      throw unexpected(sign);
    }
    return advance();
  }

  final Token expectWord(String expected) {
    if (peek().kind() != Kind.WORD) {
      throw unexpected(expected);
    }
    return advance();
  }

  final SyntaxRejection unexpected(String expected) {
    Token token = peek();
    String rejection = RejectedWords.reason(token);
    if (rejection != null) {
      return new SyntaxRejection(Check.LANGUAGE, token.at(), rejection);
    }
    String reason =
        token.kind() == Kind.END
            ? "the text ends too early. Try: add " + expected + "."
            : token.describe() + " is unexpected here. Try: " + expected + ".";
    return new SyntaxRejection(Check.SYNTAX, token.at(), reason);
  }

  final void skipToRule() {
    while (peek().kind() != Kind.END
        && !(peek().is("rule") && peek(1).kind() == Kind.TEXT && peek(2).is("@"))) {
      position++;
    }
  }
}
