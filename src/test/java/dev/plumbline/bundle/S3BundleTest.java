package dev.plumbline.bundle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumbline.peers.Peers;
import java.io.IOException;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.S3Client;

/** Bundles in an emulated bucket. */
class S3BundleTest {

  private static final RuleBundle BUNDLE = Bundles.signed(7, Bundles.files("rule\n"));

  @BeforeAll
  static void bucket() {
    Peers.assumeThere();
    try (S3Client client = Peers.shared().s3()) {
      client.createBucket(it -> it.bucket("policies"));
    }
  }

  private static BundlePlace place(String address) {
    return new S3Bundle(BundleAddress.of("s3://" + address), Peers.shared()::s3);
  }

  @Test
  void whatIsPushedIsPulledByChannelAndByDigest() throws IOException {
    try (BundlePlace place = place("policies/a/platform:canary")) {
      assertThat(place.identity()).isNull();
      assertThatThrownBy(place::read)
          .isInstanceOf(IOException.class)
          .hasMessageStartingWith(
              "s3://policies/a/platform:canary: names nothing. Try: plumbline rules push");

      assertThat(place.write(BUNDLE)).isEqualTo(BUNDLE.digest());
      assertThat(place.write(BUNDLE)).isEqualTo(BUNDLE.digest());

      assertThat(place.identity()).isEqualTo(BUNDLE.digest());
      assertThat(place.read()).isEqualTo(BUNDLE.bytes());
    }
    try (BundlePlace named = place("policies/a/platform@" + BUNDLE.digest())) {
      assertThat(named.read()).isEqualTo(BUNDLE.bytes());
    }
    try (BundlePlace other = place("policies/a/platform:stable")) {
      assertThat(other.identity()).isNull();
    }
  }

  @Test
  void whatSomebodyReplacesInTheBucketIsSeen() throws IOException {
    String key = "b/bundles/" + BUNDLE.digest().substring("sha256:".length()) + ".tgz";
    try (BundlePlace place = place("policies/b:stable");
        S3Client client = Peers.shared().s3()) {
      place.write(BUNDLE);
      client.putObject(it -> it.bucket("policies").key(key), RequestBody.fromString("other"));
      assertThatThrownBy(place::read)
          .isInstanceOf(InvalidBundleException.class)
          .hasMessageStartingWith("has another object than its digest names");

      client.putObject(
          it -> it.bucket("policies").key("b/channels/stable"), RequestBody.fromString("latest"));
      assertThatThrownBy(place::identity)
          .isInstanceOf(InvalidBundleException.class)
          .hasMessageStartingWith("has a channel that names no digest");
    }
  }

  @Test
  void aBucketThatIsNotThereIsSaid() {
    try (BundlePlace place = place("no-such-bucket/b:stable")) {
      assertThatThrownBy(place::read)
          .isInstanceOf(IOException.class)
          .hasMessageStartingWith(
              "s3://no-such-bucket/b:stable: s3://no-such-bucket/b/channels/stable cannot be read: ")
          .hasMessageContaining("Try: set AWS_REGION");
      assertThatThrownBy(() -> place.write(BUNDLE)).isInstanceOf(IOException.class);
    }
  }
}
