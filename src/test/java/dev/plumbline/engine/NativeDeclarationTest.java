package dev.plumbline.engine;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.plumbline.conclusion.ConclusionTypes;
import dev.plumbline.fact.FactTypes;
import dev.plumbline.image.TraceAgent;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import java.util.function.Predicate;
import java.util.jar.JarFile;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What a native image is asked for by name is declared: the engine's own lists of services and
 * functions, every type that rules may hold, and all that {@link TraceAgent} sees when {@link
 * ClosedWorldRun} compiles and runs rules.
 *
 * <p>Not covered: what other rules than these reach, such as the methods of a collection that no
 * fact here holds, and whether the image builds.
 */
class NativeDeclarationTest {

  private static final String DECLARATIONS = "META-INF/native-image/dev.plumbline/";

  /** Who asks: the engine and what of ours is close to it. */
  private static final Predicate<String> ENGINE =
      Pattern.compile("(org\\.(drools|kie)|dev\\.plumbline\\.(language|engine))\\..*")
          .asMatchPredicate();

  /** Looked for and, in a native image, rightly missed: generated classes, JNDI and JMX. */
  private static final Set<String> BETTER_MISSED =
      Set.of("class java.lang.management.ManagementFactory", "class javax.naming.InitialContext");

  private final Map<String, Set<String>> reflection = new HashMap<>();
  private final List<Pattern> resources = new ArrayList<>();

  @TempDir Path folder;

  NativeDeclarationTest() throws IOException {
    for (String file : List.of("vocabulary/reflect-config.json", "engine/reflect-config.json")) {
      for (JsonNode type : json(file)) {
        var flags = reflection.computeIfAbsent(type.get("name").asText(), n -> new HashSet<>());
        type.fieldNames().forEachRemaining(flags::add);
      }
    }
    for (JsonNode include : json("engine/resource-config.json").at("/resources/includes")) {
      resources.add(Pattern.compile(include.get("pattern").asText()));
    }
    // application.properties: quarkus.native.resources.includes
    resources.add(Pattern.compile("(rules|examples|META-INF/plumbline)/.+"));
  }

  @Test
  void theEnginesOwnServicesAndFunctionsAreDeclared() throws IOException {
    var missing = new TreeSet<String>();
    var seen = new ArrayList<String>();
    eachFileOfTheClassPath(
        (name, text) -> {
          if (name.matches("META-INF/services/org\\.(drools|kie)\\..+")) {
            seen.add(name);
            missing.addAll(unless(hasResource(name), name));
            text.lines()
                .map(line -> line.replaceAll("#.*", "").strip())
                .filter(provider -> !provider.isEmpty())
                .forEach(
                    provider ->
                        missing.addAll(
                            unless(declares(provider, "allPublicConstructors"), provider)));
          } else if (name.matches("META-INF/kie\\.default.*\\.conf")) {
            seen.add(name);
            missing.addAll(unless(hasResource(name), name));
            properties(text).values().stream()
                .map(Object::toString)
                .filter(value -> value.startsWith("org.drools."))
                .filter(value -> !value.endsWith("DialectConfiguration"))
                .filter(value -> !value.endsWith("ConsequenceExceptionHandler"))
                .forEach(
                    value ->
                        missing.addAll(unless(declares(value, "allPublicConstructors"), value)));
          }
        });

    assertThat(seen).hasSizeGreaterThan(10).contains("META-INF/kie.default.properties.conf");
    assertThat(missing).isEmpty();
  }

  /** Quarkus switches off that an image finds services by itself. */
  @Test
  void whatTheAwsSdkLooksUpIsDeclared() throws IOException {
    var missing = new TreeSet<String>();
    var seen = new ArrayList<String>();
    eachFileOfTheClassPath(
        (name, text) -> {
          if (name.matches("META-INF/services/software\\.amazon\\.awssdk\\..+")) {
            seen.add(name);
            missing.addAll(unless(hasResource(name), name));
            text.lines()
                .map(line -> line.replaceAll("#.*", "").strip())
                .filter(provider -> !provider.isEmpty())
                .forEach(
                    provider ->
                        missing.addAll(
                            unless(declares(provider, "allPublicConstructors"), provider)));
          }
        });

    assertThat(seen).contains("META-INF/services/software.amazon.awssdk.http.SdkHttpService");
    assertThat(missing).isEmpty();
    // IRSA: WebIdentityCredentialsUtils of the SDK looks for it.
    assertThat(
            declares(
                "software.amazon.awssdk.services.sts.internal"
                    + ".StsWebIdentityCredentialsProviderFactory",
                "allPublicConstructors"))
        .isTrue();
  }

  @Test
  void factsConclusionsAndTheirValuesAreDeclared() {
    var types = new HashSet<Class<?>>();
    Stream.of(FactTypes.ALL, ConclusionTypes.ALL)
        .flatMap(List::stream)
        .forEach(type -> addMentioned(type.type(), types));

    assertThat(types).hasSizeGreaterThan(50);
    assertThat(types)
        .allSatisfy(
            type ->
                assertThat(reflection.getOrDefault(type.getName(), Set.of()))
                    .as(type.getName())
                    .contains("allPublicMethods", "allPublicConstructors"));
  }

  @Test
  void allThatTheEngineReachesByNameIsDeclared() throws Exception {
    String output =
        ForkedJvm.run(
            folder,
            List.of("-javaagent:" + TraceAgent.jar(folder) + "=" + folder),
            ClosedWorldRun.class,
            "product");

    assertThat(output).contains("settled {AmiApproval=60, AmiEligible=27,");
    Set<String> reached = TraceAgent.asked(folder, ENGINE);
    assertThat(reached)
        .hasSizeGreaterThan(200)
        .contains(
            "methods dev.plumbline.fact.Images$Ami",
            "resource META-INF/kie.default.properties.conf");
    assertThat(reached.stream().filter(line -> !isDeclared(line))).isEmpty();
  }

  private boolean isDeclared(String reached) {
    String[] words = reached.split(" ");
    String name = words[1];
    return BETTER_MISSED.contains(reached)
        || name.startsWith("closed-world/")
        || name.startsWith(ClosedWorldRun.class.getName())
        || switch (words[0]) {
          case "class" -> reflection.containsKey(name);
          case "constructors" -> declares(name, "allPublicConstructors");
          case "fields" -> declares(name, "allPublicFields") || declares(name, "allDeclaredFields");
          case "method", "methods" -> declares(name, "allPublicMethods");
          case "resource" -> hasResource(name);
          case "service" ->
              hasResource("META-INF/services/" + name)
                  && declares(words[2], "allPublicConstructors");
          // The JDK's own, which every image holds.
          case "array" -> name.startsWith("java.lang.") || !name.contains(".");
          default -> throw new IllegalStateException(reached);
        };
  }

  private boolean declares(String type, String flag) {
    return reflection.getOrDefault(type, Set.of()).contains(flag);
  }

  private boolean hasResource(String name) {
    return resources.stream().anyMatch(pattern -> pattern.matcher(name).matches());
  }

  private static List<String> unless(boolean declared, String name) {
    return declared ? List.of() : List.of(name);
  }

  private static void addMentioned(Type mentioned, Set<Class<?>> types) {
    if (mentioned instanceof ParameterizedType generic) {
      for (Type argument : generic.getActualTypeArguments()) {
        addMentioned(argument, types);
      }
    } else if (mentioned instanceof Class<?> type
        && type.getName().startsWith("dev.plumbline.")
        && types.add(type)) {
      for (Method method : type.getMethods()) {
        addMentioned(method.getGenericReturnType(), types);
        for (Type parameter : method.getGenericParameterTypes()) {
          addMentioned(parameter, types);
        }
      }
    }
  }

  private static JsonNode json(String file) throws IOException {
    try (InputStream stream =
        NativeDeclarationTest.class.getResourceAsStream("/" + DECLARATIONS + file)) {
      return new ObjectMapper().readTree(Objects.requireNonNull(stream, file));
    }
  }

  private static Properties properties(String text) {
    var properties = new Properties();
    try {
      properties.load(new StringReader(text));
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
    return properties;
  }

  /** The files under META-INF with their text: the jars' and our own. */
  private static void eachFileOfTheClassPath(BiConsumer<String, String> action) throws IOException {
    for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
      Path place = Path.of(entry);
      if (entry.endsWith(".jar") && Files.exists(place)) {
        try (var jar = new JarFile(place.toFile())) {
          for (var file : jar.stream().filter(f -> f.getName().startsWith("META-INF/")).toList()) {
            try (InputStream content = jar.getInputStream(file)) {
              action.accept(
                  file.getName(), new String(content.readAllBytes(), StandardCharsets.UTF_8));
            }
          }
        }
      } else if (Files.isDirectory(place.resolve("META-INF/services"))) {
        try (var files = Files.list(place.resolve("META-INF/services"))) {
          for (Path file : files.toList()) {
            action.accept("META-INF/services/" + file.getFileName(), Files.readString(file));
          }
        }
      }
    }
  }
}
