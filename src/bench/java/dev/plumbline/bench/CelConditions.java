package dev.plumbline.bench;

import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.CelValidationException;
import dev.cel.common.types.CelType;
import dev.cel.common.types.ListType;
import dev.cel.common.types.SimpleType;
import dev.cel.compiler.CelCompiler;
import dev.cel.compiler.CelCompilerBuilder;
import dev.cel.compiler.CelCompilerFactory;
import dev.cel.parser.CelStandardMacro;
import dev.cel.runtime.CelEvaluationException;
import dev.cel.runtime.CelRuntime;
import dev.cel.runtime.CelVariableResolver;
import dev.plumbline.conclusion.ImageConclusions.AmiServes;
import dev.plumbline.fact.Images.Ami;
import dev.plumbline.fact.InstanceTypes.InstanceType;
import dev.plumbline.fact.Operator;
import dev.plumbline.fact.Pools.NodePool;
import dev.plumbline.fact.Requirement;
import dev.plumbline.fact.Requirements;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * In CEL: one expression for each pool and for each image, as one would write it by hand, over one
 * variable for each label. The variables of a type are made once, and so is a program of each text.
 */
final class CelConditions implements Conditions {

  private static final String ZONE = "topology.kubernetes.io/zone";
  private static final String ELIGIBLE =
      "state == 'available' && architecture in ['x86_64', 'arm64']"
          + " && virtualization in ['', 'hvm'] && root_device in ['', 'ebs']";

  private static final int MAX_FACTS = 1_000;

  private final UsableFacts facts;
  private final CelCompiler compiler;
  private final CelRuntime runtime;
  private final Map<String, CelType> labels = new TreeMap<>();
  private final Map<String, CelVariableResolver> types = new HashMap<>();
  private final Map<String, CelRuntime.Program> programs = new HashMap<>();

  /** By identity, so that no evaluation pays for the hash of requirements. */
  private final Map<Object, CelRuntime.Program> byFact = new IdentityHashMap<>();

  CelConditions(UsableFacts facts, CelRuntime runtime) {
    this.facts = facts;
    this.runtime = runtime;
    facts.types().stream()
        .flatMap(type -> type.labels().map().keySet().stream())
        .distinct()
        .forEach(key -> labels.put(key, type(key)));
    CelCompilerBuilder builder =
        CelCompilerFactory.standardCelCompilerBuilder()
            .setStandardMacros(CelStandardMacro.STANDARD_MACROS)
            .setResultType(SimpleType.BOOL)
            .addVar("zones", ListType.create(SimpleType.STRING));
    for (String each : List.of("state", "architecture", "virtualization", "root_device")) {
      builder.addVar(each, SimpleType.STRING);
    }
    labels.forEach((key, type) -> builder.addVar(variable(key), type));
    compiler = builder.build();
    facts.types().forEach(type -> types.put(type.name(), resolver(variables(type))));
  }

  /** A list where a type can have several values, a number where all are whole ones, else text. */
  private CelType type(String key) {
    boolean whole = true;
    for (InstanceType type : facts.types()) {
      List<String> values = type.labels().map().getOrDefault(key, List.of());
      if (values.size() > 1) {
        return ListType.create(SimpleType.STRING);
      }
      whole &= values.stream().allMatch(value -> value.matches("[0-9]{1,18}"));
    }
    return whole ? SimpleType.INT : SimpleType.STRING;
  }

  private static String variable(String key) {
    return key.replaceAll("[^A-Za-z0-9]", "_");
  }

  /** A label that the type does not have is the empty text, or -1. */
  private Map<String, Object> variables(InstanceType type) {
    var variables = new HashMap<String, Object>();
    labels.forEach(
        (key, kind) -> {
          List<String> values = type.labels().map().getOrDefault(key, List.of());
          String only = values.isEmpty() ? "" : values.getFirst();
          variables.put(
              variable(key),
              kind instanceof ListType
                  ? values
                  : kind.equals(SimpleType.STRING)
                      ? only
                      : (Object) (only.isEmpty() ? -1L : Long.parseLong(only)));
        });
    variables.put("zones", facts.zones(type).list());
    return variables;
  }

  @Override
  public boolean eligible(Ami image) {
    var variables = new HashMap<String, Object>();
    variables.put("state", image.state());
    variables.put("architecture", image.architecture());
    variables.put("virtualization", orEmpty(image.virtualizationType()));
    variables.put("root_device", orEmpty(image.rootDeviceType()));
    return holds(program(ELIGIBLE), resolver(variables));
  }

  /** A map as such is copied with each evaluation. */
  private static CelVariableResolver resolver(Map<String, Object> variables) {
    return name -> Optional.ofNullable(variables.get(name));
  }

  private static String orEmpty(String text) {
    return text == null ? "" : text;
  }

  @Override
  public boolean serves(AmiServes image, InstanceType type) {
    CelRuntime.Program program = byFact.get(image);
    if (program == null) {
      program = known(image, text(image.requirements(), false));
    }
    return holds(program, types.get(type.name()));
  }

  @Override
  public boolean admits(NodePool pool, InstanceType type) {
    CelRuntime.Program program = byFact.get(pool);
    if (program == null) {
      program = known(pool, poolText(pool));
    }
    return holds(program, types.get(type.name()));
  }

  private CelRuntime.Program known(Object fact, String text) {
    if (byFact.size() > MAX_FACTS) {
      byFact.clear();
    }
    CelRuntime.Program program = program(text);
    byFact.put(fact, program);
    return program;
  }

  private static boolean holds(CelRuntime.Program program, CelVariableResolver variables) {
    try {
      return (Boolean) program.eval(variables);
    } catch (CelEvaluationException e) {
      throw new IllegalStateException(e);
    }
  }

  private CelRuntime.Program program(String text) {
    return programs.computeIfAbsent(text, this::compiled);
  }

  /** Compiled, whether it is known or not. */
  CelRuntime.Program compiled(String text) {
    try {
      CelAbstractSyntaxTree tree = compiler.compile(text).getAst();
      return runtime.createProgram(tree);
    } catch (CelValidationException | CelEvaluationException e) {
      throw new IllegalStateException(text, e);
    }
  }

  /** The expression of a pool, for its requirements and the zones of its node class. */
  String poolText(NodePool pool) {
    String own = text(pool.requirements(), true);
    var zone = new StringBuilder("z in " + quoted(facts.nodeClass(pool).zones().map().keySet()));
    for (Requirement each : pool.requirements().list()) {
      if (each.key().equals(ZONE)) {
        zone.append(" && ").append(condition("z", each, SimpleType.STRING));
      }
    }
    return own + " && zones.exists(z, " + zone + ")";
  }

  /**
   * The conditions of all keys that types have.
   *
   * @param open whether a key that they do not have is left open, as {@link Requirements#admit}
   *     does, rather than that it is absent
   */
  private String text(Requirements requirements, boolean open) {
    var all = new ArrayList<String>();
    for (Requirement each : requirements.list()) {
      CelType kind = labels.get(each.key());
      if (kind != null) {
        all.add(condition(variable(each.key()), each, kind));
      } else if (!open && each.operator() != Operator.NOT_IN && !absent(each)) {
        all.add("false");
      }
    }
    return all.isEmpty() ? "true" : String.join(" && ", all);
  }

  private static boolean absent(Requirement each) {
    return each.operator() == Operator.DOES_NOT_EXIST;
  }

  private static String condition(String name, Requirement each, CelType kind) {
    if (kind instanceof ListType) {
      String one = condition("v", each, SimpleType.STRING);
      return switch (each.operator()) {
        case IN -> name + ".exists(v, " + one + ")";
        case NOT_IN -> "(" + name + ".size() == 0 || " + name + ".exists(v, " + one + "))";
        case EXISTS -> name + ".size() > 0";
        case DOES_NOT_EXIST -> name + ".size() == 0";
        default -> throw new IllegalArgumentException(each.toString());
      };
    }
    boolean text = kind.equals(SimpleType.STRING);
    String none = text ? "''" : "-1";
    String values =
        text ? quoted(new TreeSet<>(each.values())) : "[" + String.join(", ", each.values()) + "]";
    String only = values.substring(1, values.length() - 1);
    boolean one = each.values().size() == 1;
    return switch (each.operator()) {
      case IN -> one ? name + " == " + only : name + " in " + values;
      case NOT_IN -> one ? name + " != " + only : "!(" + name + " in " + values + ")";
      case EXISTS -> name + " != " + none;
      case DOES_NOT_EXIST -> name + " == " + none;
      case GTE -> name + " >= " + only;
      case LTE -> "(" + name + " >= 0 && " + name + " <= " + only + ")";
      default -> throw new IllegalArgumentException(each.toString());
    };
  }

  private static String quoted(Iterable<String> values) {
    var all = new ArrayList<String>();
    values.forEach(value -> all.add("'" + value + "'"));
    return all.stream().collect(Collectors.joining(", ", "[", "]"));
  }
}
