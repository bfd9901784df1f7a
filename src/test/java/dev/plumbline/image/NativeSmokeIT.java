package dev.plumbline.image;

import static dev.plumbline.cli.PackagedProgram.ask;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.plumbline.cli.PackagedProgram;
import dev.plumbline.loop.Await;
import dev.plumbline.peers.Peers;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.services.s3.S3Client;

/**
 * What a native program can fail at: verbs, rules edited while it serves, what is asked over TLS
 * and with tokens, a log verified and replayed, in a folder and in a bucket, AWS and Kubernetes.
 * Runs on the packaged program, be it a jar or native; of a jar, what it reflects on is held
 * against what is declared.
 *
 * <p>{@code PackagedProgram} starts it, not {@code @QuarkusMainIntegrationTest}: that one takes the
 * program that {@code target/quarkus-artifact.properties} names, which are native sources after
 * {@code verify} has made them, waits for its end, which {@code serve} has none of, and gives it a
 * log file and settings that no user does.
 */
@Tag("long")
@Tag("packaged")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class NativeSmokeIT {

  private static final String BUCKET = "smoke";
  private static final String WHY_NOT = "InstanceTypeUsable%20nodePool%3Dlegacy";
  private static final Path SHIPPED = Path.of("src/main/resources/rules/unusable-node-pools.drl");
  private static final Pattern SERVING = Pattern.compile("\"serving\": ?\"(?<digest>[0-9a-f]+)\"");

  @TempDir static Path folder;
  private Path agent;
  private PackagedProgram program;

  @BeforeAll
  void agent() throws IOException {
    agent = TraceAgent.jar(folder);
  }

  @BeforeEach
  void program() {
    program = new PackagedProgram(folder).warm();
  }

  @AfterEach
  void end() {
    if (program != null) {
      program.close();
    }
  }

  @Test
  @Order(1)
  void verbsAnswer() throws Exception {
    assertThat(program.run("evaluate", "examples/tour", "-o", "json")).as(program.said()).isZero();
    assertThat(program.out()).startsWith("{").contains("\"InstanceTypeUsable\"");

    int whyNot =
        program.run("explain", "--why-not", "InstanceTypeUsable nodePool=legacy", "examples/tour");
    assertThat(whyNot).as(program.said()).isZero();

    assertThat(program.run("test", "nowhere")).as(program.said()).isEqualTo(2);
    assertThat(program.said()).contains("nowhere");
  }

  @Test
  @Order(2)
  void rulesAreEditedWhileItServes() throws Exception {
    Path rules = Files.createDirectory(folder.resolve("rules"));
    Path file = rules.resolve(SHIPPED.getFileName().toString());
    Files.writeString(file, Files.readString(SHIPPED) + "// one\n");
    try (var callers = new Callers(folder)) {
      traced().with(callers.settings());
      URI api =
          program
              .serve("--snapshot", "examples/tour", "--rules", rules.toString())
              .resolve("/api/v1/");

      until(api.resolve("status"), answer -> answer.startsWith("200 "));
      String one = serving(ask(api.resolve("rules/revisions"), null));
      assertThat(ask(api.resolve("why-not?conclusion=" + WHY_NOT), null)).startsWith("200 ");
      assertThat(ask(api.resolve("explain?for=EC2NodeClass/golden"), null)).startsWith("200 ");
      assertThat(ask(api.resolve("nothing"), null)).startsWith("404 ");

      Files.writeString(file, Files.readString(SHIPPED) + "// two\n");
      until(api.resolve("rules/revisions"), answer -> !serving(answer).equals(one));
      String two = serving(ask(api.resolve("rules/revisions"), null));
      Files.writeString(file, "package rules.mine rule");
      until(api.resolve("rules/revisions"), answer -> answer.contains("rejected"));
      assertThat(serving(ask(api.resolve("rules/revisions"), null))).isEqualTo(two);
      assertThat(ask(api.resolve("/q/metrics"), null)).contains("plumbline_");
      assertThat(ask(api.resolve("/q/health/ready"), null)).startsWith("200 ");
      assertThat(ask(api.resolve("/openapi"), null)).startsWith("200 ");

      assertThat(callers.review()).startsWith("200 ").contains("Try: loosen the requirements");
      assertThat(Callers.rollback(api, one, "nobody's")).startsWith("401 ");
      assertThat(Callers.rollback(api, one, callers.token())).startsWith("200 ");
      until(api.resolve("rules/revisions"), answer -> serving(answer).equals(one));
      assertThat(program.end()).as(program.said()).isIn(0, 143);
    }
  }

  /** Of the log that the test before has left. */
  @Test
  @Order(3)
  void theLogIsVerifiedAndReplayed() throws Exception {
    String log = folder.resolve("audit").toString();
    assumeTrue(Files.isDirectory(folder.resolve("audit")), "nothing was recorded");

    assertThat(program.run("audit", "verify", "--log", log)).as(program.said()).isZero();
    assertThat(program.run("audit", "replay", "--log", log)).as(program.said()).isZero();
    assertThat(program.out()).contains("0 differences");
    for (String form : List.of("oscal", "ocsf", "csv")) {
      int told = program.run("audit", "export", "--format", form, "--log", log);
      assertThat(told).as(program.said()).isZero();
    }
  }

  @Test
  @Order(4)
  void awsAndKubernetesAreAsked() throws Exception {
    Peers.assumeThere();
    try (S3Client s3 = Peers.shared().s3()) {
      s3.createBucket(it -> it.bucket(BUCKET));
      var settings = new HashMap<>(Peers.shared().env());
      settings.put("PLUMBLINE_LEADER_NAMESPACE", "default");
      settings.put("PLUMBLINE_AUDIT_FOLDER", folder.resolve("shipped").toString());
      settings.put("PLUMBLINE_AUDIT_S3_BUCKET", BUCKET);
      settings.put("PLUMBLINE_AUDIT_S3_ENDPOINT", Peers.shared().aws().toString());
      settings.put("PLUMBLINE_AUDIT_S3_EVERY", "100ms");
      settings.put("PLUMBLINE_WEB_CHANGES", "true");
      settings.put("PLUMBLINE_WEB_AUTHENTICATION", "token-review");
      traced().with(settings);

      URI api = program.serve().resolve("/api/v1/");

      until(api.resolve("status"), answer -> answer.contains("\"instance-types\""));
      until(api.resolve("facts?type=InstanceType"), answer -> answer.contains("m5.large"));
      until(api.resolve("status"), answer -> program.said().contains("This replica acts"));
      until(api.resolve("status"), answer -> isShipped(s3));
      assertThat(Callers.rollback(api, "abcdefab", "nobody's")).startsWith("401 ");
      assertThat(program.end()).as(program.said()).isIn(0, 143);
    }

    int verified = program.run("audit", "verify", "--log", "s3://" + BUCKET + "/plumbline");
    assertThat(verified).as(program.said()).isZero();
    assertThat(program.run("release")).as(program.said()).isZero();
    assertThat(program.out()).contains("nothing to revert");
  }

  /** With an audit bundle that is handed over and checked. */
  @Test
  @Order(5)
  void theStoryIsTold() throws Exception {
    assertThat(traced().run("demo", "--fast")).as(program.said()).isZero();
    assertThat(program.out()).contains("bundle/verify.sh");
  }

  @Test
  @Order(6)
  void whatItReflectsOnIsDeclared() throws Exception {
    assumeFalse(PackagedProgram.isNative(), "a native program cannot be watched");
    assumeTrue(Reflected.canBeHeld(), "made by ./mvnw verify: " + Reflected.SOURCES);
    Set<String> trace = TraceAgent.lines(folder);

    assertThat(trace).hasSizeGreaterThan(1000).noneMatch(line -> line.startsWith("untraced "));
    assertThat(Reflected.missing(trace)).isEmpty();
  }

  private static boolean isShipped(S3Client s3) {
    return s3.listObjectsV2(it -> it.bucket(BUCKET)).contents().stream()
        .anyMatch(object -> object.key().contains("/parts/"));
  }

  private PackagedProgram traced() {
    return PackagedProgram.isNative()
        ? program
        : program.options("-javaagent:" + agent + "=" + folder);
  }

  private void until(URI place, Predicate<String> holds) {
    Await.until(
        PackagedProgram.PATIENCE,
        place + " tells it",
        () -> {
          try {
            return !program.isAlive() || holds.test(ask(place, null));
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
          }
        });
    assertThat(program.isAlive()).as(program.said()).isTrue();
  }

  private static String serving(String answer) {
    var found = SERVING.matcher(answer);
    return found.find() ? found.group("digest") : "";
  }
}
