package dev.plumbline;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import dev.plumbline.conclusion.ConclusionTypes;
import dev.plumbline.fact.FactTypes;
import dev.plumbline.fact.ObjectKind;
import dev.plumbline.fact.RecordType;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Data moves one way, and each package sees only what it may: the table in docs/architecture.md.
 */
class ArchitectureTest {

  private static final String ROOT = "dev.plumbline.";

  /** What each package may import of ours, beside itself. */
  private static final Map<String, List<String>> MAY_IMPORT =
      Map.ofEntries(
          mayImport("client"),
          mayImport("work"),
          mayImport("fact"),
          mayImport("conclusion", "fact"),
          mayImport("policy", "fact", "conclusion"),
          mayImport("source", "client", "work", "fact"),
          mayImport("language", "fact", "conclusion", "policy"),
          mayImport("archive", "language"),
          mayImport("engine", "language", "fact", "conclusion"),
          mayImport("why", "language", "engine", "source", "fact", "conclusion"),
          mayImport("log", "client", "work"),
          mayImport("bundle", "client", "work", "archive", "language", "log"),
          mayImport("action", "client", "work", "fact", "conclusion", "log"),
          mayImport("query", "log", "action", "fact", "conclusion"),
          mayImport("exchange", "client", "work", "fact", "source", "language", "log", "action"),
          mayImport(
              "loop",
              "client",
              "work",
              "fact",
              "conclusion",
              "source",
              "language",
              "engine",
              "action",
              "log"),
          mayImport(
              "view",
              "fact",
              "conclusion",
              "policy",
              "source",
              "language",
              "engine",
              "action",
              "loop"),
          mayImport("scenario", "fact", "conclusion", "source", "language", "engine", "loop"),
          mayImport(
              "wiring",
              "exchange",
              "client",
              "work",
              "fact",
              "conclusion",
              "source",
              "language",
              "engine",
              "action",
              "loop"),
          mayImport(
              "trial", "fact", "conclusion", "source", "language", "engine", "loop", "scenario"),
          mayImport(
              "revision",
              "bundle",
              "client",
              "work",
              "fact",
              "conclusion",
              "source",
              "language",
              "engine",
              "action",
              "loop",
              "scenario",
              "trial",
              "wiring"),
          mayImport(
              "record",
              "client",
              "work",
              "fact",
              "conclusion",
              "source",
              "language",
              "engine",
              "action",
              "log",
              "query",
              "loop",
              "scenario",
              "wiring",
              "trial",
              "revision"),
          mayImport(
              "backtest",
              "archive",
              "bundle",
              "fact",
              "conclusion",
              "source",
              "language",
              "engine",
              "log",
              "loop",
              "record",
              "revision"),
          mayImport("fleet", "fact", "conclusion", "log", "query"),
          mayImport(
              "rehearsal",
              "client",
              "fact",
              "conclusion",
              "source",
              "language",
              "engine",
              "action",
              "log",
              "loop",
              "wiring"),
          mayImport(
              "cli",
              "bundle",
              "client",
              "work",
              "fact",
              "conclusion",
              "source",
              "language",
              "engine",
              "why",
              "action",
              "log",
              "query",
              "loop",
              "scenario",
              "wiring",
              "trial",
              "revision",
              "record",
              "rehearsal",
              "backtest",
              "fleet",
              "view"),
          mayImport(
              "web",
              "archive",
              "client",
              "work",
              "fact",
              "conclusion",
              "source",
              "language",
              "engine",
              "why",
              "action",
              "log",
              "query",
              "fleet",
              "loop",
              "scenario",
              "wiring",
              "trial",
              "revision",
              "record",
              "view"));

  private static Map.Entry<String, List<String>> mayImport(String name, String... others) {
    return Map.entry(name, List.of(others));
  }

  private static final JavaClasses CLASSES = ProgramClasses.ALL;

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
  void onlyEngineSeesDrools() {
    noClasses()
        .that()
        .resideOutsideOfPackage(ROOT + "engine")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("org.drools..", "org.kie..")
        .check(CLASSES);
  }

  /** What has no public type in the engine stands in five files, with the reason. */
  @Test
  void internalsOfTheEngineAreSeenInFiveFiles() {
    noClasses()
        .that()
        .haveNameNotMatching(
            ".*\\.(Accumulation|EngineInternals|EngineSubstitutes|IndexedTuples|RightInputs)(\\$.*)?")
        .should()
        .dependOnClassesThat(
            resideInAnyPackage("org.drools..", "org.kie..")
                .and(
                    DescribedPredicate.not(
                        resideInAnyPackage("org.drools.model..", "org.kie.api.."))))
        .check(CLASSES);
  }

  /** docs/adr/0023: the messages of editors alone; JSON is Jackson's everywhere else. */
  @Test
  void onlyTheLanguageServerSeesGson() {
    noClasses()
        .that()
        .resideOutsideOfPackage(ROOT + "cli.lsp")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("com.google.gson..", "org.eclipse.lsp4j..")
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

  /**
   * A name of a fact or conclusion is taken from its class, a kind of the API from {@link
   * ObjectKind}; a literal would outlive a change. Records declare themselves in literals, EC2
   * calls some of its fields like our records, sources see no conclusions, and annotations take
   * nothing but literals.
   */
  @Test
  void namesOfRecordsAreTakenFromTheRecords() throws IOException {
    Set<String> names =
        Stream.concat(FactTypes.ALL.stream(), ConclusionTypes.ALL.stream())
            .map(RecordType::name)
            .collect(Collectors.toSet());
    Pattern literal = Pattern.compile("\"(\\w+)/?\"");
    var found = new TreeSet<String>();
    try (Stream<Path> files = Files.walk(Path.of("src/main/java/dev/plumbline"))) {
      for (Path file : files.filter(each -> each.toString().endsWith(".java")).toList()) {
        if (!file.getParent().endsWith("fact")
            && !file.endsWith("source/Coverage.java")
            && !file.endsWith("source/Ec2Objects.java")
            && !file.endsWith("source/ec2/ImagesFeed.java")) {
          Files.readString(file)
              .lines()
              .filter(line -> !line.strip().matches("(@|\\*|/\\*).*"))
              .flatMap(line -> literal.matcher(line).results())
              .filter(match -> names.contains(match.group(1)))
              .forEach(match -> found.add(file + " " + match.group()));
        }
      }
    }
    assertThat(found).isEmpty();
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
