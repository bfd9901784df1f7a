package dev.plumbline.engine;

import dev.plumbline.engine.SettleBudget.Meter;
import dev.plumbline.language.CompiledExpression;
import java.util.List;
import java.util.Objects;
import org.drools.base.base.ValueResolver;
import org.drools.base.reteoo.BaseTuple;
import org.drools.base.rule.Declaration;
import org.drools.base.rule.accessor.Accumulator;
import org.jspecify.annotations.Nullable;
import org.kie.api.runtime.rule.FactHandle;

/**
 * All functions of one accumulate combined, over any number of variables, where the model's own
 * function takes one; the result is an array of their results.
 */
final class Accumulation implements Accumulator {

  /**
   * A function.
   *
   * @param whole whether its argument is a whole number, never null
   * @param value its argument; null for {@code count()}
   */
  record Function(String name, boolean whole, CompiledExpression.@Nullable Value value) {}

  /**
   * What is accumulated.
   *
   * @param own the variable of the source where that is one pattern; null where it is a group
   * @param meter of one of the rules that share it
   */
  record What(
      List<Function> functions,
      List<String> names,
      @Nullable String own,
      boolean asArray,
      Meter meter) {}

  /** What was added to each function. */
  private record Different(@Nullable Object[] values) {}

  /** Where the variables are, for one place in the network; null: the source's own. */
  private record Places(Declaration[] outer, Declaration[] inner, @Nullable Declaration[] at) {}

  private final String id;
  private final What what;
  private final boolean reversible;
  private final Meter meter;
  private volatile @Nullable Places places;

  /**
   * @param id by which the engine shares it between rules
   */
  Accumulation(String id, What what) {
    this.id = id;
    this.what = what;
    this.meter = what.meter();
    this.reversible = what.functions().stream().allMatch(Accumulation::isReversible);
  }

  String id() {
    return id;
  }

  private static boolean isReversible(Function function) {
    return switch (function.name()) {
      case "count", "collectList", "collectSet" -> true;
      // What was added to a sum of fractions cannot be taken away without a trace.
      case "sum" -> function.whole();
      default -> false;
    };
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Accumulation accumulation
        && accumulation.id.equals(id)
        && accumulation.what.names().equals(what.names())
        && Objects.equals(accumulation.what.own(), what.own());
  }

  @Override
  public int hashCode() {
    return id.hashCode();
  }

  @Override
  public @Nullable Object createWorkingMemoryContext() {
    return null;
  }

  @Override
  public Object createContext() {
    Fold[] folds = new Fold[what.functions().size()];
    for (int i = 0; i < folds.length; i++) {
      Function function = what.functions().get(i);
      Fold fold = Fold.of(function.name(), function.whole());
      folds[i] = function.value() == null ? fold : new Fold.Guarded(fold);
    }
    return folds;
  }

  @Override
  public Object init(
      Object memory,
      Object context,
      BaseTuple match,
      Declaration[] declarations,
      ValueResolver resolver) {
    for (Fold fold : (Fold[]) context) {
      fold.clear();
    }
    return context;
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
    meter.count();
    Places known = places;
    if (known == null || known.inner() != inner || known.outer() != outer) {
      known = find(outer, inner);
      places = known;
    }
    Fold[] folds = (Fold[]) context;
    if (folds.length == 1) {
      Object value = value(0, known, match, handle);
      folds[0].add(value);
      return value == null ? Fold.NOTHING : value;
    }
    @Nullable Object[] values = new @Nullable Object[folds.length];
    boolean same = true;
    for (int i = 0; i < folds.length; i++) {
      values[i] = value(i, known, match, handle);
      folds[i].add(values[i]);
      same &= values[i] == values[0];
    }
    // The engine keeps it for as long as the match: nearly always functions share the argument.
    return !same ? new Different(values) : values[0] == null ? Fold.NOTHING : values[0];
  }

  private @Nullable Object value(int function, Places places, BaseTuple match, FactHandle handle) {
    CompiledExpression.Value value = what.functions().get(function).value();
    if (value == null) {
      return null;
    }
    try {
      return value(value, places, match, handle);
    } catch (ArithmeticException e) {
      return Fold.NOT_CALCULATED;
    } catch (RuntimeException e) {
      throw meter.failed(e);
    }
  }

  private @Nullable Object value(
      CompiledExpression.Value value, Places places, BaseTuple match, FactHandle handle) {
    int size = places.at().length;
    if (what.asArray()) {
      @Nullable Object[] all = new @Nullable Object[size];
      for (int i = 0; i < size; i++) {
        all[i] = at(i, places, match, handle);
      }
      return value.of(all, null, null, null, null);
    }
    return value.of(
        size > 0 ? at(0, places, match, handle) : null,
        size > 1 ? at(1, places, match, handle) : null,
        size > 2 ? at(2, places, match, handle) : null,
        size > 3 ? at(3, places, match, handle) : null,
        size > 4 ? at(4, places, match, handle) : null);
  }

  private static @Nullable Object at(
      int variable, Places places, BaseTuple match, FactHandle handle) {
    Declaration declaration = places.at()[variable];
    Object self = handle.getObject();
    if (declaration == null) {
      return self;
    }
    // The match of a group is handed over as a fact.
    BaseTuple tuple = self instanceof BaseTuple group ? group : match;
    return tuple.get(declaration).getObject();
  }

  private Places find(Declaration[] outer, Declaration[] inner) {
    List<String> names = what.names();
    @Nullable Declaration[] at = new @Nullable Declaration[names.size()];
    for (int i = 0; i < at.length; i++) {
      String name = names.get(i);
      if (!name.equals(what.own())) {
        Declaration here = named(name, inner);
        at[i] = Objects.requireNonNull(here != null ? here : named(name, outer), name);
      }
    }
    return new Places(outer, inner, at);
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
  public boolean supportsReverse() {
    return reversible;
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
    if (!reversible) {
      return false;
    }
    Fold[] folds = (Fold[]) context;
    for (int i = 0; i < folds.length; i++) {
      Object each = value instanceof Different all ? all.values()[i] : value;
      folds[i].remove(each == Fold.NOTHING ? null : each);
    }
    return true;
  }

  /** Null, so that nothing matches, where the only function yields null. */
  @Override
  public @Nullable Object getResult(
      Object memory,
      Object context,
      BaseTuple match,
      Declaration[] declarations,
      ValueResolver resolver) {
    Fold[] folds = (Fold[]) context;
    @Nullable Object[] results = new @Nullable Object[folds.length];
    for (int i = 0; i < results.length; i++) {
      results[i] = folds[i].result();
    }
    return results.length == 1 && results[0] == null ? null : results;
  }

  @Override
  public Declaration[] getRequiredDeclarations() {
    return new Declaration[0];
  }

  @Override
  public void replaceDeclaration(Declaration before, Declaration after) {
    places = null;
  }
}
