import java.io.IOException;
import java.io.InputStream;
import java.lang.annotation.Annotation;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
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

  /** Classes made by name that no file of the engine names: what the AWS SDK reads XML with. */
  private static final List<String> MADE_BY_NAME =
      List.of(
          "com.sun.xml.internal.stream.XMLInputFactoryImpl",
          "com.sun.xml.internal.stream.XMLOutputFactoryImpl",
          "software.amazon.awssdk.services.sts.internal.StsWebIdentityCredentialsProviderFactory");

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
  }

  /** The classes of the messages of the language server, which Gson reads and writes by field. */
  private void writeProtocol(Path folder) throws Exception {
    Class<?> protocol = Class.forName("dev.plumbline.cli.lsp.Protocol");
    var messages = new TreeMap<String, Class<?>>();
    for (Object each : (List<?>) protocol.getField("MESSAGES").get(null)) {
      addMessage((Class<?>) each, messages);
    }
    for (Object each : ((Map<?, ?>) protocol.getField("METHODS").get(null)).values()) {
      Object types = each.getClass().getMethod("getParameterTypes").invoke(each);
      for (int i = 0; types != null && i < Array.getLength(types); i++) {
        addMessage((Class<?>) Array.get(types, i), messages);
      }
    }
    var reflect =
        messages.keySet().stream()
            .map(
                name ->
                    "{\"name\": \""
                        + name
                        + "\", \"allDeclaredFields\": true, \"allDeclaredConstructors\": true}")
            .toList();
    Files.createDirectories(folder);
    writeIfChanged(folder.resolve("reflect-config.json"), array(reflect) + "\n");
  }

  private static void addMessage(Type type, Map<String, Class<?>> messages) throws Exception {
    if (type instanceof ParameterizedType generic) {
      addMessage(generic.getRawType(), messages);
      for (Type argument : generic.getActualTypeArguments()) {
        addMessage(argument, messages);
      }
    } else if (type instanceof WildcardType wildcard) {
      addMessage(wildcard.getUpperBounds()[0], messages);
    } else if (type instanceof Class<?> known
        && known.getName().startsWith("org.eclipse.lsp4j.")
        && messages.put(known.getName(), known) == null) {
      addMessage(known.getGenericSuperclass(), messages);
      for (Field field : known.getDeclaredFields()) {
        if (!Modifier.isStatic(field.getModifiers()) || known.isEnum()) {
          addMessage(field.getGenericType(), messages);
        }
        for (Annotation each : field.getAnnotations()) {
          // @JsonAdapter names a class that Gson makes.
          if (each.annotationType().getName().equals("com.google.gson.annotations.JsonAdapter")) {
            addMessage((Class<?>) each.annotationType().getMethod("value").invoke(each), messages);
          }
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
