package dev.plumbline.rule;

import dev.plumbline.conclusion.ConclusionTypes;
import dev.plumbline.fact.RecordType;
import dev.plumbline.fact.RecordType.Property;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.drools.base.base.ClassObjectType;
import org.drools.base.base.ValueResolver;
import org.drools.base.definitions.rule.impl.RuleImpl;
import org.drools.base.reteoo.BaseTuple;
import org.drools.base.reteoo.SortDeclarations;
import org.drools.base.rule.Declaration;
import org.drools.base.rule.accessor.ReadAccessor;
import org.drools.base.rule.consequence.Consequence;
import org.drools.core.rule.consequence.KnowledgeHelper;
import org.drools.mvel.accessors.ClassFieldReader;
import org.jspecify.annotations.Nullable;

/**
 * The right-hand side of a rule, one {@code insertLogical( new X( … ) )}, that makes its record
 * through the generated type table and its arguments as {@link Term}s.
 */
final class DirectConsequence implements Consequence<KnowledgeHelper> {

  private static final Pattern FORM =
      Pattern.compile(
          "\\s*insertLogical\\s*\\(\\s*new\\s+(\\w+)\\s*(\\(.*\\))\\s*\\)\\s*;\\s*",
          Pattern.DOTALL);

  private final RecordType type;
  private final Term.Value[] arguments;

  private DirectConsequence(RecordType type, Term.Value[] arguments) {
    this.type = type;
    this.arguments = arguments;
  }

  /**
   * Gives {@code rule} a direct consequence where the text of its right-hand side allows. Returns
   * whether it does.
   */
  static boolean given(RuleImpl rule, String name, String text) {
    Matcher form = FORM.matcher(text);
    RecordType type = form.matches() ? ConclusionTypes.named(form.group(1)) : null;
    if (type == null || !name.equals(RuleImpl.DEFAULT_CONSEQUENCE_NAME)) {
      return false;
    }
    Map<String, Declaration> declared = rule.getDeclarations();
    var used = new LinkedHashMap<String, Declaration>();
    try {
      arguments(
          type,
          form.group(2),
          word -> {
            Declaration declaration = declared.get(word);
            if (declaration == null) {
              return null;
            }
            used.put(word, declaration);
            return bound(declaration, 0);
          });
      // As the engine hands them over.
      List<String> order =
          used.values().stream()
              .sorted(SortDeclarations.instance)
              .map(Declaration::getIdentifier)
              .toList();
      Term.Value[] arguments =
          arguments(
              type,
              form.group(2),
              word -> {
                Declaration declaration = used.get(word);
                return declaration == null ? null : bound(declaration, order.indexOf(word));
              });
      rule.setRequiredDeclarationsForConsequence(name, order.toArray(String[]::new));
      rule.setConsequence(new DirectConsequence(type, arguments));
      return true;
    } catch (TermParser.NotDirect e) {
      return false;
    }
  }

  private static Term.Value[] arguments(
      RecordType type, String text, Function<String, @Nullable Term> names) {
    return arguments(type, new TermParser(text, names).parseArguments());
  }

  /** What a rule has bound, which the engine hands over at this place. */
  private static Term bound(Declaration declaration, int index) {
    Class<?> type = declaration.getDeclarationClass();
    if (type == int.class || type == long.class) {
      return Term.number((all, tuple, r) -> number(at(all, index), tuple, r));
    }
    if (type == boolean.class) {
      return Term.test((all, tuple, r) -> truth(at(all, index), tuple, r));
    }
    Property property = property(declaration);
    if (property != null) {
      var reader = property.reader();
      return Term.of(type, (all, tuple, r) -> reader.apply(fact(at(all, index), tuple)));
    }
    return Term.of(type, (all, tuple, r) -> object(at(all, index), tuple, r));
  }

  /** What a rule has bound earlier, as a term. */
  static Term term(Declaration declaration) {
    Class<?> type = declaration.getDeclarationClass();
    if (type == int.class || type == long.class) {
      return Term.number((self, tuple, r) -> number(declaration, tuple, r));
    }
    if (type == boolean.class) {
      return Term.test((self, tuple, r) -> truth(declaration, tuple, r));
    }
    Property property = property(declaration);
    if (property != null) {
      var reader = property.reader();
      return Term.of(type, (self, tuple, r) -> reader.apply(fact(declaration, tuple)));
    }
    return Term.of(type, (self, tuple, r) -> object(declaration, tuple, r));
  }

  /** The property that a declaration reads; null when it reads something else. */
  private static @Nullable Property property(Declaration declaration) {
    return declaration.getExtractor() instanceof ClassFieldReader reader
            && declaration.getPattern().getObjectType() instanceof ClassObjectType owner
        ? Members.property(owner.getClassType(), reader.getFieldName())
        : null;
  }

  /** What a rule binds of the fact that {@code owner} yields, as a term. */
  static Term term(Declaration declaration, Term.Value owner) {
    ReadAccessor accessor = declaration.getExtractor();
    Class<?> type = declaration.getDeclarationClass();
    if (type == int.class || type == long.class) {
      return Term.number((self, tuple, r) -> accessor.getLongValue(r, owner.of(self, tuple, r)));
    }
    if (type == boolean.class) {
      return Term.test((self, tuple, r) -> accessor.getBooleanValue(r, owner.of(self, tuple, r)));
    }
    return Term.of(type, (self, tuple, r) -> accessor.getValue(r, owner.of(self, tuple, r)));
  }

  private static Declaration at(@Nullable Object all, int index) {
    if (all instanceof Declaration[] declarations) {
      return declarations[index];
    }
    throw new IllegalStateException("a consequence is evaluated with its declarations");
  }

  private static long number(
      Declaration declaration, @Nullable BaseTuple tuple, ValueResolver resolver) {
    return declaration.getExtractor().getLongValue(resolver, fact(declaration, tuple));
  }

  private static boolean truth(
      Declaration declaration, @Nullable BaseTuple tuple, ValueResolver resolver) {
    return declaration.getExtractor().getBooleanValue(resolver, fact(declaration, tuple));
  }

  private static @Nullable Object object(
      Declaration declaration, @Nullable BaseTuple tuple, ValueResolver resolver) {
    return declaration.getExtractor().getValue(resolver, fact(declaration, tuple));
  }

  private static Object fact(Declaration declaration, @Nullable BaseTuple tuple) {
    if (tuple == null) {
      throw new IllegalStateException(declaration.getIdentifier() + " is not bound here");
    }
    return tuple.get(declaration).getObject();
  }

  private static Term.Value[] arguments(RecordType type, List<Term> terms) {
    List<Property> components = type.components();
    if (components.size() != terms.size()) {
      throw new TermParser.NotDirect("another number of arguments");
    }
    var values = new Term.Value[terms.size()];
    for (int i = 0; i < values.length; i++) {
      Term term = terms.get(i);
      Class<?> wanted = components.get(i).type();
      Term.Number number = term.number();
      if (number != null && wanted == int.class) {
        values[i] = (self, tuple, r) -> Math.toIntExact(number.of(self, tuple, r));
      } else if (number != null ? wanted == long.class : wanted == term.type()) {
        values[i] = term.value();
      } else {
        throw new TermParser.NotDirect("an argument of another type");
      }
    }
    return values;
  }

  @Override
  public String getName() {
    return RuleImpl.DEFAULT_CONSEQUENCE_NAME;
  }

  @Override
  public void evaluate(KnowledgeHelper helper, ValueResolver resolver) {
    Declaration[] declarations = helper.getMatch().getTerminalNode().getRequiredDeclarations();
    BaseTuple tuple = helper.getTuple();
    @Nullable Object[] values = new @Nullable Object[arguments.length];
    for (int i = 0; i < values.length; i++) {
      values[i] = arguments[i].of(declarations, tuple, resolver);
    }
    helper.insertLogical(type.maker().apply(values));
  }
}
