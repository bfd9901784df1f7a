package dev.plumbline.language;

import dev.plumbline.language.Tree.Accumulate;
import dev.plumbline.language.Tree.Bound;
import dev.plumbline.language.Tree.Constraint;
import dev.plumbline.language.Tree.Expression;
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
 * Reports patterns that share no key, so that every fact of one is paired with every fact of the
 * other. A join by {@code ==} is an index lookup.
 */
final class JoinCheck {

  private record JoinedPatterns(Set<String> variables, long size, String types) {}

  private final LintReport report;

  JoinCheck(LintReport report) {
    this.report = report;
  }

  void check(RuleNode rule) {
    walk(rule.when(), new ArrayList<>());
  }

  private void walk(List<Node> nodes, List<JoinedPatterns> sides) {
    for (Node node : nodes) {
      switch (node) {
        case Match match -> join(match, sides, true);
        case Accumulate accumulate -> {
          walk(accumulate.source(), new ArrayList<>(sides));
          var results = new HashSet<String>();
          accumulate.functions().forEach(function -> results.add(function.bound().name()));
          // One result per combination joined so far: it connects all of them.
          mergeComponents(sides, sides, results, 1, "");
        }
        case Group group -> {
          if (group.kind() == Group.Kind.AND) {
            walk(group.children(), sides);
          } else if (group.kind() == Group.Kind.OR) {
            group.children().forEach(child -> walk(List.of(child), new ArrayList<>(sides)));
          } else {
            checkExistential(group.children(), new ArrayList<>(sides));
          }
        }
      }
    }
  }

  /** An existential pattern needs only its first match: it is costly only if evaluated per row. */
  private void checkExistential(List<Node> nodes, List<JoinedPatterns> sides) {
    for (Node node : nodes) {
      if (node instanceof Match match) {
        boolean evaluatedPerRow = !sharedVariables(match, sides).isEmpty() || nodes.size() > 1;
        if (evaluatedPerRow) {
          join(match, sides, false);
        }
      } else {
        walk(List.of(node), sides);
      }
    }
  }

  private void join(Match match, List<JoinedPatterns> sides, boolean positive) {
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
        collectEqualities(
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
    List<JoinedPatterns> connected =
        sides.stream().filter(side -> side.variables().stream().anyMatch(keys::contains)).toList();
    long pairs = size[0];
    for (JoinedPatterns side : sides) {
      pairs = Math.min(pairs * side.size(), Long.MAX_VALUE / 1_000_000);
    }
    if (connected.isEmpty()
        && pairs > Sizes.MAX_PAIRS
        && sides.stream().anyMatch(side -> side.size() > 1)) {
      report.error(
          Check.JOIN,
          match.at(),
          match.type()
              + " shares no key with "
              + sides.stream()
                  .filter(side -> side.size() > 1)
                  .map(JoinedPatterns::types)
                  .collect(Collectors.joining(", "))
              + ": in a large cluster about "
              + String.format(java.util.Locale.ROOT, "%,d", pairs)
              + " pairs are tried. Try: join by a key, such as nodeClass == $nodeClass.");
    }
    if (positive) {
      mergeComponents(sides, connected, own, size[0], match.type());
    } else {
      mergeComponents(sides, connected, own, 1, match.type());
    }
  }

  private static void mergeComponents(
      List<JoinedPatterns> sides,
      List<JoinedPatterns> connected,
      Set<String> own,
      long size,
      String type) {
    var joined = List.copyOf(connected);
    var variables = new HashSet<>(own);
    joined.forEach(side -> variables.addAll(side.variables()));
    long largest =
        joined.size() == sides.size() && type.isEmpty()
            ? Math.min(product(joined), Sizes.MAX_PAIRS)
            : Math.max(size, joined.stream().mapToLong(JoinedPatterns::size).max().orElse(1));
    String types =
        joined.stream()
            .map(JoinedPatterns::types)
            .filter(each -> !each.isEmpty())
            .collect(Collectors.joining(" and "));
    sides.removeAll(joined);
    sides.add(
        new JoinedPatterns(
            variables,
            largest,
            types.isEmpty() ? type : type.isEmpty() ? types : types + " and " + type));
  }

  private static long product(List<JoinedPatterns> sides) {
    long product = 1;
    for (JoinedPatterns side : sides) {
      product = Math.min(product * side.size(), Sizes.MAX_PAIRS);
    }
    return product;
  }

  private static Set<String> sharedVariables(Match match, List<JoinedPatterns> sides) {
    var shared = new HashSet<String>();
    match.constraints().forEach(constraint -> shared.addAll(variables(constraint.value())));
    shared.removeIf(name -> sides.stream().noneMatch(side -> side.variables().contains(name)));
    return shared;
  }

  private static void collectEqualities(Expression expression, Consumer<Operation> sink) {
    if (expression instanceof Operation operation) {
      if (operation.operator().equals("&&")) {
        collectEqualities(operation.left(), sink);
        collectEqualities(operation.right(), sink);
      } else if (operation.operator().equals("==")) {
        sink.accept(operation);
      }
    }
  }

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
        // Literals reference nothing.
      }
    }
  }
}
