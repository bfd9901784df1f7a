package dev.plumbline.exchange;

import static dev.plumbline.exchange.Reports.AT;
import static dev.plumbline.exchange.Reports.planned;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.action.Change.PublishReport;
import dev.plumbline.action.ChangeWriter.Written;
import dev.plumbline.action.Outcome.Result;
import dev.plumbline.fact.Gates.SourceStatus;
import dev.plumbline.log.s3.Bucket;
import dev.plumbline.log.s3.Bucket.BucketSettings.Protection;
import dev.plumbline.peers.Peers;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.S3Client;

/** Reports in an emulated bucket. */
class S3ReportsTest {

  private static final Instant LATER = AT.plusSeconds(3_600);

  @BeforeAll
  static void bucket() {
    Peers.assumeThere();
    try (S3Client client = Peers.shared().s3()) {
      client.createBucket(it -> it.bucket("verdicts"));
    }
  }

  private static ReportStore store(String bucket) {
    S3Client client = Peers.shared().s3();
    return new ReportStore.InBucket(
        new Bucket(client, bucket, "fleet", Protection.BUCKET, () -> AT), client::close);
  }

  private static ClusterChain chain(String cluster) {
    return new ClusterChain(cluster, Reports.key(cluster).verifier());
  }

  private static Written write(ReportStore store, long sequence, String previous, long hours) {
    var publisher =
        new VerdictPublisher(store, Reports.key("a"), Reports.PROGRAM, () -> AT, () -> {});
    return publisher.write(new PublishReport(planned("a", sequence, previous, hours)), () -> true);
  }

  @Test
  void ofTwoWritersOneWritesAndTheOtherSeesIt() {
    try (ReportStore store = store("verdicts")) {
      assertThat(write(store, 0, "", 10)).isEqualTo(Written.DONE);
      assertThat(write(store, 0, "", 10)).isEqualTo(Written.UNCHANGED);
      assertThat(write(store, 0, "", 99).result()).isEqualTo(Result.OUTDATED);

      var chain = chain("a");
      String digest = Reports.member(Reports.read(chain, store, LATER)).digest();
      assertThat(write(store, 1, digest, 20)).isEqualTo(Written.DONE);
      assertThat(Reports.member(Reports.read(chain, store, LATER)).sequence()).isEqualTo(1);
      assertThat(chain.fault()).isNull();
    }
  }

  @Test
  void anObjectThatWasCutIsNotUsedAndTheFormerOneIs() throws Exception {
    try (ReportStore store = store("verdicts");
        S3Client client = Peers.shared().s3()) {
      Reports.publish(store, "b", 10, AT);
      var chain = chain("b");
      Reports.read(chain, store, LATER);
      Reports.publish(store, "b", 20, AT.plusSeconds(60));
      String key = VerdictReport.key("b", 1);
      byte[] object = store.get(key, VerdictReport.MAX_BYTES);
      client.putObject(
          it -> it.bucket("verdicts").key("fleet/" + key),
          RequestBody.fromBytes(Arrays.copyOf(object, object.length - 20)));

      assertThat(Reports.member(Reports.read(chain, store, LATER)).sequence()).isZero();
      assertThat(chain.fault()).contains(key, "was changed or cut");
      client.putObject(
          it -> it.bucket("verdicts").key("fleet/" + key), RequestBody.fromBytes(object));
      assertThat(Reports.member(Reports.read(chain, store, LATER)).sequence()).isEqualTo(1);
      assertThat(chain.fault()).isNull();
    }
  }

  @Test
  void aBucketThatIsNotThereIsAFaultWithItsCode() {
    try (ReportStore store = store("nowhere")) {
      var source =
          new VerdictSource(store, "a", List.of(chain("a")), Duration.ofMinutes(1), () -> AT);
      SourceStatus status = (SourceStatus) source.read().getLast().facts().getFirst();
      assertThat(status.state()).isEqualTo("failed");
      assertThat(status.code()).isEqualTo("NoSuchBucket");
    }
  }
}
