package dev.plumbline.rule;

import dev.plumbline.fact.RecordType.Property;
import java.util.Arrays;
import java.util.Objects;
import java.util.Set;
import org.drools.base.base.ValueResolver;
import org.drools.base.reteoo.BaseTuple;
import org.drools.base.rule.Declaration;
import org.drools.base.rule.accessor.FieldValue;
import org.drools.compiler.rule.builder.EvaluatorWrapper;
import org.drools.mvel.MVELConstraint;
import org.jspecify.annotations.Nullable;
import org.kie.api.runtime.rule.FactHandle;

/**
 * A condition that is evaluated as a {@link Term}. To the engine it is the interpreter's own
 * condition, indexed and shared alike; only the evaluation differs.
 */
final class DirectConstraint extends MVELConstraint {

  private static final long serialVersionUID = 1;

  /** The type of the fact at hand. */
  private final transient Class<?> type;

  /** The literal that the engine hashes by; null where there is none. */
  private final transient @Nullable FieldValue literal;

  /** Names bound in the pattern of this condition: they are read from the fact at hand. */
  private final transient Set<String> local;

  private transient volatile Term.@Nullable Test test;

  private DirectConstraint(
      MVELConstraint like, Declaration[] declarations, Class<?> type, Set<String> local) {
    super(
        like.getPackageNames(),
        like.getExpression(),
        declarations,
        new EvaluatorWrapper[0],
        null,
        like.getConstraintType(),
        like.getLeftIndexExtractor(),
        like.getFieldExtractor(),
        false);
    this.type = type;
    this.local = local;
    this.literal = like.getField();
    setType(like.getType());
  }

  /**
   * A direct condition like {@code interpreted}; the same when its text is left to the interpreter.
   */
  static MVELConstraint of(MVELConstraint interpreted, Class<?> type, Set<String> local) {
    // A unification has a life of its own.
    if (interpreted.isUnification() || interpreted.getOperators().length > 0) {
      return interpreted;
    }
    var direct =
        new DirectConstraint(interpreted, interpreted.getRequiredDeclarations(), type, local);
    try {
      direct.compile();
      return direct;
    } catch (TermParser.NotDirect e) {
      return interpreted;
    }
  }

  private Term.Test compile() {
    return new TermParser(getExpression(), this::name).parse().asTest();
  }

  private @Nullable Term name(String name) {
    for (Declaration declaration : getRequiredDeclarations()) {
      if (declaration.getIdentifier().equals(name)) {
        return local.contains(name)
            ? DirectConsequence.term(declaration, (self, tuple, r) -> self)
            : DirectConsequence.term(declaration);
      }
    }
    if (name.equals("this")) {
      return Term.of(type, (self, tuple, r) -> self);
    }
    Property property = Members.property(type, name);
    return property == null ? null : Members.read(property, (self, tuple, r) -> self);
  }

  @Override
  public @Nullable FieldValue getField() {
    return literal;
  }

  @Override
  protected boolean evaluate(FactHandle handle, ValueResolver resolver, @Nullable BaseTuple tuple) {
    Term.Test direct = test;
    if (direct == null) {
      // Only now are the declarations final: rules that share conditions have theirs replaced.
      direct = compile();
      test = direct;
    }
    return direct.of(handle.getObject(), tuple, resolver);
  }

  @Override
  public void replaceDeclaration(Declaration before, Declaration after) {
    super.replaceDeclaration(before, after);
    test = null;
  }

  @Override
  public DirectConstraint clone() {
    return new DirectConstraint(this, getRequiredDeclarations().clone(), type, local);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    if (this == other) {
      return true;
    }
    return other instanceof DirectConstraint constraint
        && type == constraint.type
        && getExpression().equals(constraint.getExpression())
        && Arrays.equals(
            getRequiredDeclarations(),
            constraint.getRequiredDeclarations(),
            DirectConstraint::unlike);
  }

  /** 0 when both stand for the same property of the same fact. */
  private static int unlike(Declaration one, Declaration other) {
    return one.getTupleIndex() == other.getTupleIndex()
            && Objects.equals(one.getExtractor(), other.getExtractor())
        ? 0
        : 1;
  }

  @Override
  public int hashCode() {
    return getExpression().hashCode();
  }
}
