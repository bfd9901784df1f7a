package dev.plumbline.image;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.language.Tree.RuleNode;
import java.io.File;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * What our static fields hold once the classes are initialized becomes part of a native image, with
 * everything it refers to. {@link BuildTimeStateTest} reads the code for what must not get there;
 * this looks at the objects.
 */
class ImageHeapTest {

  /** Classes of the JDK whose objects are values, or hold only what we put there. */
  private static final Pattern VALUES =
      Pattern.compile(
          "java\\.lang\\.(String|Class|Object|Boolean|Character|Byte|Short|Integer|Long|Float|Double)"
              + "|java\\.lang\\.ThreadLocal|java\\.math\\.Big(Decimal|Integer)"
              + "|java\\.time\\.(Instant|Duration|Period|LocalDate|LocalTime|LocalDateTime)"
              + "|java\\.time\\.(ZoneOffset|ZoneRegion|Clock\\$SystemClock|format\\..+)"
              + "|java\\.util\\.(regex\\.Pattern|HexFormat|UUID|Locale|Base64\\$.+)"
              + "|java\\.util\\.(Comparators|Collections|Map|Comparator)\\$.+"
              + "|java\\.util\\.concurrent\\.(locks\\.Reentrant(ReadWrite)?Lock|atomic\\..+)"
              + "|java\\.net\\.URI|sun\\.nio\\.cs\\..+|java\\.text\\.Decimal.+"
              // The image has a file system of its own, and this becomes a path of it.
              + "|sun\\.nio\\.fs\\.UnixPath");

  private static final Path CLASSES = Path.of("target", "classes");

  /** Quarkus replaces it. */
  private static final String LOGGER = "org.jboss.logging.";

  private final Map<Object, String> seen = new IdentityHashMap<>();
  private final ArrayDeque<Object> open = new ArrayDeque<>();
  private final Set<String> found = new TreeSet<>();

  @Test
  void nothingThatAnImageCannotHold() throws Exception {
    Map<String, Class<?>> classes = initialized();
    int fields = 0;
    for (Class<?> type : classes.values()) {
      for (Field field : type.getDeclaredFields()) {
        if (Modifier.isStatic(field.getModifiers()) && !field.getType().isPrimitive()) {
          fields++;
          add(value(field, null), type.getName() + "." + field.getName());
        }
      }
    }
    follow();

    assertThat(classes).containsKey("dev.plumbline.language.ShippedRules");
    assertThat(fields).isGreaterThan(500);
    assertThat(seen.keySet())
        .describedAs("the shipped rules are in it, parsed")
        .anyMatch(each -> each.getClass().getName().equals(RuleNode.class.getName()));
    assertThat(found).isEmpty();
    Field atWork = classes.get("dev.plumbline.language.AtWork").getDeclaredField("now");
    assertThat(value(atWork, null)).as("the file that was parsed last").isNull();
  }

  private static final class Keeps {
    final List<Runnable> later = List.of(Keeps.of(new Random(1)));

    static Runnable of(Random random) {
      return () -> random.nextInt();
    }
  }

  /** Positive control: by way of a list and a lambda. */
  @Test
  void whatItCannotHoldIsFound() {
    add(new Keeps(), "here");
    follow();

    assertThat(found).singleElement().asString().contains("java.util.Random").contains("here");
  }

  private void add(@Nullable Object object, String by) {
    if (object != null && seen.putIfAbsent(object, by) == null) {
      open.add(object);
    }
  }

  private void follow() {
    while (!open.isEmpty()) {
      Object object = open.pop();
      String by = seen.get(object);
      Class<?> type = object.getClass();
      String name = type.getName();
      if (type.isArray()) {
        for (int i = 0; !type.componentType().isPrimitive() && i < Array.getLength(object); i++) {
          add(Array.get(object, i), by);
        }
      } else if (object instanceof Map<?, ?> map && name.startsWith("java.")) {
        map.forEach(
            (key, each) -> {
              add(key, by);
              add(each, by);
            });
      } else if (object instanceof Iterable<?> all && name.startsWith("java.util.")) {
        all.forEach(each -> add(each, by));
      } else if (object instanceof Optional<?> optional) {
        optional.ifPresent(each -> add(each, by));
      } else if (object instanceof AtomicReference<?> reference) {
        add(reference.get(), by);
      } else if (BuildTimeStateTest.isAtRunTime(name)) {
        found.add(by + " holds " + name + ", which is initialized where the program runs");
      } else if (name.startsWith("java.")
          || name.startsWith("javax.")
          || name.startsWith("sun.")
          || name.startsWith("jdk.")) {
        if (!VALUES.matcher(name).matches() && !(object instanceof Enum<?>)) {
          found.add(by + " holds " + name);
        }
      } else if (!name.startsWith(LOGGER)) {
        fields(object, type, by);
      }
    }
  }

  private void fields(Object object, Class<?> type, String by) {
    for (Class<?> each = type; each != null && each != Object.class; each = each.getSuperclass()) {
      if (each.getName().startsWith("java.")) {
        continue;
      }
      for (Field field : each.getDeclaredFields()) {
        if (!Modifier.isStatic(field.getModifiers()) && !field.getType().isPrimitive()) {
          add(value(field, object), by);
        }
      }
    }
  }

  private static @Nullable Object value(Field field, @Nullable Object of) {
    try {
      field.setAccessible(true);
      return field.get(of);
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(e);
    }
  }

  /**
   * Every class of ours that is initialized by the build, initialized anew: in this JVM other tests
   * may have used them.
   */
  private static Map<String, Class<?>> initialized() throws Exception {
    var places = new ArrayList<URL>();
    for (String place : System.getProperty("java.class.path").split(File.pathSeparator)) {
      places.add(Path.of(place).toUri().toURL());
    }
    // Not closed: what it has loaded is looked at afterwards.
    var loader =
        new URLClassLoader(places.toArray(URL[]::new), ClassLoader.getPlatformClassLoader());
    var classes = new TreeMap<String, Class<?>>();
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    thread.setContextClassLoader(loader);
    try (Stream<Path> files = Files.walk(CLASSES.resolve("dev/plumbline"))) {
      for (Path file : files.filter(each -> each.toString().endsWith(".class")).toList()) {
        String name = CLASSES.relativize(file).toString().replace('/', '.').replace(".class", "");
        if (!BuildTimeStateTest.isAtRunTime(name) && !name.endsWith("package-info")) {
          classes.put(name, Class.forName(name, true, loader));
        }
      }
    } finally {
      thread.setContextClassLoader(before);
    }
    return classes;
  }
}
