package dev.plumbline.flink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.plumbline.backtest.BucketLogs;
import dev.plumbline.backtest.LogSegment;
import dev.plumbline.cli.PlumblineCommand;
import dev.plumbline.cli.command.Program;
import dev.plumbline.log.SigningKey;
import dev.plumbline.log.s3.FakeS3;
import dev.plumbline.log.s3.FakeS3.Failure;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import picocli.CommandLine;

/**
 * The job reads its segments from a bucket that fails now and then, writes its answer there, and
 * says the same as this program, to the byte.
 */
@Tag("flink")
class FlinkBucketTest {

  private static final int TASK_MANAGERS = 2;
  private static final String RESULT = "logs/results/answer.json";

  @TempDir private static Path folder;
  private static FakeS3 s3;
  private static BucketLogs logs;
  private static FlinkUnderTest flink;

  /** Of this program, on the same logs in folders. */
  private static String answer;

  @BeforeAll
  static void start() throws Exception {
    assumeTrue(
        CompiledFlink.isOnClassPath(),
        "Flink is not on the class path: ./mvnw -Pfull has it there");
    s3 = new FakeS3();
    s3.serveVerbs();
    logs = BucketLogs.record(s3, folder);
    answer = local(logs.folder().toString());
    assertThat(said(answer).path("differences")).isNotEmpty();
    assertThat(said(answer).path("images")).isNotEmpty();
    assertThat(said(answer).path("images").findValues("behindMilliseconds"))
        .as("images are taken later")
        .anyMatch(each -> each.longValue() > 0);
    flink = CompiledFlink.start(folder.resolve("classes"), TASK_MANAGERS);
  }

  @AfterEach
  void itAnswers() {
    s3.forget();
  }

  @AfterAll
  static void stop() {
    if (flink != null) {
      flink.close();
    }
    if (s3 != null) {
      s3.close();
    }
  }

  @Test
  void aBucketSaysWhatFoldersSayAndALostTaskManagerChangesNothing() throws IOException {
    assertThat(job(0)).isEqualTo(answer);
    assertThat(job(1)).isEqualTo(answer);
    assertThat(flink.lost()).as("TaskManagers lost").isEqualTo(1);
  }

  /** While the JobManager verifies logs, and later while TaskManagers decide. */
  @ParameterizedTest
  @EnumSource(
      value = Failure.class,
      names = {"THROTTLED", "AWAY", "CUT"})
  void anOutageIsWaitedFor(Failure failure) throws IOException {
    int all = failure == Failure.AWAY ? 18 : 9;
    int verified = requestsUntilVerified();
    s3.fail(failure, all, BucketLogs.partsAfter(20));
    s3.fail(failure, all, BucketLogs.partsAfter(verified + all + 4));

    assertThat(job(0)).isEqualTo(answer);

    assertThat(s3.failed()).isEqualTo(2 * all);
  }

  /** A pod has no folder that outlives it. */
  @Test
  void evidenceOfTheJobIsWrittenToTheBucketAndIsThatOfThisProgram() throws IOException {
    String key =
        Files.writeString(folder.resolve("key.pem"), SigningKey.create("test").pem()).toString();
    Path file = folder.resolve("local.tgz");
    local(logs.folder().toString(), "--key", key, "--evidence", file.toString());

    assertThat(job(0, "--key", key, "--evidence", "s3://audit/e.tgz")).isEqualTo(answer);

    assertThat(s3.objects().get("audit/e.tgz")).isEqualTo(Files.readAllBytes(file));
  }

  /** The answer of hours must not be lost because the bucket does not take it at once. */
  @Test
  void theAnswerIsWrittenWhenTheBucketTakesItAgain() throws IOException {
    s3.fail(Failure.THROTTLED, 9, request -> request.equals("PUT " + RESULT));

    assertThat(job(0)).isEqualTo(answer);

    assertThat(s3.failed()).isEqualTo(9);
  }

  @Test
  void aCutAndAMissingObjectAreReportedByBothAlike() throws IOException {
    List<LogSegment> segments = logs.segments("dev");
    String key = logs.objectOf(segments.get(segments.size() / 2));
    byte[] object = Objects.requireNonNull(s3.objects().get(key));
    for (byte[] each : new byte[][] {Arrays.copyOf(object, object.length / 2), null}) {
      if (each == null) {
        s3.objects().remove(key);
      } else {
        s3.objects().put(key, each);
      }
      String local = local(BucketLogs.PLACE);

      assertThat(job(0)).isEqualTo(local);

      assertThat(said(local).path("failed").findValuesAsText("segment"))
          .containsExactly("s3://logs/fleet/dev/");
      s3.objects().put(key, object);
    }
    assertThat(job(0)).as("it is there again").isEqualTo(answer);
  }

  @Test
  void anObjectThatIsCutAfterItWasVerifiedFailsItsSegmentAlone() throws IOException {
    LogSegment segment = logs.segments("prod").get(2);
    String object = logs.objectOf(segment);
    local(BucketLogs.PLACE, "--from", "2030-01-01");
    long reads = logs.reads(object);
    s3.forget();
    logs.cutAfterVerification(object, reads);
    String local = local(BucketLogs.PLACE);
    s3.forget();
    logs.cutAfterVerification(object, reads);

    String job = job(0);

    assertThat(job).isEqualTo(local);
    assertThat(said(job).path("failed").findValuesAsText("segment")).containsExactly(segment.id());
    assertThat(said(job).path("segments").asInt() + 1).isEqualTo(said(job).path("listed").asInt());
  }

  /** How many parts are read before any segment is handed out. */
  private static int requestsUntilVerified() {
    s3.forget();
    local(BucketLogs.PLACE, "--from", "2030-01-01");
    int requests = (int) s3.requests().stream().filter(BucketLogs.partsAfter(0)).count();
    s3.forget();
    return requests;
  }

  private static JsonNode said(String answer) throws IOException {
    return new JsonMapper().readTree(answer);
  }

  private static String local(String place, String... options) {
    var out = new StringWriter();
    var command = new CommandLine(new PlumblineCommand());
    var all =
        new ArrayList<>(
            List.of("backtest", place, "--rules", logs.rules().toString(), "-o", "json"));
    all.addAll(List.of(options));
    int exit =
        Program.configure(command)
            .setOut(new PrintWriter(out, true))
            .execute(all.toArray(String[]::new));
    assertThat(exit).isLessThan(2);
    return out.toString();
  }

  private static String job(int losses, String... options) throws IOException {
    flink.lose(losses, 1);
    s3.objects().remove(RESULT);
    var all =
        new ArrayList<>(
            List.of(BucketLogs.PLACE, "--rules", logs.rules().toString(), "-o", "json"));
    all.addAll(List.of("--engine", "flink", "--result", "s3://" + RESULT));
    all.addAll(List.of("--parallel", String.valueOf(TASK_MANAGERS)));
    all.addAll(List.of(options));
    assertThat(flink.main(all.toArray(String[]::new))).isZero();
    return new String(Objects.requireNonNull(s3.objects().get(RESULT)), StandardCharsets.UTF_8);
  }
}
