package dev.plumbline.rule;

import java.io.Serializable;
import java.util.Set;
import java.util.function.Function;
import org.drools.base.base.ValueResolver;
import org.drools.base.reteoo.BaseTuple;
import org.drools.base.rule.Declaration;
import org.drools.base.rule.accessor.Accumulator;
import org.jspecify.annotations.Nullable;
import org.kie.api.runtime.rule.AccumulateFunction;
import org.kie.api.runtime.rule.FactHandle;

/**
 * A function of an {@code accumulate} whose argument is evaluated as a {@link Term}; everything
 * else is the interpreter's, the argument too where its text does not allow.
 */
final class DirectAccumulator implements Accumulator {

  /** Those whose kind does not hang on the type of their argument. */
  static final Set<String> FUNCTIONS = Set.of("collectList", "collectSet", "count");

  private final Accumulator interpreted;
  private final AccumulateFunction<Serializable> function;
  private final String argument;
  private final boolean fromTuple;
  private volatile @Nullable Compiled compiled;

  /**
   * An argument for one place in the network.
   *
   * @param inner what the source binds there
   * @param outer what the rule has bound before
   * @param value the argument; null when it is left to the interpreter
   */
  private record Compiled(Declaration[] inner, Declaration[] outer, Term.@Nullable Value value) {}

  /**
   * Like {@code interpreted}.
   *
   * @param fromTuple whether the source is a group: what it binds is then found in the match
   */
  DirectAccumulator(
      Accumulator interpreted,
      AccumulateFunction<Serializable> function,
      String argument,
      boolean fromTuple) {
    this.interpreted = interpreted;
    this.function = function;
    this.argument = argument;
    this.fromTuple = fromTuple;
  }

  @Override
  public Object accumulate(
      Object memory,
      Object context,
      BaseTuple match,
      FactHandle handle,
      Declaration[] outer,
      Declaration[] inner,
      ValueResolver resolver) {
    Compiled known = compiled;
    if (known == null || known.inner() != inner || known.outer() != outer) {
      known = new Compiled(inner, outer, compile(inner, outer));
      compiled = known;
    }
    Term.Value value = known.value();
    return value == null
        ? interpreted.accumulate(memory, context, match, handle, outer, inner, resolver)
        : function.accumulateValue(
            (Serializable) context, value.of(handle.getObject(), match, resolver));
  }

  private Term.@Nullable Value compile(Declaration[] inner, Declaration[] outer) {
    Function<String, @Nullable Term> names =
        name -> {
          Declaration here = named(name, inner);
          Declaration before = here == null ? named(name, outer) : null;
          if (here != null && !fromTuple) {
            return DirectConsequence.term(here, (self, tuple, r) -> self);
          }
          Declaration matched = here != null ? here : before;
          return matched == null ? null : DirectConsequence.term(matched);
        };
    try {
      Term term = new TermParser(argument, names).parse();
      // Numbers would be boxed as another type than the interpreter boxes them.
      return term.number() != null || term.test() != null ? null : term.value();
    } catch (TermParser.NotDirect e) {
      return null;
    }
  }

  private static @Nullable Declaration named(String name, Declaration[] declarations) {
    for (Declaration declaration : declarations) {
      if (declaration.getIdentifier().equals(name)) {
        return declaration;
      }
    }
    return null;
  }

  @Override
  public Object createWorkingMemoryContext() {
    return interpreted.createWorkingMemoryContext();
  }

  @Override
  public Object createContext() {
    return interpreted.createContext();
  }

  @Override
  public Object init(
      Object memory,
      Object context,
      BaseTuple match,
      Declaration[] declarations,
      ValueResolver resolver) {
    return interpreted.init(memory, context, match, declarations, resolver);
  }

  @Override
  public boolean supportsReverse() {
    return interpreted.supportsReverse();
  }

  @Override
  public boolean tryReverse(
      Object memory,
      Object context,
      BaseTuple match,
      FactHandle handle,
      Object value,
      Declaration[] outer,
      Declaration[] inner,
      ValueResolver resolver) {
    return interpreted.tryReverse(memory, context, match, handle, value, outer, inner, resolver);
  }

  @Override
  public Object getResult(
      Object memory,
      Object context,
      BaseTuple match,
      Declaration[] declarations,
      ValueResolver resolver) {
    return interpreted.getResult(memory, context, match, declarations, resolver);
  }

  @Override
  public Declaration[] getRequiredDeclarations() {
    return interpreted.getRequiredDeclarations();
  }

  @Override
  public void replaceDeclaration(Declaration before, Declaration after) {
    interpreted.replaceDeclaration(before, after);
    compiled = null;
  }
}
