import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.regex.Pattern;

/**
 * Declares to the native image what the rule engine and the AWS SDK look up by name: classes, their
 * methods and constructors, services, resources. Read from their own jars, so that another version
 * cannot leave one out.
 *
 * <p>Run by the build: {@code java -cp CLASSPATH GenerateNativeDeclarations.java CLASSES}, where
 * CLASSPATH is that of the program.
 */
public final class GenerateNativeDeclarations {

  private static final Pattern RESOURCES =
      Pattern.compile(
          "META-INF/services/org\\.(drools|kie)\\..+"
              + "|META-INF/services/software\\.amazon\\.awssdk\\..+"
              + "|software/amazon/awssdk/.+/execution\\.interceptors"
              + "|META-INF/kie\\..+\\.conf"
              + "|META-INF/WorkDefinitions\\.conf"
              + "|drools\\.versions\\.properties"
              + "|org/drools/mvel/java/.+\\.mvel");

  private static final Pattern ENGINE_CLASS =
      Pattern.compile("(?<name>org/(drools|kie)/.+)\\.class");

  /** Annotations that rule text may carry: the engine makes a proxy for each it resolves. */
  private static final Pattern ANNOTATION =
      Pattern.compile("(?<name>org/kie/api/definition/(rule|type)/\\w+)\\.class");

  /** What interpreted expressions hold: their public methods are called by name. */
  private static final List<String> HELD_BY_EXPRESSIONS =
      List.of(
          "org.drools.base.base.DroolsQuery",
          "org.drools.base.factmodel.traits.Thing",
          "org.drools.core.rule.consequence.KnowledgeHelper",
          "org.drools.util.bitmask.BitMask",
          "org.kie.api.definition.rule.Rule",
          "org.kie.api.runtime.rule.FactHandle",
          "org.kie.api.runtime.rule.Match");

  /**
   * Classes made by name that no file of the engine names; the JDK's are what rules collect in, and
   * what the AWS SDK reads XML with.
   */
  private static final List<String> MADE_BY_NAME =
      List.of(
          "com.sun.xml.internal.stream.XMLInputFactoryImpl",
          "com.sun.xml.internal.stream.XMLOutputFactoryImpl",
          "java.util.ArrayList",
          "java.util.HashSet",
          "java.util.LinkedHashSet",
          "java.util.LinkedList",
          "java.util.TreeSet",
          "software.amazon.awssdk.services.sts.internal.StsWebIdentityCredentialsProviderFactory",
          "org.kie.memorycompiler.jdknative.NativeJavaCompiler",
          "org.mvel2.optimizers.impl.refl.ReflectiveAccessorOptimizer");

  /** Classes resolved by name that no file of the engine names. */
  private static final List<String> RESOLVED_BY_NAME =
      List.of("org.drools.compiler.rule.builder.EvaluatorWrapper");

  /**
   * What the values that rules hold may turn out to be. A call is resolved on the class of the
   * value, and one that was not declared hides the methods of its interfaces.
   */
  private static final List<String> VALUES =
      List.of(
          "java.lang.Byte",
          "java.lang.Character",
          "java.lang.Double",
          "java.lang.Enum",
          "java.lang.Float",
          "java.lang.Integer",
          "java.lang.Long",
          "java.lang.Number",
          "java.lang.Record",
          "java.lang.Short",
          "java.lang.String",
          "java.math.BigInteger",
          "java.util.AbstractMap$SimpleEntry",
          "java.util.AbstractMap$SimpleImmutableEntry",
          "java.util.ArrayList",
          "java.util.ArrayList$SubList",
          "java.util.Arrays$ArrayList",
          "java.util.Collections$EmptyList",
          "java.util.Collections$EmptyMap",
          "java.util.Collections$EmptySet",
          "java.util.Collections$SingletonList",
          "java.util.Collections$SingletonMap",
          "java.util.Collections$SingletonSet",
          "java.util.Collections$UnmodifiableCollection",
          "java.util.Collections$UnmodifiableList",
          "java.util.Collections$UnmodifiableMap",
          "java.util.Collections$UnmodifiableMap$UnmodifiableEntrySet",
          "java.util.Collections$UnmodifiableMap$UnmodifiableEntrySet$UnmodifiableEntry",
          "java.util.Collections$UnmodifiableNavigableMap",
          "java.util.Collections$UnmodifiableNavigableSet",
          "java.util.Collections$UnmodifiableRandomAccessList",
          "java.util.Collections$UnmodifiableSequencedCollection",
          "java.util.Collections$UnmodifiableSequencedMap",
          "java.util.Collections$UnmodifiableSequencedSet",
          "java.util.Collections$UnmodifiableSet",
          "java.util.Collections$UnmodifiableSortedMap",
          "java.util.Collections$UnmodifiableSortedSet",
          "java.util.HashMap",
          "java.util.HashMap$EntrySet",
          "java.util.HashMap$KeySet",
          "java.util.HashMap$Node",
          "java.util.HashMap$Values",
          "java.util.HashSet",
          "java.util.ImmutableCollections$List12",
          "java.util.ImmutableCollections$ListN",
          "java.util.ImmutableCollections$Map1",
          "java.util.ImmutableCollections$MapN",
          "java.util.ImmutableCollections$Set12",
          "java.util.ImmutableCollections$SetN",
          "java.util.ImmutableCollections$SubList",
          "java.util.JumboEnumSet",
          "java.util.KeyValueHolder",
          "java.util.LinkedHashMap",
          "java.util.LinkedHashMap$Entry",
          "java.util.LinkedHashMap$LinkedEntrySet",
          "java.util.LinkedHashMap$LinkedKeySet",
          "java.util.LinkedHashMap$LinkedValues",
          "java.util.LinkedHashSet",
          "java.util.LinkedList",
          "java.util.RegularEnumSet",
          "java.util.TreeMap",
          "java.util.TreeMap$Entry",
          "java.util.TreeMap$EntrySet",
          "java.util.TreeMap$KeySet",
          "java.util.TreeMap$Values",
          "java.util.TreeSet");

  private final ClassLoader loader = GenerateNativeDeclarations.class.getClassLoader();
  private final Set<String> resources = new TreeSet<>();
  private final Set<String> annotations = new TreeSet<>();
  private final Set<String> constructed = new TreeSet<>(MADE_BY_NAME);
  private final Set<String> called = new TreeSet<>(VALUES);
  private final Set<String> engineClasses = new TreeSet<>();

  private GenerateNativeDeclarations() {}

  public static void main(String[] args) throws Exception {
    var declarations = new GenerateNativeDeclarations();
    Path own = Path.of(args[0]);
    declarations.readFolder(own);
    for (String entry : System.getProperty("java.class.path").split(java.io.File.pathSeparator)) {
      if (entry.endsWith(".jar")) {
        declarations.readJar(Path.of(entry));
      }
    }
    declarations.addImplementations();
    declarations.addSupertypes();
    declarations.write(own.resolve("META-INF/native-image/dev.plumbline/engine"));
  }

  private void readFolder(Path folder) throws IOException {
    try (var files = Files.walk(folder)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        String name = folder.relativize(file).toString().replace('\\', '/');
        try (InputStream content = Files.newInputStream(file)) {
          read(name, content);
        }
      }
    }
  }

  private void readJar(Path path) throws IOException {
    try (var jar = new JarFile(path.toFile())) {
      for (JarEntry entry : (Iterable<JarEntry>) jar.stream()::iterator) {
        try (InputStream content = jar.getInputStream(entry)) {
          read(entry.getName(), content);
        }
      }
    }
  }

  private void read(String name, InputStream content) throws IOException {
    if (RESOURCES.matcher(name).matches()) {
      resources.add(name);
      if (name.startsWith("META-INF/services/") || name.endsWith("/execution.interceptors")) {
        String text = new String(content.readAllBytes(), StandardCharsets.UTF_8);
        text.lines()
            .map(line -> line.replaceAll("#.*", "").strip())
            .filter(line -> !line.isEmpty())
            .forEach(constructed::add);
      } else if (name.startsWith("META-INF/kie.")) {
        var properties = new Properties();
        properties.load(content);
        for (String value : properties.stringPropertyNames()) {
          if (find(properties.getProperty(value)) != null) {
            constructed.add(properties.getProperty(value));
          }
        }
      }
    }
    var type = ENGINE_CLASS.matcher(name);
    if (type.matches()) {
      engineClasses.add(type.group("name").replace('/', '.'));
    }
    var annotation = ANNOTATION.matcher(name);
    if (annotation.matches()) {
      String found = annotation.group("name").replace('/', '.');
      Class<?> declared = find(found);
      if (declared != null && declared.isAnnotation()) {
        annotations.add(found);
      }
    }
  }

  private void addImplementations() {
    var held = HELD_BY_EXPRESSIONS.stream().<Class<?>>map(this::required).toList();
    for (String name : engineClasses) {
      Class<?> type = find(name);
      if (type != null && held.stream().anyMatch(h -> h.isAssignableFrom(type))) {
        called.add(name);
      }
    }
  }

  private void addSupertypes() {
    for (String name : List.copyOf(called)) {
      addSupertypes(find(name));
    }
  }

  private void addSupertypes(Class<?> type) {
    if (type != null) {
      called.add(type.getName());
      addSupertypes(type.getSuperclass());
      for (Class<?> implemented : type.getInterfaces()) {
        addSupertypes(implemented);
      }
    }
  }

  /** The class without initializing it; null when it, or one that it needs, is not there. */
  private Class<?> find(String name) {
    try {
      return Class.forName(name, false, loader);
    } catch (ClassNotFoundException | LinkageError e) {
      return null;
    }
  }

  private Class<?> required(String name) {
    Class<?> type = find(name);
    if (type == null) {
      throw new IllegalStateException(
          name + " is not on the class path. Maybe this version of the engine has renamed it.");
    }
    return type;
  }

  private void write(Path folder) throws IOException {
    var reflection = new TreeMap<String, Set<String>>();
    for (String name : RESOLVED_BY_NAME) {
      required(name);
      reflection.computeIfAbsent(name, n -> new TreeSet<>());
    }
    add(reflection, called, "allPublicFields", "allPublicMethods");
    add(reflection, annotations, "allPublicMethods");
    add(reflection, constructed, "allPublicConstructors");
    for (String name : called) {
      if (name.startsWith("org.drools.util.bitmask.")) {
        add(reflection, Set.of(name), "allPublicConstructors");
      }
    }

    var reflect = new ArrayList<String>();
    for (Map.Entry<String, Set<String>> entry : reflection.entrySet()) {
      var text = new StringBuilder("{\"name\": \"").append(entry.getKey()).append("\"");
      entry.getValue().forEach(flag -> text.append(", \"").append(flag).append("\": true"));
      reflect.add(text.append("}").toString());
    }
    var proxies =
        annotations.stream()
            .map(
                name -> "{\"interfaces\": [\"java.lang.annotation.Annotation\", \"" + name + "\"]}")
            .toList();
    var includes =
        resources.stream()
            .map(name -> "{\"pattern\": \"" + name.replace(".", "\\\\.") + "\"}")
            .toList();
    Files.createDirectories(folder);
    writeIfChanged(folder.resolve("reflect-config.json"), array(reflect) + "\n");
    writeIfChanged(folder.resolve("proxy-config.json"), array(proxies) + "\n");
    writeIfChanged(
        folder.resolve("resource-config.json"),
        "{\"resources\": {\"includes\": " + array(includes) + "}}\n");
  }

  private static void add(
      Map<String, Set<String>> reflection, Collection<String> names, String... flags) {
    for (String name : names) {
      reflection.computeIfAbsent(name, n -> new TreeSet<>()).addAll(List.of(flags));
    }
  }

  private static String array(Collection<String> items) {
    return "[\n  " + String.join(",\n  ", items) + "\n]";
  }

  /** Leaves an equal file alone, so that nothing that is built from it is built again. */
  private static void writeIfChanged(Path file, String text) throws IOException {
    if (!Files.exists(file) || !Files.readString(file).equals(text)) {
      Files.writeString(file, text);
    }
  }
}
