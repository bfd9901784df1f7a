package dev.plumbline.wiring;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import dev.plumbline.ProgramClasses;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import io.smallrye.config.WithName;
import io.smallrye.config.common.utils.StringUtil;
import java.io.IOException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * docs/configuration.md is generated from the interfaces that are mapped to configuration and what
 * they say about themselves; {@code -Dgolden.update=true} writes it anew.
 */
class ConfigurationIndexTest {

  private static final Path INDEX = Path.of("docs/configuration.md");
  private static final Path HEAD = Path.of("docs/configuration.head.md");

  @Test
  void indexIsUpToDate() throws IOException {
    // Given
    List<Class<?>> mappings = mappings();

    // When
    String index = index(mappings);

    // Then
    if (Boolean.getBoolean("golden.update")) {
      Files.writeString(INDEX, index);
    }
    assertThat(index)
        .as(
            "docs/configuration.md is stale."
                + " Try: ./mvnw test -Dtest=ConfigurationIndexTest -Dgolden.update=true")
        .isEqualTo(Files.readString(INDEX));
  }

  private static List<Class<?>> mappings() {
    return ProgramClasses.ALL.stream()
        .filter(type -> type.isAnnotatedWith(ConfigMapping.class))
        .<Class<?>>map(JavaClass::reflect)
        .sorted(Comparator.comparing(ConfigurationIndexTest::prefix))
        .toList();
  }

  private static String index(List<Class<?>> mappings) throws IOException {
    var text = new StringBuilder(Files.readString(HEAD));
    for (Class<?> mapping : mappings) {
      text.append("\n## ").append(prefix(mapping)).append("\n\n");
      text.append(said(mapping, "interface " + mapping.getSimpleName())).append("\n\n");
      text.append("| key | variable | is | unless set |\n|---|---|---|---|\n");
      for (Map.Entry<String, String> key : keys(prefix(mapping), mapping).entrySet()) {
        text.append(key.getValue());
      }
    }
    return text.toString();
  }

  /** A line for each key of {@code mapping}, in the order of the keys. */
  private static TreeMap<String, String> keys(String prefix, Class<?> mapping) throws IOException {
    var keys = new TreeMap<String, String>();
    for (Method method : mapping.getDeclaredMethods()) {
      if (!Modifier.isAbstract(method.getModifiers())) {
        continue;
      }
      WithName name = method.getAnnotation(WithName.class);
      String key =
          prefix + "." + (name == null ? StringUtil.skewer(method.getName()) : name.value());
      if (method.getReturnType().isInterface() && isOurs(method.getReturnType())) {
        keys.putAll(keys(key, method.getReturnType()));
        continue;
      }
      String told = said(mapping, Pattern.quote(" " + method.getName() + "()"));
      boolean map = Map.class.isAssignableFrom(method.getReturnType());
      key = map ? key + ".NAME" : key;
      keys.put(
          key,
          "| `%s` | `%s` | %s (%s) | %s |%n"
              .formatted(
                  key,
                  StringUtil.replaceNonAlphanumericByUnderscores(key).toUpperCase(Locale.ROOT),
                  told.replace("|", "\\|"),
                  kind(method),
                  unlessSet(method)));
    }
    return keys;
  }

  private static String unlessSet(Method method) {
    WithDefault given = method.getAnnotation(WithDefault.class);
    if (given != null) {
      return "`" + given.value() + "`";
    }
    boolean open =
        Optional.class.isAssignableFrom(method.getReturnType())
            || Map.class.isAssignableFrom(method.getReturnType());
    return open ? "" : "must be set";
  }

  private static String kind(Method method) {
    Type type = method.getGenericReturnType();
    if (type instanceof ParameterizedType generic) {
      Type[] arguments = generic.getActualTypeArguments();
      type = arguments[arguments.length - 1];
    }
    String name = type instanceof Class<?> known ? known.getSimpleName() : type.getTypeName();
    return switch (name) {
      case "int", "long", "Integer", "Long", "double", "Double" -> "number";
      case "boolean", "Boolean" -> "true or false";
      case "Duration" -> "duration";
      case "MemorySize" -> "size";
      case "Path" -> "path";
      case "URI" -> "URL";
      case "String" -> "text";
      default -> name;
    };
  }

  private static boolean isOurs(Class<?> type) {
    return type.getName().startsWith("dev.plumbline.");
  }

  private static String prefix(Class<?> mapping) {
    return Objects.requireNonNull(mapping.getAnnotation(ConfigMapping.class)).prefix();
  }

  /** The Javadoc of what {@code declared} matches in the source of {@code type}, on one line. */
  private static String said(Class<?> type, String declared) throws IOException {
    String file = type.getName().replaceAll("\\$.*", "").replace('.', '/') + ".java";
    String source = Files.readString(Path.of("src/main/java", file));
    // What is declared in a nested interface is looked for after its beginning.
    int begin = Math.max(0, source.indexOf("interface " + type.getSimpleName()));
    int from = declared.startsWith("interface") ? 0 : begin;
    Matcher place = Pattern.compile(declared).matcher(source);
    assertThat(place.find(from)).as("%s in %s", declared, file).isTrue();
    int end = source.lastIndexOf("*/", place.start());
    int start = source.lastIndexOf("/**", place.start());
    assertThat(start).as("Javadoc of %s in %s", declared, file).isGreaterThanOrEqualTo(from);
    return source
        .substring(start + "/**".length(), end)
        .replaceAll("\\s*\\n\\s*\\* ?", " ")
        .replaceAll("(?s)@param.*", "")
        .replaceAll("\\{@(?:code|link) ([^}]*)}", "`$1`")
        .replaceAll("\\s+", " ")
        .strip();
  }
}
