package dev.plumbline.image;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import dev.plumbline.ProgramClasses;
import dev.plumbline.language.NativeImage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.List;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * Classes are initialized while a native image is built, all but those that application.properties
 * names: what their static fields hold is kept in the image. So nothing of the machine that builds
 * it may get into those of ours, nor anything that is to be initialized where it runs.
 */
class BuildTimeStateTest {

  /** What application.properties has initialized where the program runs: packages and classes. */
  private static final List<String> AT_RUN_TIME = atRunTime();

  /**
   * A reading of the clock, of the environment, of the machine; randomness; threads; open files.
   */
  private static final Pattern CAPTURED =
      Pattern.compile(
          "java\\.lang\\.System\\.(getenv|getProperty|getProperties|currentTimeMillis|nanoTime)"
              + "|java\\.(time\\.\\w+|util\\.Date)\\.now"
              + "|java\\.time\\.ZoneId\\.systemDefault|java\\.util\\.Locale\\.getDefault"
              + "|java\\.nio\\.charset\\.Charset\\.defaultCharset"
              + "|java\\.util\\.(Random|SplittableRandom)\\.<init>|java\\.security\\.SecureRandom\\..+"
              + "|java\\.util\\.UUID\\.randomUUID|java\\.util\\.concurrent\\.ThreadLocalRandom\\..+"
              + "|java\\.lang\\.Thread\\..+|java\\.util\\.concurrent\\.Executors\\..+"
              + "|java\\.lang\\.Runtime\\.availableProcessors|java\\.lang\\.ProcessHandle\\..+"
              + "|java\\.nio\\.file\\.Files\\..+|java\\.net\\.(InetAddress|NetworkInterface)\\..+"
              + "|java\\.net\\.http\\.HttpClient\\..+|java\\.io\\.File\\w*Stream\\.<init>");

  @Test
  void nothingOfTheMachineThatBuildsIsKept() {
    var found = new TreeSet<String>();
    int initializers = 0;
    for (JavaClass type : ProgramClasses.ALL) {
      if (!isAtRunTime(type.getName()) && type.getStaticInitializer().isPresent()) {
        initializers++;
        found.addAll(reached(type.getStaticInitializer().get()));
      }
    }

    assertThat(AT_RUN_TIME).contains("software.amazon.awssdk");
    assertThat(initializers).isGreaterThan(100);
    assertThat(found).isEmpty();
  }

  /** Positive control: what is initialized where it runs does keep what it should not. */
  @Test
  void whatIsKeptIsSeen() {
    JavaClasses classes = new ClassFileImporter().importClasses(Keeps.class, Keeper.class);

    assertThat(reached(classes.get(Keeps.class).getStaticInitializer().orElseThrow()))
        .singleElement()
        .asString()
        .contains("Keeps")
        .contains("java.lang.System.getenv");
  }

  /** What an initializer comes to by way of our own code, which is followed; else empty. */
  private static Set<String> reached(JavaCodeUnit initializer) {
    var found = new TreeSet<String>();
    var seen = new HashSet<JavaCodeUnit>();
    var open = new ArrayDeque<JavaCodeUnit>(List.of(initializer));
    while (!open.isEmpty()) {
      JavaCodeUnit unit = open.pop();
      if (!seen.add(unit)) {
        continue;
      }
      for (var read : unit.getFieldAccesses()) {
        if (isAtRunTime(read.getTargetOwner().getName())) {
          found.add(initializer.getOwner().getName() + " reads " + read.getTarget().getFullName());
        }
      }
      for (var call : unit.getCallsFromSelf()) {
        // A lambda that is kept is run later.
        if (call.isDeclaredInLambda()) {
          continue;
        }
        // Only whether there is more to set up now.
        if (call.getTargetOwner().isEquivalentTo(NativeImage.class)
            && call.getName().equals("isBeingBuilt")) {
          continue;
        }
        String called =
            call.getTargetOwner().getName() + "." + call.getName().replaceAll("\\(.*", "");
        if (isAtRunTime(called) || CAPTURED.matcher(called).matches()) {
          found.add(initializer.getOwner().getName() + " comes to " + called);
        } else if (called.startsWith("dev.plumbline.")) {
          call.getTarget().resolveMember().ifPresent(member -> open.add((JavaCodeUnit) member));
        }
      }
    }
    return found;
  }

  static boolean isAtRunTime(String name) {
    return AT_RUN_TIME.stream().anyMatch(each -> name.equals(each) || name.startsWith(each + "."));
  }

  private static List<String> atRunTime() {
    var settings = new Properties();
    try (var file = Files.newInputStream(Path.of("src/main/resources/application.properties"))) {
      settings.load(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    String option = settings.getProperty("quarkus.native.additional-build-args");
    return List.of(option.substring(option.indexOf('=') + 1).split("\\\\,"));
  }

  private static final class Keeps {
    static final String HOME = Keeper.home();
  }

  private static final class Keeper {
    static String home() {
      return System.getenv("HOME");
    }
  }
}
