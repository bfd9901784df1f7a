package dev.plumbline.why;

import dev.plumbline.conclusion.Conclusion;
import dev.plumbline.conclusion.ConclusionTypes;
import dev.plumbline.engine.Derivation;
import dev.plumbline.fact.Durations;
import dev.plumbline.fact.Fact;
import dev.plumbline.fact.Labels;
import dev.plumbline.fact.RecordType;
import dev.plumbline.fact.RecordType.Property;
import dev.plumbline.language.Tree;
import dev.plumbline.language.Tree.Expression;
import dev.plumbline.language.Tree.Invoke;
import dev.plumbline.language.Tree.Member;
import dev.plumbline.language.Tree.Name;
import dev.plumbline.language.Tree.Operation;
import dev.plumbline.why.Condition.Operand;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Values, conclusions and tests as people are shown them. */
public final class DisplayText {

  private static final int MAX_LENGTH = 160;

  private static final Pattern VARIABLE = Pattern.compile("\\$\\w+");

  private DisplayText() {}

  public static String value(@Nullable Object value) {
    return switch (value) {
      case null -> "";
      case Duration duration -> Durations.text(duration);
      case Fact fact -> fact.key();
      case Conclusion conclusion -> conclusion(conclusion);
      case Collection<?> all ->
          all.stream().map(DisplayText::value).sorted().collect(Collectors.joining(", ", "[", "]"));
      default -> value.toString();
    };
  }

  /** A value as text, cut where it is long. */
  public static String brief(@Nullable Object value) {
    if (value == null) {
      return "nothing";
    }
    if (value instanceof Labels labels) {
      return labels.map().size() + " labels";
    }
    String text = value(value);
    return text.isEmpty()
        ? "\"\""
        : text.length() <= MAX_LENGTH ? text : text.substring(0, MAX_LENGTH - 1) + "…";
  }

  /** {@code InstanceTypeUsable nodePool=gpu instanceType=g5.xlarge ami=ami-1}. */
  public static String conclusion(Conclusion conclusion) {
    RecordType type = Objects.requireNonNull(ConclusionTypes.of(conclusion.getClass()));
    var text = new StringBuilder(type.name());
    for (Property component : type.components()) {
      Object value = component.reader().apply(conclusion);
      if (value != null) {
        String shown = brief(value);
        boolean words = value instanceof String && shown.chars().anyMatch(Character::isWhitespace);
        text.append(' ')
            .append(component.name())
            .append('=')
            .append(words ? '"' + shown + '"' : shown);
      }
    }
    return text.toString();
  }

  static String test(Condition.Test test, @Nullable Object[] frame) {
    return VARIABLE
        .matcher(test.text())
        .replaceAll(
            found -> {
              for (Operand operand : test.operands()) {
                if (operand.name().equals(found.group())) {
                  Object value = operand.value().of(frame);
                  if (value == null) {
                    break;
                  }
                  String text = brief(value);
                  return Matcher.quoteReplacement(
                      text.length() > 60 || value instanceof Fact || value instanceof Labels
                          ? found.group().substring(1)
                          : value instanceof String ? '"' + text + '"' : text);
                }
              }
              return Matcher.quoteReplacement(found.group());
            });
  }

  static String condition(Condition condition, @Nullable Object[] frame) {
    return switch (condition) {
      case Condition.Pattern one -> {
        String tests =
            one.steps().stream()
                .filter(Condition.Test.class::isInstance)
                .map(step -> test((Condition.Test) step, frame))
                .collect(Collectors.joining(", "));
        yield one.type().name() + (tests.isEmpty() ? "" : "( " + tests + " )");
      }
      case Condition.Group group -> {
        String children =
            group.children().stream()
                .map(child -> condition(child, frame))
                .collect(Collectors.joining(group.kind() == Tree.Group.Kind.OR ? " or " : " and "));
        yield switch (group.kind()) {
          case NOT -> "no " + children;
          case EXISTS -> "some " + children;
          case FORALL -> "all " + children;
          case AND, OR -> children;
        };
      }
      case Condition.Accumulate accumulate -> {
        String source =
            accumulate.source().stream()
                .map(child -> condition(child, frame))
                .collect(Collectors.joining(" and "));
        yield accumulate.folds().stream()
                .map(
                    fold ->
                        fold.variable().substring(1)
                            + " "
                            + brief(frame[fold.slot()])
                            + " ("
                            + fold.function()
                            + ")")
                .collect(Collectors.joining(", "))
            + " of "
            + source;
      }
    };
  }

  /** The conditions of a derivation that leave no trace in it: what is absent, there, counted. */
  public static List<String> silent(CompiledRule form, Derivation derivation, World world) {
    @Nullable Object[] frame = ConditionMatcher.frameOf(form, derivation, world);
    if (frame == null) {
      return List.of();
    }
    return form.when().stream()
        .filter(
            each ->
                each instanceof Condition.Accumulate
                    || each instanceof Condition.Group group && silent(group.kind()))
        .map(each -> condition(each, frame))
        .toList();
  }

  private static boolean silent(Tree.Group.Kind kind) {
    return kind != Tree.Group.Kind.AND && kind != Tree.Group.Kind.OR;
  }

  static String expression(Expression expression) {
    return switch (expression) {
      case Tree.Text text -> '"' + text.value() + '"';
      case Tree.Number number -> number.digits();
      case Tree.BooleanLiteral truth -> String.valueOf(truth.value());
      case Tree.Null none -> "null";
      case Name name -> name.name();
      case Member member -> expression(member.of()) + "." + member.name();
      case Invoke invoke ->
          (invoke.of() == null ? "" : expression(invoke.of()) + ".")
              + invoke.name()
              + invoke.arguments().stream()
                  .map(DisplayText::expression)
                  .collect(Collectors.joining(", ", "( ", " )"))
                  .replace("(  )", "()");
      case Tree.Not not -> "! " + inner(not.of());
      case Tree.OneOf oneOf ->
          expression(oneOf.left())
              + (oneOf.negated() ? " not in ( " : " in ( ")
              + oneOf.values().stream()
                  .map(DisplayText::expression)
                  .collect(Collectors.joining(", "))
              + " )";
      case Operation operation ->
          inner(operation.left()) + " " + operation.operator() + " " + inner(operation.right());
    };
  }

  private static String inner(Expression expression) {
    return expression instanceof Operation operation
            && (operation.operator().equals("&&") || operation.operator().equals("||"))
        ? "( " + expression(expression) + " )"
        : expression(expression);
  }
}
