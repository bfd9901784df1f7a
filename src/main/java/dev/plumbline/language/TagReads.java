package dev.plumbline.language;

import dev.plumbline.conclusion.FindingConclusions.TagUnreadable;
import dev.plumbline.fact.FactTypes;
import dev.plumbline.fact.Tags;
import dev.plumbline.language.Tree.Accumulate;
import dev.plumbline.language.Tree.Annotation;
import dev.plumbline.language.Tree.Bound;
import dev.plumbline.language.Tree.Constraint;
import dev.plumbline.language.Tree.Construction;
import dev.plumbline.language.Tree.Expression;
import dev.plumbline.language.Tree.Group;
import dev.plumbline.language.Tree.Invoke;
import dev.plumbline.language.Tree.Match;
import dev.plumbline.language.Tree.Member;
import dev.plumbline.language.Tree.Name;
import dev.plumbline.language.Tree.Node;
import dev.plumbline.language.Tree.Not;
import dev.plumbline.language.Tree.Null;
import dev.plumbline.language.Tree.OneOf;
import dev.plumbline.language.Tree.Operation;
import dev.plumbline.language.Tree.RuleNode;
import dev.plumbline.language.Tree.Text;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * Rules that read a tag as a time, a version or a number, as in {@code tags.time( "scan-date" )}.
 *
 * <p>What cannot be read decides nothing. The pattern of such a rule matches only what can be read,
 * whatever it does with it: so neither an objection nor a permission follows from the rest. And for
 * the rest, where every other condition of the rule holds, it concludes {@link TagUnreadable}.
 */
public final class TagReads {

  /** The methods of {@link Tags} that read a value as something, by name. */
  private static final Set<String> KINDS = Set.of("number", "time", "version");

  /** What has the tag; a name that rule text cannot have. */
  private static final String TAGGED = "$(tagged)";

  private final RuleNode rule;
  private final Set<Invoke> reads;
  private final Set<String> names = new HashSet<>();

  private TagReads(RuleNode rule) {
    this.rule = rule;
    this.reads = of(rule);
  }

  static boolean isKind(String method) {
    return KINDS.contains(method);
  }

  /**
   * The reads of a rule of which a failure can be reported: of a property of the fact that a
   * pattern matches, by a name that is written out, outside of not, exists, forall, or and
   * accumulate.
   */
  static Set<Invoke> of(RuleNode rule) {
    var reads = new LinkedHashSet<Invoke>();
    for (Node node : rule.when()) {
      if (node instanceof Match match) {
        reads.addAll(of(match));
      }
    }
    return reads;
  }

  private static Set<Invoke> of(Match match) {
    var reads = new LinkedHashSet<Invoke>();
    Class<?> type = Types.byName(match.type());
    if (type != null && FactTypes.named(match.type()) != null) {
      match.constraints().forEach(each -> collect(each.value(), type, reads));
    }
    return reads;
  }

  private static void collect(Expression expression, Class<?> type, Set<Invoke> reads) {
    if (expression instanceof Invoke invoke
        && KINDS.contains(invoke.name())
        && invoke.of() instanceof Name name
        && invoke.arguments().size() == 1
        && invoke.arguments().getFirst() instanceof Text) {
      TypedValue property = Types.property(type, name.name());
      if (property != null && property.type() == Tags.class) {
        reads.add(invoke);
      }
    }
    children(expression).forEach(each -> collect(each, type, reads));
  }

  /** The rule, and for each tag that it reads the rule of those that cannot be read. */
  public static List<RuleNode> split(RuleNode rule) {
    var split = new TagReads(rule);
    return split.reads.isEmpty() ? List.of(rule) : split.rules();
  }

  private List<RuleNode> rules() {
    collectNames();
    var rules = new ArrayList<RuleNode>();
    var when = new ArrayList<Node>();
    for (Node node : rule.when()) {
      when.add(node instanceof Match match ? readable(match) : node);
    }
    rules.add(new RuleNode(rule.name(), rule.at(), rule.annotations(), when, rule.then()));
    var known = new HashSet<String>();
    for (Node node : rule.when()) {
      if (node instanceof Match match) {
        for (Invoke read : of(match)) {
          if (known.add(rule.when().indexOf(node) + Typing.key(read))) {
            rules.add(unreadable(match, read));
          }
        }
      }
    }
    return rules;
  }

  /** The names of what is worked out from a tag that is read. */
  private void collectNames() {
    int before;
    do {
      before = names.size();
      rule.when().forEach(this::collectNames);
    } while (names.size() > before);
  }

  private void collectNames(Node node) {
    switch (node) {
      case Match match -> {
        for (Constraint each : match.constraints()) {
          Bound bound = each.bound();
          if (bound != null && rests(each.value())) {
            names.add(bound.name());
          }
        }
      }
      case Group group -> group.children().forEach(this::collectNames);
      case Accumulate accumulate -> {
        if (rests(accumulate)) {
          accumulate.functions().forEach(each -> names.add(each.bound().name()));
        }
      }
    }
  }

  /** Whether it rests on a tag that is read. */
  private boolean rests(Expression expression) {
    return expression instanceof Invoke invoke && reads.contains(invoke)
        || expression instanceof Name name && names.contains(name.name())
        || children(expression).stream().anyMatch(this::rests);
  }

  private boolean rests(Node node) {
    return switch (node) {
      case Match match -> match.constraints().stream().anyMatch(each -> rests(each.value()));
      case Group group -> group.children().stream().anyMatch(this::rests);
      case Accumulate accumulate ->
          accumulate.source().stream().anyMatch(this::rests)
              || accumulate.functions().stream()
                  .anyMatch(each -> each.of() != null && rests(each.of()))
              || accumulate.tests().stream().anyMatch(this::rests);
    };
  }

  private static Match readable(Match match) {
    var constraints = new ArrayList<Constraint>();
    of(match).forEach(read -> constraints.add(new Constraint(null, compared(read, "!="))));
    constraints.addAll(match.constraints());
    return new Match(match.bound(), match.type(), match.at(), constraints);
  }

  private static Operation compared(Invoke read, String operator) {
    return new Operation(read, operator, read.at(), new Null(read.at()));
  }

  private RuleNode unreadable(Match match, Invoke read) {
    Bound bound = match.bound() == null ? new Bound(TAGGED, match.at()) : match.bound();
    var when = new ArrayList<Node>();
    for (Node node : rule.when()) {
      if (node instanceof Match each) {
        var constraints = new ArrayList<>(each.constraints());
        constraints.removeIf(constraint -> rests(constraint.value()));
        if (node == match) {
          constraints.add(new Constraint(null, compared(read, "==")));
        }
        when.add(
            new Match(node == match ? bound : each.bound(), each.type(), each.at(), constraints));
      } else if (!rests(node)) {
        when.add(node);
      }
    }
    int at = read.at();
    Annotation id = rule.annotations().get("Id");
    Expression tag = read.arguments().getFirst();
    var fact = new Name(bound.name(), at);
    var tags = new Member(fact, ((Name) Objects.requireNonNull(read.of())).name(), at);
    var then =
        new Construction(
            TagUnreadable.class.getSimpleName(),
            at,
            List.of(
                new Text(id == null ? "" : id.value(), at),
                new Member(fact, "key", at),
                tag,
                new Text(read.name(), at),
                new Invoke(tags, "value", at, List.of(tag))));
    return new RuleNode(rule.name(), rule.at(), rule.annotations(), when, then);
  }

  private static List<Expression> children(Expression expression) {
    return switch (expression) {
      case Member member -> List.of(member.of());
      case Invoke invoke -> {
        var children = new ArrayList<>(invoke.arguments());
        if (invoke.of() != null) {
          children.add(invoke.of());
        }
        yield children;
      }
      case Operation operation -> List.of(operation.left(), operation.right());
      case Not not -> List.of(not.of());
      case OneOf oneOf -> {
        var children = new ArrayList<>(oneOf.values());
        children.add(oneOf.left());
        yield children;
      }
      default -> List.of();
    };
  }
}
