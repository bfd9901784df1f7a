import java.io.IOException;
import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.RecordComponent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collector;
import java.util.stream.Collectors;

/**
 * Finds every fact and conclusion through the sealed interfaces and writes what would otherwise be
 * listed by hand: the tables of typed readers and makers with what a record declares about itself
 * ({@code FactTypes}, {@code ConclusionTypes}) and their registration for reflection in a native
 * image; and the index of the shipped rule files.
 *
 * <p>Run by the build: {@code java -cp target/classes GenerateTypeTable.java SOURCES CLASSES
 * RULES}.
 */
public final class GenerateTypeTable {

  private static final String FACTS = "dev.plumbline.fact";
  private static final String CONCLUSIONS = "dev.plumbline.conclusion";
  private static final String POLICY = "dev.plumbline.policy";

  /** Where the table of what rules may call is written. */
  private static final String CALLS = POLICY;

  /** Not for rules: the table that this program writes, what it is made of, and lists of names. */
  private static final Pattern GENERATED =
      Pattern.compile(
          "\\.(Annotations|CallTable|ImpactMeasure|FactTypes|ConclusionTypes|ObjectKind|RecordType)(\\$.*)?$");

  /** JDK types whose methods rule text may call on a value it has got hold of. */
  private static final List<String> JDK_TYPES_IN_RULES =
      List.of(
          "java.lang.Boolean",
          "java.lang.Integer",
          "java.lang.Long",
          "java.lang.Number",
          "java.lang.String",
          "java.math.BigDecimal",
          "java.time.Duration",
          "java.time.Instant",
          "java.util.ArrayList",
          "java.util.HashSet");

  private static final Collector<CharSequence, ?, String> COMMAS = Collectors.joining(", ");

  private static final Set<Path> WRITTEN = new HashSet<>();

  private GenerateTypeTable() {}

  public static void main(String[] args) throws Exception {
    Path sources = Path.of(args[0]);
    Path classes = Path.of(args[1]);
    List<Class<?>> facts = records(FACTS + ".Fact");
    List<Class<?>> conclusions = records(CONCLUSIONS + ".Conclusion");
    writeTable(sources, FACTS, "FactTypes", "fact", facts);
    writeTable(sources, CONCLUSIONS, "ConclusionTypes", "conclusion", conclusions);

    Set<String> reflected = new TreeSet<>(JDK_TYPES_IN_RULES);
    reflected.addAll(publicTypes(classes, FACTS));
    reflected.addAll(publicTypes(classes, CONCLUSIONS));
    reflected.addAll(publicTypes(classes, POLICY));
    writeReflection(classes, reflected);
    writeCalls(sources, reflected);
    deleteOthers(sources);
    writeIndex(Path.of(args[2]), classes.resolve("META-INF/plumbline/rules.index"));
    writeIndex(Path.of(args[3]), classes.resolve("META-INF/plumbline/examples.index"));
  }

  /** What an earlier build wrote, and this one does not, would be compiled with it. */
  private static void deleteOthers(Path sources) throws IOException {
    try (var files = Files.walk(sources)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        if (!WRITTEN.contains(file)) {
          Files.delete(file);
        }
      }
    }
  }

  /**
   * A native image cannot list a folder of its resources, so the names of the files are written
   * down.
   */
  private static void writeIndex(Path folder, Path index) throws IOException {
    try (var files = Files.walk(folder)) {
      String names =
          files
              .filter(Files::isRegularFile)
              .map(file -> folder.relativize(file).toString().replace('\\', '/') + "\n")
              .sorted()
              .collect(Collectors.joining());
      Files.createDirectories(index.getParent());
      writeIfChanged(index, names);
    }
  }

  private static List<Class<?>> records(String sealed) throws ClassNotFoundException {
    var found = new TreeMap<String, Class<?>>();
    addRecords(Class.forName(sealed), found);
    return List.copyOf(found.values());
  }

  /** A sealed interface may hold the records of a topic, in any depth. */
  private static void addRecords(Class<?> sealed, Map<String, Class<?>> found) {
    for (Class<?> type : sealed.getPermittedSubclasses()) {
      if (!type.isRecord()) {
        addRecords(type, found);
      } else if (found.put(type.getSimpleName(), type) != null) {
        throw new IllegalStateException("two records are called " + type.getSimpleName());
      }
    }
  }

  /** The records of a package with the value types and helpers beside them. */
  private static Set<String> publicTypes(Path classes, String pkg)
      throws IOException, ClassNotFoundException {
    var names = new TreeSet<String>();
    Path folder = classes.resolve(pkg.replace('.', '/'));
    if (!Files.isDirectory(folder)) {
      return names;
    }
    try (var files = Files.list(folder)) {
      for (Path file : files.toList()) {
        String name = pkg + "." + file.getFileName().toString().replace(".class", "");
        if (!GENERATED.matcher(name).find()
            && Modifier.isPublic(Class.forName(name).getModifiers())) {
          names.add(name);
        }
      }
    }
    return names;
  }

  private static void writeTable(
      Path sources, String pkg, String table, String what, List<Class<?>> types)
      throws IOException, ReflectiveOperationException {
    var text = new StringBuilder();
    text.append("package ").append(pkg).append(";\n\n");
    text.append("import dev.plumbline.fact.RecordType;\n");
    text.append("import dev.plumbline.fact.RecordType.Property;\n");
    text.append("import dev.plumbline.fact.RecordType.Read;\n");
    text.append("import java.util.LinkedHashMap;\n");
    text.append("import java.util.List;\n");
    text.append("import java.util.Map;\n\n");
    text.append("/** Every ").append(what).append(" type. Generated by the build. */\n");
    text.append("@SuppressWarnings({\"unchecked\", \"rawtypes\", \"cast\"})\n");
    text.append("public final class ").append(table).append(" {\n\n");
    text.append("  /** Every type, sorted by name. */\n");
    text.append("  public static final List<RecordType> ALL = List.of(\n");
    for (int i = 0; i < types.size(); i++) {
      text.append("      ").append(decapitalize(types.get(i))).append("()");
      text.append(i + 1 < types.size() ? ",\n" : ");\n\n");
    }
    text.append(
        "  private static final Map<String, RecordType> BY_NAME = new LinkedHashMap<>();\n");
    text.append(
        "  private static final Map<Class<?>, RecordType> BY_CLASS = new LinkedHashMap<>();\n\n");
    text.append("  static {\n    for (RecordType type : ALL) {\n");
    text.append(
        "      BY_NAME.put(type.name(), type);\n"
            + "      BY_CLASS.put(type.type(), type);\n"
            + "    }\n"
            + "  }\n\n");
    text.append("  private ").append(table).append("() {}\n\n");
    text.append("  /** The type of this name; null when there is none. */\n");
    text.append(
        "  public static @org.jspecify.annotations.Nullable RecordType named(String name) {\n");
    text.append("    return BY_NAME.get(name);\n  }\n\n");
    text.append("  /** The type of this class; null when it is none. */\n");
    text.append(
        "  public static @org.jspecify.annotations.Nullable RecordType of(Class<?> type) {\n");
    text.append("    return BY_CLASS.get(type);\n  }\n");
    text.append("\n  /** These types, each by the component that names it in conclusions. */\n");
    text.append("  public static Map<String, RecordType> byComponent(Class<?>... types) {\n");
    text.append("    var byComponent = new LinkedHashMap<String, RecordType>();\n");
    text.append("    for (Class<?> type : types) {\n");
    text.append("      RecordType named = BY_CLASS.get(type);\n");
    text.append("      byComponent.put(named.namedBy().getFirst(), named);\n");
    text.append("    }\n    return byComponent;\n  }\n");
    for (Class<?> type : types) {
      writeType(text, type);
    }
    text.append("}\n");
    Path file = sources.resolve(pkg.replace('.', '/')).resolve(table + ".java");
    Files.createDirectories(file.getParent());
    writeIfChanged(file, text.toString());
  }

  private static void writeType(StringBuilder text, Class<?> type)
      throws ReflectiveOperationException {
    String name = type.getCanonicalName();
    text.append("\n  private static RecordType ").append(decapitalize(type)).append("() {\n");
    text.append("    return new RecordType(\n        ")
        .append(name)
        .append(".class,\n        List.of(\n");
    Map<String, Method> properties = properties(type);
    Set<String> components = new LinkedHashSet<>();
    for (RecordComponent component : type.getRecordComponents()) {
      components.add(component.getName());
    }
    int left = properties.size();
    for (var property : properties.entrySet()) {
      Method method = property.getValue();
      Class<?> result = method.getReturnType();
      String read = "((" + name + ") r)." + method.getName() + "()";
      String number =
          result == int.class || result == long.class
              ? "r -> " + read
              : result == boolean.class ? "r -> " + read + " ? 1L : 0L" : "null";
      boolean nullable =
          Arrays.stream(method.getAnnotatedReturnType().getAnnotations())
              .anyMatch(a -> a.annotationType().getSimpleName().equals("Nullable"));
      text.append("            new Property(\"").append(property.getKey()).append("\", ");
      text.append(result.getCanonicalName()).append(".class, ").append(nullable).append(", ");
      text.append(components.contains(property.getKey()))
          .append(", List.of(")
          .append(Declared.words(method).stream().map(GenerateTypeTable::quoted).collect(COMMAS))
          .append("), r -> ")
          .append(read)
          .append(", ");
      text.append(number).append(")").append(--left > 0 ? ",\n" : "),\n");
    }
    text.append("        ").append(Declared.keys(type)).append(", ");
    text.append(Declared.expected(type)).append("L, ").append(Declared.bounds(type));
    text.append(", List.of(")
        .append(Declared.namedBy(type).stream().map(GenerateTypeTable::quoted).collect(COMMAS))
        .append("),\n        List.of(");
    text.append(Declared.reads(type).stream().map(GenerateTypeTable::read).collect(COMMAS));
    text.append("),\n");
    text.append("        v -> new ").append(name).append("(");
    RecordComponent[] parts = type.getRecordComponents();
    for (int i = 0; i < parts.length; i++) {
      text.append(i == 0 ? "" : ", ")
          .append("(")
          .append(boxed(parts[i].getType()))
          .append(") v[")
          .append(i)
          .append("]");
    }
    text.append("),\n        (a, b) -> {\n");
    text.append("          var left = (").append(name).append(") a;\n");
    text.append("          var right = (").append(name).append(") b;\n          int order = 0;\n");
    for (RecordComponent part : parts) {
      text.append("          if (order == 0) {\n            order = ")
          .append(comparison(part))
          .append(";\n          }\n");
    }
    text.append("          return order;\n        });\n  }\n");
  }

  private static String read(Declared.Read read) {
    return "\n            new Read("
        + quoted(read.object())
        + ", "
        + quoted(read.path())
        + ", "
        + quoted(read.component())
        + ", "
        + read.secret()
        + ")";
  }

  private static String quoted(String text) {
    return '"' + text + '"';
  }

  private static String comparison(RecordComponent part) {
    String left = "left." + part.getName() + "()";
    String right = "right." + part.getName() + "()";
    Class<?> type = part.getType();
    if (type.isPrimitive()) {
      return boxed(type) + ".compare(" + left + ", " + right + ")";
    }
    if (type == String.class) {
      return "RecordType.compare(" + left + ", " + right + ")";
    }
    if (Comparable.class.isAssignableFrom(type) && !type.getName().startsWith("java.")) {
      return left + ".compareTo(" + right + ")";
    }
    String texts = "String.valueOf(" + left + ").compareTo(String.valueOf(" + right + "))";
    return left + " == " + right + " ? 0 : " + texts;
  }

  /** Components in order, then the other public accessors without parameters, by name. */
  private static Map<String, Method> properties(Class<?> type) {
    var found = new LinkedHashMap<String, Method>();
    for (RecordComponent component : type.getRecordComponents()) {
      found.put(component.getName(), component.getAccessor());
    }
    Arrays.stream(type.getDeclaredMethods())
        .filter(m -> Modifier.isPublic(m.getModifiers()) && !Modifier.isStatic(m.getModifiers()))
        .filter(m -> m.getParameterCount() == 0 && m.getReturnType() != void.class)
        .filter(m -> !m.getName().equals("hashCode") && !m.getName().equals("toString"))
        .sorted(Comparator.comparing(Method::getName))
        .forEach(m -> found.putIfAbsent(m.getName(), m));
    return found;
  }

  private static String boxed(Class<?> type) {
    if (type == int.class) {
      return "Integer";
    }
    if (type == long.class) {
      return "Long";
    }
    if (type == boolean.class) {
      return "Boolean";
    }
    return type.getCanonicalName();
  }

  private static String decapitalize(Class<?> type) {
    String name = type.getSimpleName();
    return "type" + name;
  }

  /**
   * What rule text may call with parameters, without reflection: methods and constants of our own
   * types.
   */
  private static void writeCalls(Path sources, Set<String> reflected) throws Exception {
    var text = new StringBuilder();
    text.append("package ").append(CALLS).append(";\n\n");
    text.append("import dev.plumbline.fact.Call;\n");
    text.append("import java.util.List;\n\n");
    text.append(
        "/** Every method and constant of our own types that rule text may name. Generated by the"
            + " build. */\n");
    text.append("@SuppressWarnings({\"unchecked\", \"rawtypes\", \"cast\"})\n");
    text.append("public final class CallTable {\n\n");
    text.append("  /** Every method with at most two parameters. */\n");
    text.append("  public static final List<Call> METHODS = new java.util.ArrayList<>();\n\n");
    text.append("  /** Every constant. */\n");
    text.append(
        "  public static final java.util.Map<String, Object> CONSTANTS = new"
            + " java.util.HashMap<>();\n\n");
    text.append("  static {\n");
    for (String name : reflected) {
      if (name.startsWith("dev.plumbline.")) {
        Class<?> type = Class.forName(name);
        text.append("    ").append(adder(type)).append("();\n");
      }
    }
    text.append("  }\n\n  private CallTable() {}\n");
    for (String name : reflected) {
      if (name.startsWith("dev.plumbline.")) {
        writeCalls(text, Class.forName(name));
      }
    }
    text.append("}\n");
    Path file = sources.resolve(CALLS.replace('.', '/')).resolve("CallTable.java");
    Files.createDirectories(file.getParent());
    writeIfChanged(file, text.toString());
  }

  private static String adder(Class<?> type) {
    return "add_" + type.getName().substring("dev.plumbline.".length()).replaceAll("\\W", "_");
  }

  private static void writeCalls(StringBuilder text, Class<?> type) {
    String owner = type.getCanonicalName();
    text.append("\n  private static void ").append(adder(type)).append("() {\n");
    Arrays.stream(type.getDeclaredFields())
        .filter(
            f ->
                Modifier.isPublic(f.getModifiers())
                    && Modifier.isStatic(f.getModifiers())
                    && f.getType() == type)
        .filter(f -> !f.isEnumConstant())
        .map(f -> f.getName())
        .sorted()
        .forEach(
            f ->
                text.append("    CONSTANTS.put(\"")
                    .append(type.getSimpleName())
                    .append('.')
                    .append(f)
                    .append("\", ")
                    .append(owner)
                    .append('.')
                    .append(f)
                    .append(");\n"));
    Arrays.stream(type.getDeclaredMethods())
        .filter(m -> Modifier.isPublic(m.getModifiers()) && !m.isSynthetic() && !m.isBridge())
        .filter(m -> m.getParameterCount() <= (Declared.isExtension(m) ? 3 : 2))
        .filter(m -> m.getReturnType() != void.class)
        .filter(
            m ->
                !m.getName().equals("equals")
                    && !m.getName().equals("hashCode")
                    && !m.getName().equals("toString"))
        .filter(
            m -> !m.getName().equals("valueOf") && !m.getName().equals("values") || !type.isEnum())
        .sorted(
            Comparator.comparing(
                (Method m) -> m.getName() + Arrays.toString(m.getParameterTypes())))
        .forEach(m -> writeCalls(text, owner, m));
    text.append("  }\n");
  }

  /** A method that takes any number of values is one with each number of them, up to two. */
  private static void writeCalls(StringBuilder text, String owner, Method method) {
    Class<?>[] declared = method.getParameterTypes();
    if (Declared.isExtension(method)) {
      writeExtension(text, owner, method);
      return;
    }
    if (!method.isVarArgs()) {
      writeCall(text, owner, method, declared);
      return;
    }
    for (int count = declared.length; count <= 2; count++) {
      Class<?>[] parameters = Arrays.copyOf(declared, count);
      Class<?> each = declared[declared.length - 1].getComponentType();
      Arrays.fill(parameters, declared.length - 1, count, each);
      writeCall(text, owner, method, parameters);
    }
  }

  private static void writeCall(
      StringBuilder text, String owner, Method method, Class<?>[] parameters) {
    boolean isStatic = Modifier.isStatic(method.getModifiers());
    text.append("    METHODS.add(new Call(")
        .append(owner)
        .append(".class, \"")
        .append(method.getName())
        .append("\", ");
    text.append(isStatic)
        .append(", ")
        .append(method.getReturnType().getCanonicalName())
        .append(".class, List.of(");
    for (int i = 0; i < parameters.length; i++) {
      text.append(i == 0 ? "" : ", ").append(parameters[i].getCanonicalName()).append(".class");
    }
    text.append("), (self, a, b) -> ");
    text.append(isStatic ? owner : "((" + owner + ") self)")
        .append('.')
        .append(method.getName())
        .append('(');
    String[] names = {"a", "b"};
    for (int i = 0; i < parameters.length; i++) {
      text.append(i == 0 ? "" : ", ")
          .append("(")
          .append(boxed(parameters[i]))
          .append(") ")
          .append(names[i]);
    }
    text.append(")));\n");
  }

  /** A static method that rules call as one of its first parameter. */
  private static void writeExtension(StringBuilder text, String owner, Method method) {
    Class<?>[] types = method.getParameterTypes();
    List<String> arguments = List.of("self", "a", "b");
    text.append("    METHODS.add(new Call(")
        .append(types[0].getCanonicalName())
        .append(".class, \"")
        .append(method.getName())
        .append("\", false, ")
        .append(method.getReturnType().getCanonicalName())
        .append(".class, List.of(")
        .append(
            Arrays.stream(types)
                .skip(1)
                .map(each -> each.getCanonicalName() + ".class")
                .collect(COMMAS))
        .append("), (self, a, b) -> ")
        .append(owner + "." + method.getName() + "(");
    for (int i = 0; i < types.length; i++) {
      text.append(i == 0 ? "(" : ", (")
          .append(boxed(types[i]))
          .append(") ")
          .append(arguments.get(i));
    }
    text.append(")));\n");
  }

  private static void writeReflection(Path classes, Set<String> names) throws IOException {
    var text = new StringBuilder("[");
    String separator = "\n";
    for (String name : names) {
      text.append(separator)
          .append("  {\"name\": \"")
          .append(name)
          .append("\", \"allPublicMethods\": true");
      text.append(
          name.startsWith("dev.plumbline.")
              ? ", \"allPublicConstructors\": true, \"allDeclaredFields\": true}"
              : "}");
      separator = ",\n";
    }
    text.append("\n]\n");
    Path file =
        classes.resolve("META-INF/native-image/dev.plumbline/vocabulary/reflect-config.json");
    Files.createDirectories(file.getParent());
    writeIfChanged(file, text.toString());
  }

  /** Leaves an equal file alone, so that the compiler does not see a change where there is none. */
  private static void writeIfChanged(Path file, String text) throws IOException {
    WRITTEN.add(file);
    if (!Files.exists(file) || !Files.readString(file).equals(text)) {
      Files.writeString(file, text);
    }
  }

  /**
   * What records declare, read by name: this program is compiled before they are.
   *
   * @see "dev.plumbline.fact.Annotations"
   */
  private static final class Declared {

    private static final String ANNOTATIONS = FACTS + ".Annotations$";

    record Read(String object, String path, String component, boolean secret) {}

    /** How many components have a key; they come first, so that keys agree with the order. */
    static int keys(Class<?> type) throws ReflectiveOperationException {
      RecordComponent[] components = type.getRecordComponents();
      int count = 0;
      for (int i = 0; i < components.length; i++) {
        if (!all(components[i], "Key").isEmpty()) {
          if (count != i) {
            throw new IllegalStateException(
                type.getName()
                    + "."
                    + components[i].getName()
                    + " is a key after one that is none");
          }
          count++;
        }
      }
      return count;
    }

    static List<String> words(Method accessor) throws ReflectiveOperationException {
      List<Annotation> found = all(accessor, "OneOf");
      return found.isEmpty() ? List.of() : List.of(texts(found.getFirst(), "value"));
    }

    static long expected(Class<?> type) throws ReflectiveOperationException {
      List<Annotation> found = all(type, "ExpectedCount");
      return found.isEmpty() ? 0 : (Long) value(found.getFirst(), "value");
    }

    static boolean isExtension(Method method) {
      return Arrays.stream(method.getAnnotations())
          .anyMatch(each -> each.annotationType().getSimpleName().equals("ExtensionMethod"));
    }

    static boolean bounds(Class<?> type) throws ReflectiveOperationException {
      List<Annotation> found = all(type, "ExpectedCount");
      return !found.isEmpty() && (Boolean) value(found.getFirst(), "bounds");
    }

    static List<String> namedBy(Class<?> type) throws ReflectiveOperationException {
      List<Annotation> found = all(type, "NamedBy");
      String name = type.getSimpleName();
      return found.isEmpty()
          ? List.of(name.substring(0, 1).toLowerCase(Locale.ROOT) + name.substring(1))
          : List.of(texts(found.getFirst(), "value"));
    }

    static List<Read> reads(Class<?> type) throws ReflectiveOperationException {
      var reads = new ArrayList<Read>();
      List<Annotation> objects = all(type, "ReadFrom");
      for (Annotation each : objects) {
        String object = (String) value(each, "of");
        if ((Boolean) value(each, "whole")) {
          reads.add(new Read(object, "", "", false));
        }
        for (String path : texts(each, "secret")) {
          reads.add(new Read(object, path, "", true));
        }
        for (String path : texts(each, "value")) {
          reads.add(new Read(object, path, "", false));
        }
      }
      for (RecordComponent component : type.getRecordComponents()) {
        for (Annotation each : all(component, "ReadFrom")) {
          if (objects.isEmpty()) {
            throw new IllegalStateException(
                type.getName() + "." + component.getName() + " is read from no declared object");
          }
          for (Annotation object : objects) {
            String at = (String) value(object, "at");
            for (String path : texts(each, "value")) {
              String whole = at.isEmpty() ? path : at + "." + path;
              reads.add(new Read((String) value(object, "of"), whole, component.getName(), false));
            }
          }
        }
      }
      return reads;
    }

    private static List<Annotation> all(AnnotatedElement element, String name)
        throws ReflectiveOperationException {
      return List.of(
          element.getAnnotationsByType(
              Class.forName(ANNOTATIONS + name).asSubclass(Annotation.class)));
    }

    private static Object value(Annotation annotation, String name)
        throws ReflectiveOperationException {
      return annotation.annotationType().getMethod(name).invoke(annotation);
    }

    private static String[] texts(Annotation annotation, String name)
        throws ReflectiveOperationException {
      return (String[]) value(annotation, name);
    }
  }
}
