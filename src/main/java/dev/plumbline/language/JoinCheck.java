package dev.plumbline.language;

import dev.plumbline.language.Tree.Bound;
import dev.plumbline.language.Tree.Constraint;
import dev.plumbline.language.Tree.Expression;
import dev.plumbline.language.Tree.Gather;
import dev.plumbline.language.Tree.Group;
import dev.plumbline.language.Tree.Invoke;
import dev.plumbline.language.Tree.Match;
import dev.plumbline.language.Tree.Member;
import dev.plumbline.language.Tree.Name;
import dev.plumbline.language.Tree.Node;
import dev.plumbline.language.Tree.Not;
import dev.plumbline.language.Tree.OneOf;
import dev.plumbline.language.Tree.Operation;
import dev.plumbline.language.Tree.RuleNode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * Patterns that share no key: every fact of the one is tried with every fact of the other. What is
 * joined by {@code ==} is looked up.
 */
final class JoinCheck {

  /** Patterns that share keys, with the size of the largest. */
  private record Side(Set<String> variables, long size, String types) {}

  private final LintReport report;

  JoinCheck(LintReport report) {
    this.report = report;
  }

  void check(RuleNode rule) {
    walk(rule.when(), new ArrayList<>());
  }

  private void walk(List<Node> nodes, List<Side> sides) {
    for (Node node : nodes) {
      switch (node) {
        case Match match -> join(match, sides, true);
        case Gather gather -> {
          walk(gather.source(), new ArrayList<>(sides));
          var results = new HashSet<String>();
          gather.functions().forEach(function -> results.add(function.bound().name()));
          // There is one result for what was joined so far: it belongs to all of it.
          merge(sides, sides, results, 1, "");
        }
        case Group group -> {
          if (group.kind() == Group.Kind.AND) {
            walk(group.children(), sides);
          } else if (group.kind() == Group.Kind.OR) {
            group.children().forEach(child -> walk(List.of(child), new ArrayList<>(sides)));
          } else {
            absent(group.children(), new ArrayList<>(sides));
          }
        }
      }
    }
  }

  /**
   * Of what must be there or not, one is enough: it costs only when it is tried again each time.
   */
  private void absent(List<Node> nodes, List<Side> sides) {
    for (Node node : nodes) {
      if (node instanceof Match match) {
        boolean asked = !named(match, sides).isEmpty() || nodes.size() > 1;
        if (asked) {
          join(match, sides, false);
        }
      } else {
        walk(List.of(node), sides);
      }
    }
  }

  private void join(Match match, List<Side> sides, boolean positive) {
    var keys = new HashSet<String>();
    var own = new HashSet<String>();
    long[] size = {Sizes.of(match.type())};
    if (match.bound() != null) {
      own.add(match.bound().name());
    }
    for (Constraint constraint : match.constraints()) {
      Bound bound = constraint.bound();
      if (bound != null) {
        own.add(bound.name());
      }
    }
    for (Constraint constraint : match.constraints()) {
      if (constraint.bound() == null) {
        equalities(
            constraint.value(),
            operation -> {
              Set<String> right = variables(operation.right());
              Set<String> left = variables(operation.left());
              right.removeAll(own);
              left.removeAll(own);
              if (left.isEmpty() != right.isEmpty()) {
                keys.addAll(left);
                keys.addAll(right);
              } else if (left.isEmpty()) {
                size[0] = Math.max(size[0] / 10, 1);
              }
            });
      }
    }
    List<Side> met =
        sides.stream().filter(side -> side.variables().stream().anyMatch(keys::contains)).toList();
    long tried = size[0];
    for (Side side : sides) {
      tried = Math.min(tried * side.size(), Long.MAX_VALUE / 1_000_000);
    }
    if (met.isEmpty() && tried > Sizes.MOST && sides.stream().anyMatch(side -> side.size() > 1)) {
      report.error(
          Check.JOIN,
          match.at(),
          match.type()
              + " shares no key with "
              + sides.stream()
                  .filter(side -> side.size() > 1)
                  .map(Side::types)
                  .collect(Collectors.joining(", "))
              + ": in a large cluster about "
              + String.format(java.util.Locale.ROOT, "%,d", tried)
              + " pairs are tried. Maybe join by a key, such as nodeClass == $nodeClass.");
    }
    if (positive) {
      merge(sides, met, own, size[0], match.type());
    } else {
      merge(sides, met, own, 1, match.type());
    }
  }

  private static void merge(
      List<Side> sides, List<Side> met, Set<String> own, long size, String type) {
    var joined = List.copyOf(met);
    var variables = new HashSet<>(own);
    joined.forEach(side -> variables.addAll(side.variables()));
    long largest =
        joined.size() == sides.size() && type.isEmpty()
            ? Math.min(product(joined), Sizes.MOST)
            : Math.max(size, joined.stream().mapToLong(Side::size).max().orElse(1));
    String types =
        joined.stream()
            .map(Side::types)
            .filter(each -> !each.isEmpty())
            .collect(Collectors.joining(" and "));
    sides.removeAll(joined);
    sides.add(
        new Side(
            variables,
            largest,
            types.isEmpty() ? type : type.isEmpty() ? types : types + " and " + type));
  }

  private static long product(List<Side> sides) {
    long product = 1;
    for (Side side : sides) {
      product = Math.min(product * side.size(), Sizes.MOST);
    }
    return product;
  }

  private static Set<String> named(Match match, List<Side> sides) {
    var named = new HashSet<String>();
    match.constraints().forEach(constraint -> named.addAll(variables(constraint.value())));
    named.removeIf(name -> sides.stream().noneMatch(side -> side.variables().contains(name)));
    return named;
  }

  /** The comparisons with {@code ==} that all must hold. */
  private static void equalities(Expression expression, Consumer<Operation> sink) {
    if (expression instanceof Operation operation) {
      if (operation.operator().equals("&&")) {
        equalities(operation.left(), sink);
        equalities(operation.right(), sink);
      } else if (operation.operator().equals("==")) {
        sink.accept(operation);
      }
    }
  }

  /** The variables that an expression names. */
  static Set<String> variables(Expression expression) {
    var found = new HashSet<String>();
    collect(expression, found);
    return found;
  }

  private static void collect(Expression expression, Set<String> found) {
    switch (expression) {
      case Name name -> {
        if (name.name().startsWith("$")) {
          found.add(name.name());
        }
      }
      case Member member -> collect(member.of(), found);
      case Invoke invoke -> {
        if (invoke.of() != null) {
          collect(invoke.of(), found);
        }
        invoke.arguments().forEach(each -> collect(each, found));
      }
      case Not not -> collect(not.of(), found);
      case OneOf oneOf -> {
        collect(oneOf.left(), found);
        oneOf.values().forEach(each -> collect(each, found));
      }
      case Operation operation -> {
        collect(operation.left(), found);
        collect(operation.right(), found);
      }
      default -> {
        // Literals name nothing.
      }
    }
  }
}
