package dev.plumbline.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.plumbline.backtest.BucketLogs;
import dev.plumbline.backtest.LogSegment;
import dev.plumbline.cli.command.Program;
import dev.plumbline.log.SigningKey;
import dev.plumbline.log.s3.FakeS3;
import dev.plumbline.log.s3.FakeS3.Failure;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import picocli.CommandLine;

/** {@code plumbline backtest} over logs in a bucket that fails now and then. */
@Tag("long")
class BucketBacktestTest {

  @TempDir private static Path folder;
  private static FakeS3 s3;
  private static BucketLogs logs;

  /** Of the same logs in folders. */
  private static String answer;

  private record Ran(int exit, String out, String err) {

    JsonNode json() throws IOException {
      return new JsonMapper().readTree(out);
    }
  }

  @BeforeAll
  static void record() throws IOException {
    s3 = new FakeS3();
    s3.serveVerbs();
    logs = BucketLogs.record(s3, folder);
    Ran folders = backtest(logs.folder().toString());
    assertThat(folders.exit()).as(folders.err()).isZero();
    assertThat(folders.json().path("differences")).isNotEmpty();
    assertThat(folders.json().path("images")).isNotEmpty();
    assertThat(folders.json().path("clusters")).hasSize(2);
    answer = folders.out();
  }

  @AfterEach
  void itAnswers() {
    s3.forget();
  }

  @AfterAll
  static void end() {
    s3.close();
  }

  @Test
  void aBucketSaysWhatFoldersSay() {
    Ran ran = backtest(BucketLogs.PLACE);

    assertThat(ran.exit()).as(ran.err()).isZero();
    assertThat(ran.out()).isEqualTo(answer);
    assertThat(ran.err()).doesNotContain("trying again");
  }

  /** More than one request, with all attempts of the client, while logs are verified. */
  @ParameterizedTest
  @EnumSource(
      value = Failure.class,
      names = {"THROTTLED", "AWAY", "CUT"})
  void anOutageIsSaidAndWaitedFor(Failure failure) {
    s3.fail(failure, failure == Failure.AWAY ? 18 : 9, BucketLogs.partsAfter(20));

    Ran ran = backtest(BucketLogs.PLACE);

    assertThat(s3.failed()).isGreaterThanOrEqualTo(9);
    assertThat(ran.exit()).as(ran.err()).isZero();
    assertThat(ran.out()).isEqualTo(answer);
    assertThat(ran.err())
        .containsPattern(
            "plumbline: s3://logs/fleet/(dev|prod)/parts/\\d+\\.zip cannot be read: .*; trying"
                + " again for up to 5 min\n(.*\n)*plumbline: s3://logs/fleet/\\1/ answers again"
                + " after \\d+ s\n");
  }

  @Test
  void aCutAndAMissingObjectAreNamedAndTheOtherLogsAreDecided() throws IOException {
    List<LogSegment> segments = logs.segments("dev");
    String key = logs.objectOf(segments.get(segments.size() / 2));
    byte[] object = Objects.requireNonNull(s3.objects().get(key));
    Ran prod = backtest(logs.folder().resolve("prod").toString());
    for (byte[] each : new byte[][] {Arrays.copyOf(object, object.length / 2), {}, null}) {
      if (each == null) {
        s3.objects().remove(key);
      } else {
        s3.objects().put(key, each);
      }
      Ran ran = backtest(BucketLogs.PLACE);
      s3.objects().put(key, object);

      assertThat(ran.exit()).as(ran.err()).isEqualTo(1);
      JsonNode said = ran.json();
      assertThat(said.path("failed").findValuesAsText("segment"))
          .containsExactly("s3://logs/fleet/dev/");
      String part = key.substring(key.lastIndexOf('/') + 1);
      assertThat(said.at("/failed/0/reason").asText())
          .contains(
              each == null
                  ? "entry " + Long.parseLong(part.replace(".zip", "")) + " "
                  : "parts/" + part);
      for (String field : List.of("differences", "segments", "decisions", "listed")) {
        assertThat(said.path(field)).as(field).isEqualTo(prod.json().path(field));
      }
    }
    assertThat(backtest(BucketLogs.PLACE).out()).as("it is there again").isEqualTo(answer);
  }

  @Test
  void anObjectThatIsCutAfterItWasVerifiedFailsItsSegmentAlone() throws IOException {
    LogSegment segment = logs.segments("dev").get(1);
    String object = logs.objectOf(segment);
    backtest(BucketLogs.PLACE, "--from", "2030-01-01");
    long reads = logs.reads(object);
    s3.forget();
    logs.cutAfterVerification(object, reads);

    Ran ran = backtest(BucketLogs.PLACE);

    JsonNode said = ran.json();
    assertThat(ran.exit()).as(ran.err()).isEqualTo(1);
    assertThat(said.path("failed").findValuesAsText("segment")).containsExactly(segment.id());
    assertThat(said.at("/failed/0/reason").asText()).contains("is not a whole part of a log");
    assertThat(said.path("segments").asInt() + 1).isEqualTo(said.path("listed").asInt());
  }

  /** Of a log in a bucket, and written there: the same bytes as of folders, in a file. */
  @Test
  void evidenceOfABucketInABucketIsThatOfFoldersAndIsVerifiedThere() throws IOException {
    SigningKey key = SigningKey.create("test");
    Path secret = Files.writeString(folder.resolve("key.pem"), key.pem());
    Path known = Files.writeString(folder.resolve("key.pub"), key.verifier().pem());
    Path file = folder.resolve("evidence.tgz");
    String object = "audit/evidence/e.tgz";
    List<String> verify =
        List.of("audit", "verify", "--evidence", "s3://" + object, "--public-key", "" + known);
    String[] signed = {"--key", secret.toString(), "--evidence"};
    backtest(logs.folder().toString(), signed[0], signed[1], signed[2], file.toString());
    s3.fail(Failure.THROTTLED, 9, request -> request.equals("PUT " + object));

    Ran ran = backtest(BucketLogs.PLACE, signed[0], signed[1], signed[2], "s3://" + object);

    assertThat(ran.exit()).as(ran.err()).isZero();
    assertThat(ran.out()).isEqualTo(answer);
    assertThat(ran.err())
        .contains("s3://" + object + " cannot be written: SlowDown", "trying again for up to")
        .contains("s3://" + object + ": ", " of 2 logs");
    byte[] bytes = Objects.requireNonNull(s3.objects().get(object));
    assertThat(bytes).isEqualTo(Files.readAllBytes(file));
    Ran valid = run(verify);
    assertThat(valid.exit()).as(valid.out() + valid.err()).isZero();
    assertThat(valid.out()).startsWith("valid: evidence of a backtest, ");
    var random = new SplittableRandom(5);
    for (int i = 0; i < 40; i++) {
      byte[] changed = bytes.clone();
      changed[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
      s3.objects().put(object, i == 0 ? Arrays.copyOf(bytes, bytes.length / 2) : changed);
      Ran refused = run(verify);
      assertThat(refused.exit()).as("change %d: %s", i, refused.out()).isEqualTo(1);
      assertThat(refused.out()).startsWith("not valid: s3://" + object + ": ");
    }
    s3.objects().remove(object);
    assertThat(run(verify).exit()).isEqualTo(2);
    assertThat(run(verify).err()).contains(object + ": it cannot be read: there is no such object");
    assertThat(backtest(BucketLogs.PLACE, signed[0], signed[1], signed[2], "s3://audit").exit())
        .as("a bucket is no object")
        .isEqualTo(2);
  }

  private static Ran backtest(String... arguments) {
    var all =
        new ArrayList<>(List.of("backtest", "--rules", logs.rules().toString(), "-o", "json"));
    all.addAll(List.of(arguments));
    return run(all);
  }

  private static Ran run(List<String> arguments) {
    var out = new StringWriter();
    var err = new StringWriter();
    int exit =
        Program.configure(new CommandLine(new PlumblineCommand()))
            .setOut(new PrintWriter(out, true))
            .setErr(new PrintWriter(err, true))
            .execute(arguments.toArray(String[]::new));
    return new Ran(exit, out.toString(), err.toString());
  }
}
