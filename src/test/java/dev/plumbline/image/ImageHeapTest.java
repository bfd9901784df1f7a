package dev.plumbline.image;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.language.FileCheck;
import dev.plumbline.language.NativeImage;
import dev.plumbline.language.Tree.RuleNode;
import java.io.File;
import java.io.IOException;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
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
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.drools.core.reteoo.Rete;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.kie.api.KieBase;

/**
 * What static fields hold once their classes are initialized becomes part of a native image, with
 * everything it refers to: ours, among them the shipped rules with the network that the engine has
 * made of them, and the engine's. {@link BuildTimeStateTest} reads our code for what must not get
 * there; this looks at the objects.
 */
class ImageHeapTest {

  /** Classes of the JDK whose objects are values, or hold only what we put there. */
  private static final Pattern VALUES =
      Pattern.compile(
          "java\\.lang\\.(String|StringBuilder|Class|Object|Boolean|Character|Byte|Short|Integer|Long|Float|Double)"
              + "|java\\.lang\\.ThreadLocal(\\$SuppliedThreadLocal)?|java\\.math\\.Big(Decimal|Integer)"
              + "|java\\.time\\.(Instant|Duration|Period|LocalDate|LocalTime|LocalDateTime)"
              + "|java\\.time\\.(ZoneOffset|ZoneRegion|Clock\\$SystemClock|format\\..+)"
              + "|java\\.util\\.(regex\\.Pattern|HexFormat|UUID|Locale|Base64\\$.+)"
              + "|java\\.util\\.(Comparators|Collections|Map|Comparator)\\$.+"
              + "|java\\.util\\.function\\.\\w+\\$\\$Lambda.+"
              + "|java\\.util\\.concurrent\\.(locks\\.Reentrant(ReadWrite)?Lock|atomic\\..+)"
              + "|java\\.net\\.URI|sun\\.nio\\.cs\\..+|java\\.text\\.Decimal.+"
              // The image has a file system of its own, and this becomes a path of it.
              + "|sun\\.nio\\.fs\\.UnixPath");

  private static final Path CLASSES = Path.of("target", "classes");

  /** The property that {@link NativeImage} reads. */
  private static final String IMAGE_CODE = "org.graalvm.nativeimage.imagecode";

  private static final Pattern ENGINE = Pattern.compile("(drools|kie)-.+\\.jar");

  /** Quarkus replaces them. */
  private static final Pattern LOGGER = Pattern.compile("org\\.(jboss\\.logging|slf4j)\\..+");

  /**
   * Classes of the engine that the program does not reach: what is for JMX, for types without a
   * class, what needs a library that is left out or is read by replaced methods alone ({@link
   * SubstitutesTest}).
   */
  private static final Pattern NOT_REACHED =
      Pattern.compile(
          "org\\.drools\\.(core\\.management\\..+|util\\.Config\\$ConfigResolverHolder"
              + "|core\\.base\\.FieldAccessorFactory\\$Holder|modelcompiler\\.Canonical.+"
              + "|wiring\\.apiloader\\.ProjectClassLoader.*"
              + "|wiring\\.statics\\.StaticProjectClassLoader\\$IBMStaticClassLoader)"
              + "|org\\.kie\\.(api\\.prototype|utll\\.xml)\\..+");

  /** Static fields that are read only to define a class. */
  private static final String TO_DEFINE_CLASSES = "PROTECTION_DOMAIN";

  private final Map<Object, String> seen = new IdentityHashMap<>();
  private final ArrayDeque<Object> open = new ArrayDeque<>();
  private final Set<String> found = new TreeSet<>();

  @Test
  void nothingThatAnImageCannotHold() throws Exception {
    Map<String, Class<?>> classes = initialized();
    int fields = 0;
    for (Class<?> type : classes.values()) {
      for (Field field : type.getDeclaredFields()) {
        if (Modifier.isStatic(field.getModifiers())
            && !field.getType().isPrimitive()
            && !field.getName().equals(TO_DEFINE_CLASSES)) {
          fields++;
          add(value(field, null), type.getName() + "." + field.getName());
        }
      }
    }
    follow();

    assertThat(classes)
        .containsKeys("dev.plumbline.language.ShippedRules", KieBase.class.getName());
    assertThat(fields).isGreaterThan(1500);
    assertThat(seen.keySet().stream().map(each -> each.getClass().getName()))
        .describedAs(
            "the shipped rules are in it, parsed and checked, and the network made of them")
        .contains(RuleNode.class.getName(), Rete.class.getName(), FileCheck.class.getName())
        .doesNotContain("dev.plumbline.language.Token");
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
      } else if (!LOGGER.matcher(name).matches()) {
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
   * Every class of ours and of the engine that is initialized by the build, initialized anew: in
   * this JVM other tests may have used them.
   */
  private static Map<String, Class<?>> initialized() throws Exception {
    var places = new ArrayList<URL>();
    var names = new TreeSet<String>();
    for (String place : System.getProperty("java.class.path").split(File.pathSeparator)) {
      Path path = Path.of(place);
      places.add(path.toUri().toURL());
      if (ENGINE.matcher(path.getFileName().toString()).matches()) {
        try (FileSystem jar = FileSystems.newFileSystem(path)) {
          names.addAll(classes(jar.getPath("/"), jar.getPath("/org")));
        }
      }
    }
    names.addAll(classes(CLASSES, CLASSES.resolve("dev/plumbline")));
    // Not closed: what it has loaded is looked at afterwards.
    var loader =
        new URLClassLoader(places.toArray(URL[]::new), ClassLoader.getPlatformClassLoader());
    var classes = new TreeMap<String, Class<?>>();
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    thread.setContextClassLoader(loader);
    System.setProperty(IMAGE_CODE, "buildtime");
    try {
      for (String name : names) {
        if (!BuildTimeStateTest.isAtRunTime(name) && !NOT_REACHED.matcher(name).matches()) {
          classes.put(name, Class.forName(name, true, loader));
        }
      }
    } finally {
      System.clearProperty(IMAGE_CODE);
      thread.setContextClassLoader(before);
    }
    return classes;
  }

  private static Set<String> classes(Path root, Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      return files
          .map(each -> root.relativize(each).toString())
          .filter(each -> each.endsWith(".class") && !each.endsWith("package-info.class"))
          .map(each -> each.replace('/', '.').replace(".class", ""))
          .collect(Collectors.toSet());
    }
  }
}
