package dev.plumbline.language;

import dev.plumbline.language.LintFinding.Level;
import dev.plumbline.language.Token.Kind;
import dev.plumbline.language.Tree.Annotation;
import dev.plumbline.language.Tree.Construction;
import dev.plumbline.language.Tree.FileNode;
import dev.plumbline.language.Tree.Import;
import dev.plumbline.language.Tree.Node;
import dev.plumbline.language.Tree.RuleNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Parses a rule file. Constructs outside the supported subset of DRL are rejected. */
final class RuleParser extends ConditionParser {

  private static final Set<String> ANNOTATIONS = Set.of("Id", "Control", "Severity");

  private final RuleText text;
  private final List<LintFinding> findings;
  private @Nullable String rule;

  private RuleParser(RuleText text, List<LintFinding> findings) {
    super(text.tokens());
    this.text = text;
    this.findings = findings;
  }

  static FileNode read(RuleText text, List<LintFinding> findings) {
    return new RuleParser(text, findings).file();
  }

  private FileNode file() {
    var imports = new ArrayList<Import>();
    var rules = new ArrayList<RuleNode>();
    while (peek().kind() != Kind.END) {
      try {
        rule = null;
        if (at("package")) {
          advance();
          qualifiedName();
          accept(";");
        } else if (at("import")) {
          advance();
          imports.add(importDeclaration());
        } else {
          rules.add(rule());
        }
      } catch (SyntaxRejection rejection) {
        findings.add(
            text.finding(Level.ERROR, rejection.check(), rule, rejection.at(), rejection.reason()));
        skipToRule();
      }
    }
    return new FileNode(imports, rules);
  }

  private Import importDeclaration() {
    for (String kind : List.of("static", "function", "acc", "accumulate")) {
      if (at(kind)) {
        throw new SyntaxRejection(
            Check.LANGUAGE,
            peek().at(),
            "import "
                + kind
                + " cannot be used here: a rule names types alone. Try: import the"
                + " type and write Type.method( … ).");
      }
    }
    Token first = peek();
    String name = qualifiedName();
    if (at(".") && peek(1).is("*")) {
      throw new SyntaxRejection(
          Check.LANGUAGE, first.at(), "an import names one type. Try: one import per type.");
    }
    accept(";");
    return new Import(name, first.at());
  }

  private String qualifiedName() {
    var name = new StringBuilder(expectWord("a name").text());
    while (at(".") && peek(1).kind() == Kind.WORD) {
      advance();
      name.append('.').append(advance().text());
    }
    return name.toString();
  }

  private RuleNode rule() {
    Token start = expect("rule");
    if (peek().kind() != Kind.TEXT) {
      throw unexpected("the finding of the rule between quotes");
    }
    String name = advance().text();
    rule = name;
    var annotations = new LinkedHashMap<String, Annotation>();
    while (accept("@")) {
      annotation(annotations);
    }
    expect("when");
    List<Node> when = conditions("then");
    expect("then");
    Construction then = consequence();
    expect("end");
    accept(";");
    return new RuleNode(name, start.at(), annotations, when, then);
  }

  private void annotation(Map<String, Annotation> annotations) {
    Token name = expectWord("Id, Control or Severity");
    if (!ANNOTATIONS.contains(name.text())) {
      throw new SyntaxRejection(
          Check.METADATA,
          name.at(),
          "@" + name.text() + " cannot be used here. Try: @Id, @Control or @Severity.");
    }
    expect("(");
    Token value = peek();
    if (value.kind() != Kind.TEXT) {
      throw unexpected("a text between quotes");
    }
    advance();
    // What checks the form of a value recurses for each part of it.
    if (value.text().length() > RuleLimits.NAME_CHARACTERS) {
      throw new SyntaxRejection(
          Check.LIMIT,
          value.at(),
          RuleLimits.exceeded(
              "characters in @" + name.text(),
              value.text().length(),
              RuleLimits.NAME_CHARACTERS,
              "a shorter one"));
    }
    expect(")");
    if (annotations.put(name.text(), new Annotation(value.text().strip(), name.at())) != null) {
      throw new SyntaxRejection(Check.METADATA, name.at(), "@" + name.text() + " is there twice.");
    }
  }

  private Construction consequence() {
    Token first = peek();
    if (first.is("[")) {
      throw new SyntaxRejection(
          Check.LANGUAGE,
          first.at(),
          "then[…] cannot be used here. Try: write a second rule for it.");
    }
    if (!first.is("insertLogical")) {
      if (first.kind() == Kind.WORD && peek(1).is("(") && RejectedWords.reason(first) == null) {
        throw new SyntaxRejection(
            Check.CONCLUSION,
            first.at(),
            "there is no "
                + first.text()
                + " to call here."
                + dev.plumbline.fact.Nearest.didYouMean(first.text(), List.of("insertLogical")));
      }
      throw invalidConsequence();
    }
    advance();
    expect("(");
    if (!at("new")) {
      throw invalidConsequence();
    }
    advance();
    Token type = expectWord("a conclusion");
    if (at(".")) {
      throw new SyntaxRejection(
          Check.CONCLUSION,
          type.at(),
          "a conclusion is written by its simple name here. Try: import it.");
    }
    var consequence = new Construction(type.text(), type.at(), arguments());
    expect(")");
    if (!accept(";")) {
      throw unexpected(";");
    }
    if (peek().kind() == Kind.END) {
      throw unexpected("end");
    }
    if (!at("end")) {
      throw at("then")
          ? new SyntaxRejection(
              Check.LANGUAGE,
              peek().at(),
              "then[…] cannot be used here. Try: write a second rule for it.")
          : new SyntaxRejection(
              Check.CONCLUSION,
              peek().at(),
              "a rule concludes one thing. Try: write a second rule for the other.");
    }
    return consequence;
  }

  private SyntaxRejection invalidConsequence() {
    Token token = peek();
    String reason = RejectedWords.reason(token);
    return new SyntaxRejection(
        Check.CONCLUSION,
        token.at(),
        reason != null && !token.is("new")
            ? reason
            : "a rule concludes one thing and does nothing else. Try: insertLogical( new X( … ) );"
                + " with a conclusion.");
  }
}
