package dev.plumbline.log.s3;

import static org.assertj.core.api.Assertions.assertThat;

import com.oracle.svm.core.annotate.Substitute;
import com.oracle.svm.core.annotate.TargetClass;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.lang.reflect.Method;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * A native image is not built while a class that can be reached is missing: of the AWS SDK nothing
 * comes to its optional library but by methods that are replaced.
 */
class WithoutCrtTest {

  /** The library, and what of the SDK is of use with it alone. */
  private static final Pattern CRT =
      Pattern.compile(
          "software\\.amazon\\.awssdk\\.(crt|crtcore|http\\.auth\\.aws\\.crt)\\..+"
              + "|.+\\.XxHashChecksum");

  @Test
  void whatIsReplacedIsThere() throws NoSuchMethodException {
    assertThat(replaced()).hasSize(4);
    for (Method method : replaced()) {
      Method own = target(method).getDeclaredMethod(method.getName(), method.getParameterTypes());
      assertThat(own.getReturnType()).as(own.toString()).isEqualTo(method.getReturnType());
      assertThat(own.getModifiers()).as(own.toString()).isEqualTo(method.getModifiers());
    }
  }

  @Test
  void everyWayToTheLibraryIsReplaced() {
    JavaClasses sdk =
        new ClassFileImporter()
            .importPackages(
                "software.amazon.awssdk.auth",
                "software.amazon.awssdk.awscore",
                "software.amazon.awssdk.checksums",
                "software.amazon.awssdk.core",
                "software.amazon.awssdk.http",
                "software.amazon.awssdk.utils");
    var ways = new TreeSet<String>();
    for (JavaClass type : sdk) {
      if (!CRT.matcher(type.getName()).matches()) {
        for (JavaCodeUnit unit : type.getCodeUnits()) {
          if (accesses(unit).anyMatch(a -> CRT.matcher(a.getTargetOwner().getName()).matches())) {
            ways.add(type.getName() + "." + unit.getName());
          }
        }
      }
    }

    assertThat(ways)
        .containsExactlyInAnyOrderElementsOf(
            replaced().stream().map(it -> target(it).getName() + "." + it.getName()).toList());
  }

  private static Stream<? extends JavaAccess<?>> accesses(JavaCodeUnit unit) {
    return unit.getAccessesFromSelf().stream();
  }

  private static List<Method> replaced() {
    return Stream.of(WithoutCrt.class.getDeclaredClasses())
        .flatMap(type -> Stream.of(type.getDeclaredMethods()))
        .filter(method -> method.isAnnotationPresent(Substitute.class))
        .toList();
  }

  private static Class<?> target(Method method) {
    return method.getDeclaringClass().getAnnotation(TargetClass.class).value();
  }
}
