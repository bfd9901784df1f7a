package dev.plumbline.exchange;

import static dev.plumbline.exchange.Reports.AT;
import static dev.plumbline.exchange.Reports.planned;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumbline.action.Change.PublishReport;
import dev.plumbline.action.ChangeWriter.WriteFaultException;
import dev.plumbline.action.ChangeWriter.Written;
import dev.plumbline.action.Outcome.Result;
import dev.plumbline.exchange.VerdictReport.Program;
import dev.plumbline.fact.Fleet.FleetMember;
import dev.plumbline.fact.Fleet.FleetVerdict;
import dev.plumbline.log.SigningKey;
import dev.plumbline.log.s3.FakeS3;
import dev.plumbline.log.s3.FakeS3.Failure;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Two who publish below one prefix of a bucket: nothing is replaced or lost, and it is said. */
class SharedPrefixTest {

  private static final Instant LATER = AT.plus(Duration.ofDays(90));
  private static final String KEYS = "verdicts/fleet/a/verdicts/";

  private FakeS3 s3;
  private ReportStore store;

  @BeforeEach
  void bucket() throws IOException {
    s3 = new FakeS3();
    var client = s3.client();
    store =
        new ReportStore.InBucket(
            FakeS3.bucket(client, "verdicts", "fleet", () -> AT), client::close);
  }

  @AfterEach
  void end() {
    store.close();
    s3.close();
  }

  /** One who publishes as cluster {@code a}, and reads what is there as its source does. */
  private final class Writer {
    private final SigningKey key;
    private final Program program;
    private final ClusterChain own;

    Writer(SigningKey key, String apiServer) {
      this.key = key;
      this.program = Reports.at(apiServer);
      this.own = new ClusterChain("a", key.verifier());
    }

    /** Publishes what follows the newest report that it knows of. */
    Written write(long hours, Instant at) {
      FleetMember newest = Reports.member(own.facts());
      var publisher = new VerdictPublisher(store, key, program, () -> at, () -> {});
      var report = planned("a", newest.next(), newest.digest(), hours);
      return publisher.write(new PublishReport(report), () -> true);
    }

    FleetMember read() {
      return Reports.member(Reports.read(own, store, LATER));
    }
  }

  private Writer writer(String apiServer) {
    return new Writer(Reports.key("a"), apiServer);
  }

  private ClusterChain reader() {
    return new ClusterChain("a", Reports.key("a").verifier());
  }

  /** All of them, from the first on, by another cluster. */
  private List<Long> hours() throws InvalidReportException {
    var hours = new ArrayList<Long>();
    String previous = "";
    for (Map.Entry<String, byte[]> each : new TreeMap<>(s3.objects()).entrySet()) {
      VerdictReport report = VerdictReport.read("a", Reports.key("a").verifier(), each.getValue());
      assertThat(report.previous()).as(each.getKey()).isEqualTo(previous);
      assertThat(each.getKey()).isEqualTo("verdicts/fleet/" + VerdictReport.key("a", hours.size()));
      previous = report.digest();
      hours.add(((FleetVerdict) report.facts(null, null).get(1)).healthyHours());
    }
    return hours;
  }

  /** For a while both believe that they lead; each reads before it writes, as often as it can. */
  @Test
  void twoReplicasAtTheSameTimeAreOneChainWithAllThatWasAcknowledged() throws Exception {
    var acknowledged = ConcurrentHashMap.<Long>newKeySet();
    var refused = ConcurrentHashMap.<Long>newKeySet();
    var begin = new CountDownLatch(1);
    var threads = new ArrayList<Thread>();
    for (int replica = 0; replica < 2; replica++) {
      long first = 1_000L * (replica + 1);
      Writer writer = writer("dev");
      threads.add(
          Thread.ofPlatform()
              .start(
                  () -> {
                    await(begin);
                    for (long i = first; i < first + 30; i++) {
                      writer.read();
                      Written written = writer.write(i, AT);
                      (written.equals(Written.DONE) ? acknowledged : refused).add(i);
                    }
                  }));
    }
    begin.countDown();
    for (Thread each : threads) {
      each.join();
    }

    List<Long> hours = hours();
    assertThat(hours).doesNotHaveDuplicates();
    assertThat(new HashSet<>(hours)).isEqualTo(Set.copyOf(acknowledged));
    assertThat(acknowledged.size() + refused.size()).isEqualTo(60);
    assertThat(s3.replaced()).isZero();
    ClusterChain reader = reader();
    FleetMember member = Reports.member(Reports.read(reader, store, LATER));
    assertThat(member.sequence()).isEqualTo(hours.size() - 1L);
    assertThat(member.fault()).isNull();
    assertThat(member.writers()).as("one cluster").isNull();
  }

  private static void await(CountDownLatch begin) {
    try {
      begin.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void aReplicaThatIsBehindIsRefusedAndGoesOnFromTheOther() throws Exception {
    Writer one = writer("dev");
    Writer other = writer("dev");
    one.read();
    other.read();
    assertThat(one.write(10, AT)).isEqualTo(Written.DONE);
    assertThat(other.write(20, AT).result()).isEqualTo(Result.OUTDATED);
    other.read();
    assertThat(other.write(20, AT)).isEqualTo(Written.DONE);

    assertThat(hours()).containsExactly(10L, 20L);
  }

  /** The settings of a cluster and its key, copied to another one. */
  @Test
  void twoClustersOfOneNameAndKeyAreNamedByAllWhoReadAndUsedNevertheless() throws Exception {
    Writer original = writer("dev");
    Writer copy = writer("copy");
    ClusterChain early = reader();
    Instant at = AT;
    for (int i = 0; i < 4; i++) {
      Writer each = i % 2 == 0 ? original : copy;
      each.read();
      at = at.plusSeconds(900);
      assertThat(each.write(10 + i, at)).isEqualTo(Written.DONE);
      String writers = Reports.member(Reports.read(early, store, LATER)).writers();
      // One cluster may replace another one: that one writes again shows it.
      assertThat(writers == null).as("report %d: %s", i, writers).isEqualTo(i < 2);
    }

    assertThat(hours()).as("nothing is lost").containsExactly(10L, 11L, 12L, 13L);
    ClusterChain late = reader();
    for (FleetMember each :
        List.of(
            original.read(),
            copy.read(),
            Reports.member(early.facts()),
            Reports.member(Reports.read(late, store, LATER)))) {
      assertThat(each.writers())
          .contains(VerdictReport.fingerprint("dev"), VerdictReport.fingerprint("copy"));
      assertThat(each.sequence()).isEqualTo(3);
      assertThat(each.fault()).isNull();
    }

    // The copy has a name of its own now.
    assertThat(original.write(20, at.plus(Duration.ofHours(23)))).isEqualTo(Written.DONE);
    assertThat(Reports.member(Reports.read(early, store, LATER)).writers()).isNotNull();
    original.read();
    Instant nextDay = at.plus(Duration.ofHours(23)).plus(ClusterChain.ALTERNATED_FOR);
    assertThat(original.write(21, nextDay.plusSeconds(1))).isEqualTo(Written.DONE);
    assertThat(Reports.member(Reports.read(early, store, LATER)).writers()).isNull();
  }

  @Test
  void aClusterThatReplacesAnotherOneForGoodIsNoFinding() {
    Writer before = writer("old");
    Writer after = writer("new");
    for (int i = 0; i < 6; i++) {
      Writer each = i < 3 ? before : after;
      each.read();
      assertThat(each.write(10 + i, AT.plusSeconds(900L * i))).isEqualTo(Written.DONE);
    }
    assertThat(Reports.member(Reports.read(reader(), store, LATER)).writers()).isNull();
    assertThat(after.read().writers()).isNull();
  }

  @Test
  void theSameReportOfAnotherClusterIsNotTakenForOurOwn() {
    Writer one = writer("dev");
    Writer other = writer("copy");
    assertThat(one.write(10, AT)).isEqualTo(Written.DONE);

    assertThat(other.write(10, AT).result()).isEqualTo(Result.OUTDATED);
    assertThat(one.write(10, AT)).isEqualTo(Written.UNCHANGED);
  }

  /** The settings without the key: the other cluster has one of its own. */
  @Test
  void aClusterOfTheSameNameWithAnotherKeyNeitherReplacesNorPublishes() throws Exception {
    Writer original = writer("dev");
    Writer copy = new Writer(SigningKey.create(VerdictReport.signer("a")), "copy");
    assertThat(original.write(10, AT)).isEqualTo(Written.DONE);
    byte[] first = s3.objects().get(KEYS + "00000000000000000000");

    assertThat(copy.write(99, AT))
        .isEqualTo(
            Written.outdated(
                VerdictReport.key("a", 0)
                    + " is there already. Try: check that no other cluster has this name"));
    assertThat(copy.read().fault()).contains("it is not signed by the key of a");
    original.read();
    assertThat(original.write(20, AT)).isEqualTo(Written.DONE);

    assertThat(hours()).containsExactly(10L, 20L);
    assertThat(s3.objects().get(KEYS + "00000000000000000000")).isEqualTo(first);
  }

  @Test
  void whatTheBucketDidNotTakeIsWrittenOnceWhenItDoes() throws Exception {
    Writer writer = writer("dev");
    for (Failure failure : List.of(Failure.THROTTLED, Failure.AWAY)) {
      s3.fail(failure, 40, request -> request.startsWith("PUT"));
      assertThatThrownBy(() -> writer.write(10, AT))
          .isInstanceOf(WriteFaultException.class)
          .satisfies(
              e ->
                  assertThat(((WriteFaultException) e).code())
                      .isEqualTo(failure == Failure.THROTTLED ? "SlowDown" : "ConnectionReset"));
      assertThat(s3.objects()).isEmpty();
      s3.forget();
    }
    assertThat(writer.write(10, AT)).isEqualTo(Written.DONE);
    assertThat(hours()).containsExactly(10L);
  }

  /** It is there, and the writer never heard of it. */
  @Test
  void aReportWhoseAnswerIsLostIsThereOnce() throws Exception {
    Writer writer = writer("dev");
    s3.fail(Failure.LOST, 1, request -> request.startsWith("PUT"));

    assertThat(writer.write(10, AT)).isEqualTo(Written.UNCHANGED);

    writer.read();
    assertThat(writer.write(20, AT)).isEqualTo(Written.DONE);
    assertThat(hours()).containsExactly(10L, 20L);
  }
}
