package dev.plumbline.rule;

import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.drools.base.base.ClassObjectType;
import org.drools.base.base.ValueType;
import org.drools.base.rule.Declaration;
import org.drools.base.rule.Pattern;
import org.drools.base.rule.RuleConditionElement;
import org.drools.base.rule.accessor.FieldValue;
import org.drools.base.rule.accessor.ReadAccessor;
import org.drools.base.rule.constraint.Constraint;
import org.drools.compiler.compiler.AnalysisResult;
import org.drools.compiler.rule.builder.EvaluatorWrapper;
import org.drools.compiler.rule.builder.RuleBuildContext;
import org.drools.drl.ast.descr.LiteralRestrictionDescr;
import org.drools.drl.ast.descr.OperatorDescr;
import org.drools.drl.ast.descr.PredicateDescr;
import org.drools.drl.ast.descr.RelationalExprDescr;
import org.drools.mvel.MVELConstraint;
import org.drools.mvel.MVELConstraintBuilder;

/**
 * Builds every condition as the interpreter does, errors and all, and then takes a {@link
 * DirectConstraint} in its place where its text allows. Found by the engine through {@code
 * META-INF/services}.
 */
public final class DirectConstraints extends MVELConstraintBuilder {

  @Override
  public int servicePriority() {
    return 100;
  }

  @Override
  public Constraint buildVariableConstraint(
      RuleBuildContext context,
      Pattern pattern,
      String expression,
      Declaration[] declarations,
      String leftValue,
      OperatorDescr operator,
      String rightValue,
      ReadAccessor extractor,
      Declaration required,
      RelationalExprDescr relation,
      Map<String, OperatorDescr> aliases) {
    Constraint constraint =
        super.buildVariableConstraint(
            context,
            pattern,
            expression,
            declarations,
            leftValue,
            operator,
            rightValue,
            extractor,
            required,
            relation,
            aliases);
    Set<String> local =
        Arrays.stream(declarations)
            .filter(d -> d.getPattern() == pattern)
            .map(Declaration::getIdentifier)
            .collect(Collectors.toUnmodifiableSet());
    return direct(constraint, pattern, local);
  }

  @Override
  public Constraint buildLiteralConstraint(
      RuleBuildContext context,
      Pattern pattern,
      ValueType type,
      FieldValue field,
      String expression,
      String leftValue,
      String operator,
      boolean negated,
      String rightValue,
      ReadAccessor extractor,
      LiteralRestrictionDescr literal,
      Map<String, OperatorDescr> aliases) {
    Constraint constraint =
        super.buildLiteralConstraint(
            context,
            pattern,
            type,
            field,
            expression,
            leftValue,
            operator,
            negated,
            rightValue,
            extractor,
            literal,
            aliases);
    return direct(constraint, pattern, Set.of());
  }

  @Override
  public Constraint buildMvelConstraint(
      String packageName,
      String expression,
      Declaration[] declarations,
      EvaluatorWrapper[] operators,
      RuleBuildContext context,
      Declaration[] previous,
      Declaration[] local,
      PredicateDescr predicate,
      AnalysisResult analysis,
      boolean dynamic) {
    Constraint constraint =
        super.buildMvelConstraint(
            packageName,
            expression,
            declarations,
            operators,
            context,
            previous,
            local,
            predicate,
            analysis,
            dynamic);
    RuleConditionElement element = context.getDeclarationResolver().peekBuildStack();
    Set<String> names =
        Arrays.stream(local)
            .map(Declaration::getIdentifier)
            .collect(Collectors.toUnmodifiableSet());
    return element instanceof Pattern pattern ? direct(constraint, pattern, names) : constraint;
  }

  private static Constraint direct(Constraint constraint, Pattern pattern, Set<String> local) {
    return constraint instanceof MVELConstraint interpreted
            && pattern.getObjectType() instanceof ClassObjectType type
        ? DirectConstraint.of(interpreted, type.getClassType(), local)
        : constraint;
  }
}
