package dev.plumbline.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Checkpoints and the keys that sign them. */
class CheckpointTest {

  private static final String ORIGIN = "plumbline.dev/log/test";

  private static Checkpoint some(SigningKey key) {
    var tree = new Frontier();
    tree.add(Hashes.leaf(new byte[] {1}));
    return Checkpoint.sign(key, tree);
  }

  @Test
  void knownNoteIsVerified() {
    // The example of the Go package that signed notes come from.
    var key =
        VerifierKey.read("", "PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW");
    String text =
        "If you think cryptography is the answer to your problem,\n"
            + "then you don't know what your problem is.\n";
    byte[] signature =
        Base64.getDecoder()
            .decode(
                "x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=");

    assertThat(key.id()).isEqualTo(Arrays.copyOf(signature, 4));
    assertThat(
            key.verifies(
                text.getBytes(StandardCharsets.UTF_8),
                Arrays.copyOfRange(signature, 4, signature.length)))
        .isTrue();
    assertThat(key.note())
        .isEqualTo("PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW");
  }

  @Test
  void keyIsReadAgain() {
    SigningKey key = SigningKey.create(ORIGIN);
    SigningKey again = SigningKey.read(ORIGIN, key.pem());
    VerifierKey pem = VerifierKey.read(ORIGIN, key.verifier().pem());
    VerifierKey note = VerifierKey.read("", key.verifier().note());

    assertThat(some(again)).isEqualTo(some(again));
    for (VerifierKey each : new VerifierKey[] {pem, note}) {
      assertThat(each.sameKey(key.verifier())).isTrue();
      assertThat(some(again).signedBy(each)).isTrue();
    }
    assertThat(some(key).signedBy(SigningKey.create(ORIGIN).verifier())).isFalse();
  }

  @Test
  void knownPrivateKeyHasItsPublicHalf() {
    // RFC 8032, section 7.1, test 1.
    SigningKey key =
        SigningKey.ofSeed(
            ORIGIN,
            HexFormat.of()
                .parseHex("9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60"));
    assertThat(
            key.verifier()
                .sameKey(
                    VerifierKey.of(
                        ORIGIN,
                        HexFormat.of()
                            .parseHex(
                                "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a"))))
        .isTrue();
  }

  @Test
  void isReadAgain() {
    Checkpoint checkpoint = some(SigningKey.create(ORIGIN));
    Checkpoint again = Checkpoint.read(checkpoint.note());
    assertThat(again.head()).isEqualTo(checkpoint.head());
    assertThat(again.note()).isEqualTo(checkpoint.note());
    assertThat(checkpoint.note())
        .startsWith(ORIGIN + "\n1\n")
        .contains("\n\n\u2014 " + ORIGIN + " ");
  }

  @Test
  void noByteCanBeChanged() {
    SigningKey key = SigningKey.create(ORIGIN);
    byte[] note = some(key).note().getBytes(StandardCharsets.UTF_8);
    var random = new SplittableRandom(1);
    for (int i = 0; i < note.length; i++) {
      byte[] changed = note.clone();
      changed[i] ^= (byte) (1 << random.nextInt(8));
      boolean signed;
      try {
        signed =
            Checkpoint.read(new String(changed, StandardCharsets.UTF_8)).signedBy(key.verifier());
      } catch (IllegalArgumentException e) {
        signed = false;
      }
      assertThat(signed).as("byte %d changed", i).isFalse();
    }
  }

  @Test
  void invalidInputIsRejected() {
    assertThatThrownBy(() -> Checkpoint.read("a\n1\nb\n"))
        .hasMessage("not a signed note: no blank line before signatures");
    assertThatThrownBy(() -> Checkpoint.read("a\n01\nb\n\n\u2014 a b\n"))
        .hasMessage("invalid root hash: b");
    assertThatThrownBy(() -> SigningKey.read(ORIGIN, "x")).hasMessage("not PEM of a PRIVATE KEY");
    assertThatThrownBy(() -> VerifierKey.read(ORIGIN, "x"))
        .hasMessageContaining("neither PEM nor a verifier key");
  }
}
