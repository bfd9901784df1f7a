import java.io.IOException;
import java.io.InputStream;
import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.WildcardType;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
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
 * Declares to the native image what the rule engine and the AWS SDK look up by name: services,
 * functions and resources, read from their own jars, so that another version cannot leave one out;
 * and the messages of the language server, read from their classes.
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
              + "|drools\\.versions\\.properties");

  /**
   * Classes made by name that no file names: what the AWS SDK reads XML with, and the client of
   * Kubernetes.
   */
  private static final List<String> MADE_BY_NAME =
      List.of(
          "com.sun.xml.internal.stream.XMLInputFactoryImpl",
          "com.sun.xml.internal.stream.XMLOutputFactoryImpl",
          "io.fabric8.kubernetes.client.impl.KubernetesClientImpl",
          "software.amazon.awssdk.services.sts.internal.StsWebIdentityCredentialsProviderFactory");

  /** The messages of the language server. */
  private static final String LSP = "org.eclipse.lsp4j.";

  /** What is read and written of the API server by class, and the kubeconfig. */
  private static final List<String> MODELS =
      List.of(
          "io.fabric8.kubernetes.api.model.AnyType",
          "io.fabric8.kubernetes.api.model.Config",
          "io.fabric8.kubernetes.api.model.ConfigMap",
          "io.fabric8.kubernetes.api.model.ConfigMapBuilder",
          "io.fabric8.kubernetes.api.model.ConfigMapList",
          "io.fabric8.kubernetes.api.model.DeleteOptions",
          "io.fabric8.kubernetes.api.model.ListOptions",
          "io.fabric8.kubernetes.api.model.Status",
          "io.fabric8.kubernetes.api.model.coordination.v1.Lease",
          "io.fabric8.kubernetes.api.model.coordination.v1.LeaseBuilder",
          "io.fabric8.kubernetes.api.model.coordination.v1.LeaseList",
          "io.fabric8.kubernetes.api.model.runtime.RawExtension",
          "io.fabric8.kubernetes.client.Config$ExecCredential",
          "io.fabric8.kubernetes.client.utils.OpenIDConnectionUtils$OpenIdConfiguration",
          "io.fabric8.kubernetes.client.utils.OpenIDConnectionUtils$OAuthToken");

  private final ClassLoader loader = GenerateNativeDeclarations.class.getClassLoader();
  private final Set<String> resources = new TreeSet<>();
  private final Set<String> constructed = new TreeSet<>(MADE_BY_NAME);

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
    declarations.write(own.resolve("META-INF/native-image/dev.plumbline/engine"));
    declarations.writeProtocol(own.resolve("META-INF/native-image/dev.plumbline/protocol"));
    declarations.writeModels(own.resolve("META-INF/native-image/dev.plumbline/kubernetes"));
  }

  /**
   * The objects of Kubernetes that are read and written as classes, with all that they are made of:
   * Jackson reads and writes them by field and method. Quarkus would declare all of them: it is not
   * shown their index (.mvn/jvm.config, docs/adr/0010).
   */
  private void writeModels(Path folder) throws Exception {
    var models = new TreeMap<String, Class<?>>();
    for (String root : MODELS) {
      add(Class.forName(root, false, loader), "io.fabric8.kubernetes.", models);
    }
    declare(models.keySet(), ", \"allDeclaredMethods\": true", folder);
  }

  /** The classes of the messages of the language server, which Gson reads and writes by field. */
  private void writeProtocol(Path folder) throws Exception {
    Class<?> protocol = Class.forName("dev.plumbline.cli.lsp.Protocol");
    var messages = new TreeMap<String, Class<?>>();
    for (Object each : (List<?>) protocol.getField("MESSAGES").get(null)) {
      add((Class<?>) each, LSP, messages);
    }
    for (Object each : ((Map<?, ?>) protocol.getField("METHODS").get(null)).values()) {
      Object types = each.getClass().getMethod("getParameterTypes").invoke(each);
      for (int i = 0; types != null && i < Array.getLength(types); i++) {
        add((Class<?>) Array.get(types, i), LSP, messages);
      }
    }
    declare(messages.keySet(), "", folder);
  }

  /** Declares the fields and constructors of classes, and {@code more}. */
  private static void declare(Collection<String> classes, String more, Path folder)
      throws IOException {
    var reflect =
        classes.stream()
            .map(
                name ->
                    "{\"name\": \""
                        + name
                        + "\", \"allDeclaredFields\": true, \"allDeclaredConstructors\": true"
                        + more
                        + "}")
            .toList();
    Files.createDirectories(folder);
    writeIfChanged(folder.resolve("reflect-config.json"), array(reflect) + "\n");
  }

  /** A type of a library with the types of its fields, and the classes that annotations name. */
  private static void add(Type type, String library, Map<String, Class<?>> all) throws Exception {
    if (type instanceof ParameterizedType generic) {
      add(generic.getRawType(), library, all);
      for (Type argument : generic.getActualTypeArguments()) {
        add(argument, library, all);
      }
    } else if (type instanceof WildcardType wildcard) {
      add(wildcard.getUpperBounds()[0], library, all);
    } else if (type instanceof Class<?> known
        && known.getName().startsWith(library)
        && all.put(known.getName(), known) == null) {
      add(known.getGenericSuperclass(), library, all);
      addNamed(known, library, all);
      for (Field field : known.getDeclaredFields()) {
        if (!Modifier.isStatic(field.getModifiers()) || known.isEnum()) {
          add(field.getGenericType(), library, all);
        }
        addNamed(field, library, all);
      }
    }
  }

  /** Such as {@code @JsonAdapter}, {@code @JsonDeserialize}: classes that a library makes. */
  private static void addNamed(
      AnnotatedElement annotated, String library, Map<String, Class<?>> all) throws Exception {
    for (Annotation each : annotated.getAnnotations()) {
      for (Method value : each.annotationType().getDeclaredMethods()) {
        if (value.getReturnType() == Class.class) {
          add((Class<?>) value.invoke(each), library, all);
        }
      }
    }
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
  }

  /** The class without initializing it; null when it, or one that it needs, is not there. */
  private Class<?> find(String name) {
    try {
      return Class.forName(name, false, loader);
    } catch (ClassNotFoundException | LinkageError e) {
      return null;
    }
  }

  private void write(Path folder) throws IOException {
    var reflect =
        constructed.stream()
            .map(name -> "{\"name\": \"" + name + "\", \"allPublicConstructors\": true}")
            .toList();
    var includes =
        resources.stream()
            .map(name -> "{\"pattern\": \"" + name.replace(".", "\\\\.") + "\"}")
            .toList();
    Files.createDirectories(folder);
    writeIfChanged(folder.resolve("reflect-config.json"), array(reflect) + "\n");
    Files.deleteIfExists(folder.resolve("proxy-config.json"));
    writeIfChanged(
        folder.resolve("resource-config.json"),
        "{\"resources\": {\"includes\": " + array(includes) + "}}\n");
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
