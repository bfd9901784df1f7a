package dev.plumbline.log.s3;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumbline.client.Backoff;
import java.io.IOException;
import java.net.ConnectException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.s3.model.S3Exception;

/** What is sent again, for how long, and what is said of it. */
class OutagePatienceTest {

  private static final Duration LIMIT = Duration.ofMinutes(5);

  private final List<String> said = new ArrayList<>();
  private final List<Duration> pauses = new ArrayList<>();
  private Duration now = Duration.ZERO;

  private final OutagePatience patience =
      new OutagePatience(
          "s3://logs/",
          LIMIT,
          new Backoff(Duration.ofSeconds(1), Duration.ofSeconds(15)),
          wait -> {
            pauses.add(wait);
            now = now.plus(wait);
          },
          () -> now.toNanos(),
          said::add);

  private int sent;

  private int send(int failures, SdkException fault) throws IOException {
    sent = 0;
    return patience.of(
        () -> {
          if (++sent <= failures) {
            throw new IOException("s3://logs/a cannot be read: it is so", fault);
          }
          return 7;
        });
  }

  private static SdkException answer(int status, String code) {
    return S3Exception.builder()
        .statusCode(status)
        .awsErrorDetails(AwsErrorDetails.builder().errorCode(code).build())
        .build();
  }

  private static SdkException refused() {
    return SdkClientException.create("no answer", new ConnectException("refused"));
  }

  @Test
  void whatIsAnsweredIsNotSentAgainAndNothingIsSaid() throws IOException {
    assertThat(send(0, refused())).isEqualTo(7);
    assertThat(said).isEmpty();
    assertThat(pauses).isEmpty();
  }

  @Test
  void anOutageIsWaitedForAndSaidOnceWithItsEnd() throws IOException {
    assertThat(send(6, refused())).isEqualTo(7);

    assertThat(sent).isEqualTo(7);
    assertThat(pauses).hasSize(6).allMatch(each -> each.compareTo(Duration.ofSeconds(15)) <= 0);
    assertThat(said)
        .containsExactly(
            "s3://logs/a cannot be read: it is so; trying again for up to 5 min",
            "s3://logs/ answers again after " + now.toSeconds() + " s");
  }

  @Test
  void throttlingAndFaultsOfTheServerAreWaitedFor() throws IOException {
    for (SdkException each :
        List.of(answer(503, "SlowDown"), answer(429, "Throttled"), answer(500, "InternalError"))) {
      assertThat(send(2, each)).as(each.toString()).isEqualTo(7);
    }
    assertThat(said).hasSize(6);
  }

  @Test
  void anAnswerThatStaysTheSameIsGivenAtOnce() {
    for (SdkException each :
        List.of(
            answer(403, "AccessDenied"),
            answer(404, "NoSuchBucket"),
            answer(501, "NotImplemented"),
            SdkClientException.create("Unable to load credentials"))) {
      assertThatThrownBy(() -> send(1, each)).as(each.toString()).isInstanceOf(IOException.class);
      assertThat(sent).isEqualTo(1);
    }
    assertThat(said).isEmpty();
    assertThat(pauses).isEmpty();
  }

  /** Thousands of segments must not wait for five minutes each. */
  @Test
  void anOutageThatLastsIsWaitedForOnceAndNotByEachRequest() throws IOException {
    assertThatThrownBy(() -> send(Integer.MAX_VALUE, refused())).hasMessageContaining("it is so");
    assertThat(now).isBetween(LIMIT, LIMIT.plusSeconds(15));
    pauses.clear();

    assertThatThrownBy(() -> send(Integer.MAX_VALUE, refused())).hasMessageContaining("it is so");
    assertThat(sent).isEqualTo(1);
    assertThat(pauses).isEmpty();
    assertThat(said).hasSize(1);

    assertThat(send(0, refused())).isEqualTo(7);
    assertThat(said).last().asString().startsWith("s3://logs/ answers again after 5 min");
    assertThat(send(3, refused())).as("the next outage is waited for again").isEqualTo(7);
  }

  @Test
  void whoIsInterruptedEndsAtOnce() {
    var interrupted =
        new OutagePatience(
            "s3://logs/",
            LIMIT,
            new Backoff(Duration.ofSeconds(1), Duration.ofSeconds(15)),
            wait -> {
              throw new InterruptedException();
            },
            () -> 0,
            said::add);

    assertThatThrownBy(
            () ->
                interrupted.of(
                    () -> {
                      throw new IOException("no answer", refused());
                    }))
        .hasMessage("interrupted");
    assertThat(Thread.interrupted()).isTrue();
  }
}
