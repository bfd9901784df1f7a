package dev.plumbline.image;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.plumbline.engine.ForkedJvm;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * What {@link EveryUse} reflects on is declared to the native image, by the build of ours, by
 * Quarkus or by the library itself: held against the very jars that native-image would be given.
 *
 * <p>Not covered: whether the image builds, and what only native code could show.
 */
@Tag("long")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class DeclarationIT {

  @TempDir static Path folder;

  private String said = "";
  private List<String> asked = List.of();
  private Declarations declared = new Declarations();

  @BeforeAll
  void trace() throws Exception {
    assumeTrue(Reflected.canBeHeld(), "made by ./mvnw verify: " + Reflected.SOURCES);
    said =
        ForkedJvm.run(
            folder,
            List.of("-javaagent:" + TraceAgent.jar(folder) + "=" + folder, "-Xmx1g"),
            EveryUse.class,
            folder.toString());
    asked = Reflected.toDeclare(TraceAgent.lines(folder));
    declared = Declarations.ofSources(Reflected.SOURCES);
  }

  /** Else the rest would prove nothing. */
  @Test
  void allOfItWasUsed() {
    assertThat(said)
        .contains(
            "aws ami-1 123456789012 by way of a proxy segment-0 over TLS 123456789012"
                + " no key AKIAROLE AKIAPOD AKIA")
        .contains("kubernetes none a c 404 by way of a proxy none as made")
        .contains("written done ann bob [POST events, PATCH clusterreports, POST tokenreviews")
        .contains("0 evaluate examples/tour\n")
        .contains("0 explain --why-not")
        .contains("0 audit replay")
        .contains("0 audit bundle")
        .contains("reloaded [two]");
    assertThat(said.lines().filter(line -> line.matches("[1-9] .*"))).isEmpty();
    assertThat(asked).hasSizeGreaterThan(300).noneMatch(line -> line.startsWith("untraced "));
  }

  @Test
  void whatIsReflectedOnIsDeclared() {
    assertThat(declared.missing(asked)).isEmpty();
  }

  /**
   * Of what is declared, native-image makes code for, and for all that it leads to. The index of
   * the models is hidden from Quarkus by .mvn/jvm.config: there are 22 libraries of them, and more
   * in a later version.
   */
  @Test
  void fewOfTheModelsOfKubernetesAreDeclared() {
    assertThat(declared.types("io.fabric8"))
        .as("Try: hide the index of each kubernetes-model library in .mvn/jvm.config")
        .contains("io.fabric8.kubernetes.api.model.ConfigMap")
        .doesNotContain("io.fabric8.kubernetes.api.model.Pod")
        .hasSizeLessThan(80);
  }

  /** The test of the test: one registration is gone, and it is named. */
  @ParameterizedTest
  @CsvSource({
    "class, dev.plumbline.conclusion.ActionConclusions$ActionAllowance",
    "constructors,"
        + " software.amazon.awssdk.services.sts.internal.StsWebIdentityCredentialsProviderFactory",
    "constructors, dev.plumbline.cli.evaluate.EvaluateCommand",
    "methods, dev.plumbline.fact.Images$Ami",
    "fields, dev.plumbline.cli.audit.AuditOptions",
    "methods, io.fabric8.kubernetes.api.model.ListOptions",
    "methods, io.fabric8.kubernetes.api.model.coordination.v1.LeaseSpec",
    "constructors, io.fabric8.kubernetes.client.impl.KubernetesClientImpl",
    "resource, rules/ami-eligibility.drl",
    "resource, META-INF/kie.default.properties.conf",
    "service, software.amazon.awssdk.http.SdkHttpService",
  })
  void whatIsNotDeclaredIsNamed(String word, String name) {
    assertThat(declared.without(word, name).missing(asked))
        .isNotEmpty()
        .anySatisfy(line -> assertThat(line).startsWith(word + " " + name));
  }
}
