package dev.plumbline.image;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.jar.JarFile;
import java.util.regex.Pattern;

/**
 * What a native image is told: the files below {@code META-INF/native-image} of jars. Tells which
 * lines of a trace ask for something else.
 */
final class Declarations {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Pattern FILE =
      Pattern.compile("META-INF/native-image/(.+/)?(?<kind>reflect|resource|proxy)-config\\.json");

  /** What may be asked of each type: flags, {@code method NAME} and {@code field}. */
  private final Map<String, Set<String>> reflection = new HashMap<>();

  private final Set<String> resources = new TreeSet<>();
  private final Set<String> bundles = new TreeSet<>();
  private final Set<String> proxies = new TreeSet<>();

  /** The declarations in these jars, each of which may have any number of files of them. */
  static Declarations of(Collection<Path> jars) throws IOException {
    var declarations = new Declarations();
    for (Path path : jars) {
      try (var jar = new JarFile(path.toFile())) {
        for (var entry : jar.stream().toList()) {
          var file = FILE.matcher(entry.getName());
          if (file.matches()) {
            try (InputStream content = jar.getInputStream(entry)) {
              declarations.add(file.group("kind"), JSON.readTree(content));
            }
          }
        }
      }
    }
    return declarations;
  }

  /** Those of the jar that native-image is given, and of the libraries beside it. */
  static Declarations ofSources(Path folder) throws IOException {
    try (var runner = Files.list(folder);
        var libraries = Files.list(folder.resolve("lib"))) {
      return of(
          java.util.stream.Stream.concat(runner, libraries)
              .filter(path -> path.toString().endsWith(".jar"))
              .sorted()
              .toList());
    }
  }

  /** Adds what one file says. */
  void add(String kind, JsonNode content) {
    switch (kind) {
      case "reflect" -> content.forEach(this::addType);
      case "proxy" -> content.forEach(each -> proxies.add(names(each.path("interfaces"))));
      default -> {
        JsonNode listed = content.path("resources");
        (listed.isArray() ? listed : listed.path("includes"))
            .forEach(each -> resources.add(each.path("pattern").asText()));
        content.path("bundles").forEach(each -> bundles.add(bundle(each.path("name").asText())));
      }
    }
  }

  private void addType(JsonNode type) {
    var flags =
        reflection.computeIfAbsent(type.path("name").asText(), name -> new HashSet<String>());
    for (var field : type.properties()) {
      if (field.getValue().asBoolean()) {
        flags.add(field.getKey());
      }
    }
    type.path("methods").forEach(each -> flags.add("method " + each.path("name").asText()));
    if (!type.path("fields").isEmpty()) {
      flags.add("field");
    }
  }

  /** The same without one: {@code word} as in a line of a trace, {@code name} as after it. */
  Declarations without(String word, String name) {
    var fewer = new Declarations();
    reflection.forEach((type, flags) -> fewer.reflection.put(type, new HashSet<>(flags)));
    fewer.resources.addAll(resources);
    fewer.bundles.addAll(bundles);
    fewer.proxies.addAll(proxies);
    switch (word) {
      case "class" -> fewer.reflection.remove(name);
      case "constructors" -> fewer.reflection.get(name).removeIf(Declarations::makes);
      case "methods" -> fewer.reflection.get(name).removeIf(Declarations::calls);
      case "fields" -> fewer.reflection.get(name).removeIf(Declarations::reads);
      case "resource" -> fewer.resources.removeIf(pattern -> Pattern.matches(pattern, name));
      case "service" -> fewer.resources.removeIf(p -> Pattern.matches(p, service(name)));
      case "proxy" -> fewer.proxies.remove(name);
      default -> throw new IllegalArgumentException(word);
    }
    return fewer;
  }

  /** The types of a package and those below that something is declared of, whatever it is. */
  Set<String> types(String within) {
    var types = new TreeSet<>(reflection.keySet());
    types.removeIf(type -> !type.startsWith(within + "."));
    return types;
  }

  /** What is asked for and not declared, sorted, each with one of those who ask. */
  List<String> missing(Collection<String> trace) {
    var missing = new TreeMap<String, String>();
    for (String line : trace) {
      String asked = line.substring(0, line.indexOf(ReflectionTrace.BY));
      String[] words = asked.split(" ");
      if (!declares(words[0], words[1], words.length > 2 ? words[2] : "")) {
        missing.putIfAbsent(asked, line);
      }
    }
    return List.copyOf(missing.values());
  }

  private boolean declares(String word, String name, String detail) {
    Set<String> flags = reflection.getOrDefault(name, Set.of());
    return switch (word) {
      case "class" -> reflection.containsKey(name);
      case "constructors" -> flags.stream().anyMatch(Declarations::makes);
      case "methods" -> flags.stream().anyMatch(Declarations::calls);
      case "method" ->
          flags.contains("method " + detail)
              || flags.contains("allPublicMethods")
              || flags.contains("allDeclaredMethods");
      case "fields" -> flags.stream().anyMatch(Declarations::reads);
      case "components" -> flags.contains("allRecordComponents");
      case "resource" -> hasResource(name);
      case "service" ->
          hasResource(service(name))
              && reflection.getOrDefault(detail, Set.of()).stream().anyMatch(Declarations::makes);
      case "proxy" -> proxies.contains(name);
      case "bundle" -> bundles.contains(name);
      case "array" -> reflection.containsKey(name);
      default -> false;
    };
  }

  private boolean hasResource(String name) {
    return resources.stream().anyMatch(pattern -> Pattern.matches(pattern, name));
  }

  private static boolean makes(String flag) {
    return flag.endsWith("Constructors") || flag.equals("method <init>");
  }

  private static boolean calls(String flag) {
    return flag.endsWith("Methods") || flag.startsWith("method ") && !flag.equals("method <init>");
  }

  private static boolean reads(String flag) {
    return flag.endsWith("Fields") || flag.equals("field");
  }

  private static String service(String name) {
    return "META-INF/services/" + name;
  }

  private static String bundle(String name) {
    return name.substring(name.indexOf(':') + 1);
  }

  private static String names(JsonNode interfaces) {
    var names = new java.util.StringJoiner(",");
    interfaces.forEach(each -> names.add(each.asText()));
    return names.toString();
  }
}
