package dev.plumbline.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.plumbline.log.Checkpoint;
import dev.plumbline.log.MerkleTree;
import dev.plumbline.log.WitnessKey;
import dev.plumbline.log.store.LogFolder;
import dev.plumbline.log.verify.Verdict;
import dev.plumbline.log.verify.Verification;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.MessageDigest;
import java.security.Signature;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a witness has cosigned cannot be replaced by who has the key of the log. */
class WitnessTest {

  private static final Instant AT = Instant.parse("2026-11-20T00:00:00Z");

  @TempDir Path folder;

  private ThirdParty third;

  @BeforeEach
  void listen() throws IOException, GeneralSecurityException {
    third = new ThirdParty();
  }

  @AfterEach
  void end() {
    third.server.stop(0);
  }

  @Test
  void theNewestCheckpointIsCosignedWhenItIsNewer() throws IOException, InterruptedException {
    TestFolder.append(folder, 5, at);
    Witness witness = witness();
    // When
    Instant first = witness.next();
    Instant again = witness.next();
    TestFolder.append(folder, 4, at);
    Instant later = witness.next();
    // Then
    assertThat(first).isEqualTo(AT);
    assertThat(again).isNull();
    assertThat(later).isEqualTo(AT);
    assertThat(third.sizes).containsExactly(5L, 9L);
    assertThat(verified().fault()).isNull();
  }

  @Test
  void aFolderThatKnowsLessThanTheWitnessAsksAgain() throws IOException, InterruptedException {
    TestFolder.append(folder, 5, at);
    Witness witness = witness();
    witness.next();
    Files.delete(folder.resolve(third.key().file()));
    TestFolder.append(folder, 1, at);
    // When
    witness.next();
    // Then
    assertThat(third.sizes).containsExactly(5L, 6L);
  }

  @Test
  void anotherLogWithTheSameKeyIsFoundOut() throws IOException, InterruptedException {
    TestFolder.append(folder, 5, at);
    Witness witness = witness();
    witness.next();
    // Given: who has the key writes another log in its place, and keeps what the witness signed
    byte[] key = Files.readAllBytes(folder.resolve("key.pem"));
    byte[] cosigned = Files.readAllBytes(folder.resolve(third.key().file()));
    TestFolder.clear(folder);
    Files.write(folder.resolve("key.pem"), key);
    at = AT.plusSeconds(1);
    TestFolder.append(folder, 7, at);
    Files.write(folder.resolve(third.key().file()), cosigned);
    // Then
    assertThat(new Verification(new LogFolder(folder), null, null).run().fault()).isNull();
    assertThat(verified().fault()).isNotNull();
    assertThatThrownBy(witness::next)
        .isInstanceOf(IOException.class)
        .hasMessageContaining("HTTP 422");
  }

  @Test
  void aSignatureOfSomebodyElseIsNotKept() throws IOException, GeneralSecurityException {
    TestFolder.append(folder, 5, at);
    var other = new ThirdParty();
    Witness witness = new Witness(other.url(), third.key(), folder);
    try {
      assertThatThrownBy(witness::next)
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("no signature of witness.example/w over this checkpoint");
      assertThat(folder.resolve(third.key().file())).doesNotExist();
      assertThat(verified().fault()).isNotNull();
    } finally {
      other.server.stop(0);
    }
  }

  private Witness witness() {
    return new Witness(third.url(), third.key(), folder);
  }

  private Verdict verified() throws IOException {
    var files = new LogFolder(folder);
    byte[] note = files.bytes(third.key().file());
    Checkpoint checkpoint =
        note == null ? null : Checkpoint.read(new String(note, StandardCharsets.UTF_8));
    return new Verification(files, null, checkpoint).witnessedBy(third.key()).run();
  }

  private Instant at = AT;

  /** A witness, as https://c2sp.org/tlog-witness says what it must do. */
  private static final class ThirdParty {

    private static final String NAME = "witness.example/w";

    private final KeyPair keys = KeyPairGenerator.getInstance("Ed25519").generateKeyPair();
    private final HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    private final List<Long> sizes = new ArrayList<>();
    private Checkpoint last;

    ThirdParty() throws IOException, GeneralSecurityException {
      server.createContext("/w/add-checkpoint", this::add);
      server.start();
    }

    URI url() {
      return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/w/");
    }

    WitnessKey key() {
      byte[] raw = raw();
      return WitnessKey.read(
          NAME
              + "+"
              + HexFormat.of().formatHex(id())
              + "+"
              + Base64.getEncoder().encodeToString(raw));
    }

    /** The type of the signature and the key. */
    private byte[] raw() {
      byte[] spki = keys.getPublic().getEncoded();
      byte[] raw = Arrays.copyOfRange(spki, spki.length - 33, spki.length);
      raw[0] = 4;
      return raw;
    }

    private byte[] id() {
      try {
        var digest = MessageDigest.getInstance("SHA-256");
        digest.update((NAME + "\n").getBytes(StandardCharsets.UTF_8));
        return Arrays.copyOf(digest.digest(raw()), 4);
      } catch (GeneralSecurityException e) {
        throw new AssertionError(e);
      }
    }

    private void add(HttpExchange exchange) throws IOException {
      String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
      int blank = body.indexOf("\n\n");
      List<String> lines = body.substring(0, blank).lines().toList();
      long old = Long.parseLong(lines.getFirst().substring("old ".length()));
      Checkpoint now = Checkpoint.read(body.substring(blank + 2));
      long seen = last == null ? 0 : last.head().size();
      if (old != seen) {
        answer(exchange, 409, seen + "\n");
        return;
      }
      List<byte[]> proof =
          lines.stream().skip(1).map(line -> Base64.getDecoder().decode(line)).toList();
      if (last != null
          && !MerkleTree.consistent(old, root(last), now.head().size(), root(now), proof)) {
        answer(exchange, 422, "not consistent\n");
        return;
      }
      last = now;
      sizes.add(now.head().size());
      answer(exchange, 200, cosignature(now));
    }

    private static byte[] root(Checkpoint checkpoint) {
      return HexFormat.of().parseHex(checkpoint.head().root());
    }

    private String cosignature(Checkpoint now) {
      try {
        long time = AT.getEpochSecond();
        var signer = Signature.getInstance("Ed25519");
        signer.initSign(keys.getPrivate());
        signer.update(
            ("cosignature/v1\ntime " + time + "\n" + now.text()).getBytes(StandardCharsets.UTF_8));
        var bytes = new ByteArrayOutputStream();
        bytes.writeBytes(id());
        bytes.writeBytes(ByteBuffer.allocate(Long.BYTES).putLong(time).array());
        bytes.writeBytes(signer.sign());
        String line = Base64.getEncoder().encodeToString(bytes.toByteArray());
        return "\u2014 " + NAME + " " + line + "\n";
      } catch (GeneralSecurityException e) {
        throw new AssertionError(e);
      }
    }

    private static void answer(HttpExchange exchange, int status, String body) throws IOException {
      byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
      exchange.sendResponseHeaders(status, bytes.length);
      try (var out = exchange.getResponseBody()) {
        out.write(bytes);
      }
    }
  }
}
