package dev.plumbline.image;

import static org.assertj.core.api.Assertions.assertThat;

import com.oracle.svm.core.annotate.Substitute;
import com.oracle.svm.core.annotate.TargetClass;
import com.tngtech.archunit.core.domain.AccessTarget.CodeUnitAccessTarget;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import dev.plumbline.ProgramClasses;
import java.io.File;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.drools.modelcompiler.KieBaseBuilder;
import org.junit.jupiter.api.Test;
import org.kie.api.builder.model.KieBaseModel;
import software.amazon.awssdk.regions.GeneratedServiceMetadataProvider;
import software.amazon.awssdk.regions.ServiceMetadataProvider;

/**
 * What a native image has in place of methods of libraries. It is not built while a class that can
 * be reached is missing: nothing comes to a library that is not part of Plumbline but by methods
 * that are replaced, or never called.
 */
class SubstitutesTest {

  /** The library, and what of the SDK is of use with it alone. */
  private static final Pattern CRT =
      Pattern.compile(
          "software\\.amazon\\.awssdk\\.(crt|crtcore|http\\.auth\\.aws\\.crt)\\..+"
              + "|.+\\.XxHashChecksum");

  private static final JavaClasses ENGINE =
      new ClassFileImporter().importPackages("org.drools", "org.kie");

  private static final Pattern DROOLS_COMPILER = Pattern.compile("org\\.drools\\.compiler\\..+");

  /**
   * What makes a rule base of a project (kmodule.xml), which needs that library as a whole. Ours is
   * made of rules.
   */
  private static final Pattern OF_PROJECTS =
      Pattern.compile(
          "org\\.drools\\.modelcompiler\\.Canonical(InternalKieModule|KieBaseUpdater|KieModule"
              + "|KieModuleModel|KieModuleProvider)(\\$.+)?");

  /** One of several methods of that name: the one for a project. */
  private static final String OF_A_PROJECT =
      "org.drools.modelcompiler.KieBaseBuilder.createKieBaseFromModel";

  private static final Pattern SDK = Pattern.compile(".*/software/amazon/awssdk/.+\\.jar");

  private static final Pattern KEPT_CONFIGURATION =
      Pattern.compile("org\\.drools\\.util\\.Config\\$ConfigResolverHolder");

  @Test
  void whatIsReplacedIsThere() throws NoSuchMethodException {
    assertThat(replaced("")).hasSize(13);
    for (Method method : replaced("")) {
      Method own = target(method).getDeclaredMethod(method.getName(), method.getParameterTypes());
      assertThat(own.getReturnType()).as(own.toString()).isEqualTo(method.getReturnType());
      assertThat(own.getModifiers()).as(own.toString()).isEqualTo(method.getModifiers());
    }
  }

  @Test
  void everyWayToAwsCrtIsReplaced() {
    JavaClasses sdk =
        new ClassFileImporter()
            .importPackages(
                "software.amazon.awssdk.auth",
                "software.amazon.awssdk.awscore",
                "software.amazon.awssdk.checksums",
                "software.amazon.awssdk.core",
                "software.amazon.awssdk.http",
                "software.amazon.awssdk.utils");

    assertThat(ways(sdk, CRT, isOutside(CRT)))
        .isEqualTo(
            names(replaced("software.amazon.awssdk.checksums", "software.amazon.awssdk.http")));
  }

  @Test
  void everyWayToDroolsCompilerIsReplaced() {
    Set<String> ways = ways(ENGINE, DROOLS_COMPILER, isOutside(OF_PROJECTS));

    assertThat(ways.remove(OF_A_PROJECT)).isTrue();
    assertThat(ways).isEqualTo(names(replaced("org.drools.modelcompiler")));
  }

  /** Else a native image would hold that of the machine that built it: {@link ImageHeapTest}. */
  @Test
  void everyWayToTheKeptConfigurationIsReplaced() {
    assertThat(ways(ENGINE, KEPT_CONFIGURATION, isOutside(KEPT_CONFIGURATION)))
        .isEqualTo(names(replaced("org.drools.util")))
        .isNotEmpty();
  }

  @Test
  void nothingIsMadeOfProjects() {
    assertThat(ways(ENGINE, OF_PROJECTS, isOutside(OF_PROJECTS))).isEmpty();
    assertThat(ways(ProgramClasses.ALL, OF_PROJECTS, type -> true)).isEmpty();
    assertThat(Stream.of(ENGINE, ProgramClasses.ALL).flatMap(JavaClasses::stream))
        .filteredOn(type -> isOutside(OF_PROJECTS).test(type.getName()))
        .flatExtracting(JavaClass::getCodeUnits)
        .noneMatch(unit -> accesses(unit).anyMatch(SubstitutesTest::isOfAProject));
  }

  @Test
  void everyServiceWithAClientKeepsItsEndpoints() throws Exception {
    JavaClass used =
        ProgramClasses.ALL.stream()
            .filter(type -> type.isAssignableTo(ServiceMetadataProvider.class))
            .findFirst()
            .orElseThrow();
    Constructor<?> constructor = used.reflect().getDeclaredConstructor();
    constructor.setAccessible(true);
    var kept = (ServiceMetadataProvider) constructor.newInstance();
    var all = new GeneratedServiceMetadataProvider();

    Set<String> services = services();
    assertThat(services).contains("ec2", "s3");
    for (String service : services) {
      assertThat(kept.serviceMetadata(service))
          .as(service)
          .hasSameClassAs(all.serviceMetadata(service));
    }
    assertThat(kept.serviceMetadata("xray")).isNull();
  }

  /** What each client on the class path has its endpoints by. */
  private static Set<String> services() throws Exception {
    var services = new TreeSet<String>();
    for (String place : System.getProperty("java.class.path").split(File.pathSeparator)) {
      if (!SDK.matcher(place).matches()) {
        continue;
      }
      try (FileSystem jar = FileSystems.newFileSystem(Path.of(place))) {
        Path folder = jar.getPath("/software/amazon/awssdk/services");
        if (Files.exists(folder)) {
          services.addAll(services(folder));
        }
      }
    }
    return services;
  }

  private static Set<String> services(Path folder) throws Exception {
    var services = new TreeSet<String>();
    try (Stream<Path> files = Files.walk(folder, 2)) {
      for (Path file : files.filter(it -> it.toString().endsWith("Client.class")).toList()) {
        String name = file.toString().substring(1).replace('/', '.').replace(".class", "");
        services.add((String) Class.forName(name).getField("SERVICE_METADATA_ID").get(null));
      }
    }
    return services;
  }

  private static boolean isOfAProject(JavaAccess<?> access) {
    return access.getTargetOwner().isEquivalentTo(KieBaseBuilder.class)
        && access.getTarget() instanceof CodeUnitAccessTarget method
        && method.getName().equals("createKieBaseFromModel")
        && method.getRawParameterTypes().stream()
            .anyMatch(it -> it.isEquivalentTo(KieBaseModel.class));
  }

  private static Predicate<String> isOutside(Pattern classes) {
    return type -> !classes.matcher(type).matches();
  }

  /** Methods of some classes that call, or read, what is of others. */
  private static Set<String> ways(JavaClasses all, Pattern to, Predicate<String> from) {
    var ways = new TreeSet<String>();
    for (JavaClass type : all) {
      if (from.test(type.getName())) {
        for (JavaCodeUnit unit : type.getCodeUnits()) {
          if (accesses(unit).anyMatch(it -> to.matcher(it.getTargetOwner().getName()).matches())) {
            ways.add(type.getName() + "." + unit.getName());
          }
        }
      }
    }
    return ways;
  }

  private static Stream<? extends JavaAccess<?>> accesses(JavaCodeUnit unit) {
    return unit.getAccessesFromSelf().stream();
  }

  private static Set<String> names(List<Method> methods) {
    var names = new TreeSet<String>();
    methods.forEach(it -> names.add(target(it).getName() + "." + it.getName()));
    return names;
  }

  /** The substitutes for methods of some packages. */
  private static List<Method> replaced(String... packages) {
    return ProgramClasses.ALL.stream()
        .filter(type -> type.isAnnotatedWith(TargetClass.class))
        .map(JavaClass::reflect)
        .flatMap(type -> Stream.of(type.getDeclaredMethods()))
        .filter(method -> method.isAnnotationPresent(Substitute.class))
        .filter(method -> Stream.of(packages).anyMatch(target(method).getName()::startsWith))
        .toList();
  }

  private static Class<?> target(Method method) {
    return method.getDeclaringClass().getAnnotation(TargetClass.class).value();
  }
}
