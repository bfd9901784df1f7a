package dev.plumbline.rule;

import dev.plumbline.rule.lint.Types;
import java.io.IOException;
import java.net.URL;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.mvel2.compiler.AbstractParser;

/**
 * What a rule base can see: the types that rules may name, and what the engine asks for itself. The
 * linter refuses everything else before; this holds where it would not.
 */
final class RuleClassLoader extends ClassLoader {

  /** Values and collections, and what the engine's readers are made of. */
  private static final Set<String> VALUES =
      Set.of(
          "java.lang.Boolean",
          "java.lang.Byte",
          "java.lang.CharSequence",
          "java.lang.Character",
          "java.lang.Class",
          "java.lang.Comparable",
          "java.lang.Double",
          "java.lang.Enum",
          "java.lang.Float",
          "java.lang.Integer",
          "java.lang.Iterable",
          "java.lang.Long",
          "java.lang.Number",
          "java.lang.Object",
          "java.lang.Record",
          "java.lang.RuntimeException",
          "java.lang.Short",
          "java.lang.String",
          "java.math.BigDecimal",
          "java.math.BigInteger",
          "java.time.Duration",
          "java.time.Instant",
          "java.util.ArrayList",
          "java.util.Collection",
          "java.util.HashMap",
          "java.util.HashSet",
          "java.util.List",
          "java.util.Map",
          "java.util.Set");

  /** What the engine loads by name for every rule. */
  private static final Set<String> ENGINE =
      Set.of(
          "org.drools.compiler.rule.builder.EvaluatorWrapper",
          "org.drools.core.rule.consequence.KnowledgeHelper",
          "org.kie.api.definition.rule.All",
          "org.kie.api.definition.rule.Direct",
          "org.kie.api.definition.rule.Propagation",
          "org.kie.api.definition.rule.Rule",
          "org.kie.api.definition.rule.Unit",
          "org.kie.api.definition.rule.Watch",
          "org.kie.api.runtime.rule.RuleContext");

  /** The engine's own readers, functions to accumulate with, and operators. */
  private static final List<String> FUNCTIONS =
      List.of(
          "org.drools.base.base.",
          "org.drools.core.base.accumulators.",
          "org.drools.mvel.accessors.",
          "org.drools.mvel.evaluators.");

  private static final String SETTINGS = "META-INF/kie.";

  private static final Set<String> LITERALS =
      Set.of("Boolean", "Double", "Integer", "Long", "Number", "Object", "String");

  private final ClassLoader all = RuleSet.class.getClassLoader();

  RuleClassLoader() {
    super("rules", null);
    // Not when this class is loaded, which may be long before, when an image is built.
    takeOutLiterals();
  }

  /** The interpreter knows System, Runtime, Class, Thread … without any import: no more. */
  private static synchronized void takeOutLiterals() {
    AbstractParser.setupParser();
    AbstractParser.LITERALS.entrySet().removeIf(each -> refused(each.getKey(), each.getValue()));
    AbstractParser.CLASS_LITERALS
        .entrySet()
        .removeIf(each -> refused(each.getKey(), each.getValue()));
  }

  private static boolean refused(String name, @Nullable Object value) {
    return value instanceof Class<?> type && !type.isPrimitive() && !LITERALS.contains(name);
  }

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    if (VALUES.contains(name)
        || ENGINE.contains(name)
        || FUNCTIONS.stream().anyMatch(name::startsWith)
        || Types.allows(name)) {
      return all.loadClass(name);
    }
    throw new ClassNotFoundException(name);
  }

  /** The engine's own settings, in which it names its functions and operators. */
  @Override
  public @Nullable URL getResource(String name) {
    return name.startsWith(SETTINGS) ? all.getResource(name) : null;
  }

  @Override
  public Enumeration<URL> getResources(String name) throws IOException {
    return name.startsWith(SETTINGS) ? all.getResources(name) : Collections.emptyEnumeration();
  }
}
