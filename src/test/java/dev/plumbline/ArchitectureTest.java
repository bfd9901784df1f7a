package dev.plumbline;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Data moves one way, and each package sees only what it may: the table in docs/architecture.md.
 */
class ArchitectureTest {

  private static final String ROOT = "dev.plumbline.";

  /** What each package may import of ours, beside itself. */
  private static final Map<String, List<String>> MAY_IMPORT =
      Map.of(
          "fact", List.of(),
          "conclusion", List.of("fact"),
          "source", List.of("fact"),
          "rule", List.of("fact", "conclusion"),
          "action", List.of("fact", "conclusion"),
          "audit", List.of("fact", "conclusion", "action"),
          "host", List.of("fact", "conclusion", "source", "rule", "action", "audit"),
          "view", List.of("host", "fact", "conclusion", "rule", "action", "audit"),
          "cli", List.of("view", "host", "fact", "conclusion", "source", "rule", "action", "audit"),
          "web",
              List.of("view", "host", "fact", "conclusion", "source", "rule", "action", "audit"));

  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .importPackages("dev.plumbline");

  @Test
  void everyPackageImportsOnlyWhatItMay() {
    MAY_IMPORT.forEach(
        (name, others) -> {
          var allowed = new TreeSet<>(Set.of(ROOT + name + ".."));
          others.forEach(other -> allowed.add(ROOT + other + ".."));
          DescribedPredicate<JavaClass> ours = resideInAnyPackage("dev.plumbline..");
          DescribedPredicate<JavaClass> named =
              resideInAnyPackage(allowed.toArray(String[]::new)).as(String.join(", ", allowed));
          classes()
              .that()
              .resideInAPackage(ROOT + name + "..")
              .should()
              .onlyDependOnClassesThat(DescribedPredicate.not(ours).or(named))
              .allowEmptyShould(true)
              .check(CLASSES);
        });
  }

  @Test
  void everyPackageIsInTheTable() {
    assertThat(CLASSES.stream().map(type -> type.getPackageName().substring(ROOT.length() - 1)))
        .as("packages below dev.plumbline")
        .allSatisfy(
            name -> assertThat(MAY_IMPORT).containsKey(name.isEmpty() ? "" : name.split("\\.")[1]));
  }

  @Test
  void noCycles() {
    slices().matching(ROOT + "(*)..").should().beFreeOfCycles().check(CLASSES);
  }

  @Test
  void onlyRuleSeesTheEngine() {
    noClasses()
        .that()
        .resideOutsideOfPackage(ROOT + "rule..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("org.drools..", "org.kie..", "org.mvel2..", "org.antlr..")
        .check(CLASSES);
  }

  @Test
  void onlyRecordsTellWhatIsTrueAndWhatFollows() {
    classes()
        .that()
        .implement(ROOT + "fact.Fact")
        .or()
        .implement(ROOT + "conclusion.Conclusion")
        .should()
        .beRecords()
        .check(CLASSES);
  }

  /** The build gives each of them a JVM of its own: profile all-tests of the pom. */
  @Test
  void testsOfAServedApplicationAreTagged() throws IOException {
    try (Stream<Path> files = Files.walk(Path.of("src/test/java/dev/plumbline"))) {
      for (Path file : files.filter(each -> each.toString().endsWith("Test.java")).toList()) {
        String text = Files.readString(file);
        if (text.contains("\n@QuarkusTest\n")) {
          assertThat(text).as("%s", file).contains("\n@Tag(\"served\")\n");
          assertThat(file.toString()).contains("/web/");
        }
      }
    }
  }
}
