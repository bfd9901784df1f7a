package dev.plumbline.exchange;

import static dev.plumbline.exchange.Reports.AT;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.exchange.Reports.InMemory;
import dev.plumbline.fact.Fact;
import dev.plumbline.fact.Fleet.FleetIdentity;
import dev.plumbline.fact.Fleet.FleetMember;
import dev.plumbline.fact.Fleet.FleetVerdict;
import dev.plumbline.fact.Gates.SourceStatus;
import dev.plumbline.source.FactUpdate;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.services.s3.model.S3Exception;

/** What is published of clusters when some of them, or all, cannot be read. */
class VerdictSourceTest {

  private final InMemory store = new InMemory();
  private Instant now = AT.plusSeconds(60);
  private final VerdictSource source =
      new VerdictSource(
          store,
          "prod-1",
          Stream.of("dev-1", "dev-2")
              .map(each -> new ClusterChain(each, Reports.key(each).verifier()))
              .toList(),
          Duration.ofMinutes(1),
          () -> now);

  @BeforeEach
  void published() {
    Reports.publish(store, "dev-1", 10, AT);
    Reports.publish(store, "dev-2", 20, AT);
  }

  private static IOException answer(String code) {
    S3Exception cause =
        (S3Exception)
            S3Exception.builder()
                .awsErrorDetails(AwsErrorDetails.builder().errorCode(code).build())
                .statusCode(503)
                .message(code)
                .build();
    return new IOException("memory/ cannot be listed: " + code, cause);
  }

  private static SourceStatus status(List<FactUpdate> updates) {
    return (SourceStatus) updates.getLast().facts().getFirst();
  }

  private static List<? extends Fact> facts(List<FactUpdate> updates) {
    return updates.stream().flatMap(each -> each.facts().stream()).toList();
  }

  @Test
  void reportsOfAllAreFactsByTheirCluster() {
    List<FactUpdate> updates = source.read();
    assertThat(updates)
        .extracting(FactUpdate::owner)
        .containsExactly("FleetMember/dev-1", "FleetMember/dev-2", "SourceStatus/fleet-verdicts");
    assertThat(facts(updates)).filteredOn(FleetVerdict.class::isInstance).hasSize(2);
    assertThat(status(updates))
        .isEqualTo(
            new SourceStatus("fleet-verdicts", "synced", "ListObjectsV2", null, now, now, 0, 2, 0));
  }

  @Test
  void aBucketThatIsAwayOrThrottlesIsAFaultOfTheSourceAndTakesNothingBack() {
    source.read();
    Instant last = now;
    for (String code : List.of("SlowDown", "NoSuchBucket")) {
      store.fault = answer(code);
      now = now.plusSeconds(60);
      List<FactUpdate> updates = source.read();
      assertThat(updates).as("facts stay as they are").hasSize(1);
      assertThat(status(updates).state()).isEqualTo("failed");
      assertThat(status(updates).code()).isEqualTo(code);
      assertThat(status(updates).lastSuccess()).isEqualTo(last);
    }
    assertThat(status(source.read()).failures()).isEqualTo(3);

    store.fault = null;
    Reports.publish(store, "dev-1", 30, AT.plusSeconds(30));
    List<FactUpdate> updates = source.read();
    assertThat(status(updates).state()).isEqualTo("synced");
    assertThat(facts(updates))
        .filteredOn(FleetVerdict.class::isInstance)
        .extracting(each -> ((FleetVerdict) each).healthyHours())
        .containsExactly(30L, 20L);
  }

  @Test
  void aPrefixThatIsDeniedIsAFaultOfItsClusterAlone() {
    var denied =
        new ReportStore() {
          @Override
          public String place() {
            return "memory/";
          }

          @Override
          public List<String> keys(String folder, String after) throws IOException {
            if (folder.startsWith("dev-1")) {
              throw answer("AccessDenied");
            }
            return store.keys(folder, after);
          }

          @Override
          public byte[] get(String key, int limit) throws IOException {
            return store.get(key, limit);
          }

          @Override
          public boolean create(String key, byte[] content) {
            return false;
          }
        };
    var chains =
        Stream.of("dev-1", "dev-2")
            .map(each -> new ClusterChain(each, Reports.key(each).verifier()))
            .toList();
    List<FactUpdate> updates =
        new VerdictSource(denied, "prod-1", chains, Duration.ofMinutes(1), () -> now).read();
    assertThat(status(updates).state()).isEqualTo("synced");
    assertThat(((FleetMember) updates.get(0).facts().getFirst()).fault())
        .isEqualTo("AccessDenied: memory/ cannot be listed: AccessDenied");
    assertThat(updates.get(1).facts()).hasSize(2);
  }

  @Test
  void itSaysWhoThisClusterIsBeforeItHasReadAnything() throws InterruptedException {
    var published = new ArrayList<Fact>();
    var read = new CountDownLatch(2);
    source.start(
        updates -> {
          synchronized (published) {
            updates.forEach(each -> published.addAll(each.facts()));
          }
          read.countDown();
        });
    assertThat(read.await(20, TimeUnit.SECONDS)).isTrue();
    source.close();
    synchronized (published) {
      assertThat(published.getFirst()).isEqualTo(new FleetIdentity("prod-1"));
      assertThat(((SourceStatus) published.get(1)).state()).isEqualTo("syncing");
      assertThat(published).filteredOn(FleetMember.class::isInstance).hasSize(2);
    }
  }
}
