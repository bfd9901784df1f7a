package dev.plumbline.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.fuzz.Fuzzer;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever is posted as a snapshot, its files are read, or it is a problem of the caller. */
class BodyFuzzTest {

  private static final int BLOCK = 512;
  private static final long LIMIT = 4 << 20;
  private static final long VALUES = 100_000;

  private static final Map<String, String> FILES =
      new TreeMap<>(
          Map.of(
              "snapshot.yaml", "region: us-east-1\naccount: \"123456789012\"\n",
              "images.json", "{\"Images\": [{\"ImageId\": \"ami-1\", \"State\": \"available\"}]}",
              "cluster/pool.yaml", "kind: NodePool\nmetadata: {name: web}\n"));

  @ParameterizedTest
  @ValueSource(strings = {"application/json", "application/x-tar", "application/gzip"})
  void isReadOrRefused(String mediaType) throws IOException {
    byte[] seed =
        switch (mediaType) {
          case "application/json" -> json();
          case "application/x-tar" -> tar();
          default -> gzip(tar());
        };
    var fuzzer =
        new Fuzzer(List.of(seed), Set.of(Problem.class), message -> !Fuzzer.isOfTheInside(message));
    Fuzzer.Outcome outcome =
        fuzzer.run(
            1_000,
            input ->
                PostedSnapshot.read(mediaType, new ByteArrayInputStream(input), LIMIT, VALUES));
    assertThat(outcome.read()).isPositive();
    assertThat(outcome.refused()).isPositive();
  }

  private static byte[] json() {
    return "{\"snapshot.yaml\": \"region: us-east-1\\n\", \"images.json\": {\"Images\": [{\"ImageId\": \"ami-1\", \"RootSnapshot\": [1, 2.5, -3e2, true, null]}]}, \"cluster\": [{\"kind\": \"NodePool\", \"metadata\": {\"name\": \"web\"}}]}"
        .getBytes(StandardCharsets.UTF_8);
  }

  private static byte[] tar() {
    var archive = new ByteArrayOutputStream();
    FILES.forEach(
        (name, text) -> {
          byte[] content = text.getBytes(StandardCharsets.UTF_8);
          byte[] header = new byte[BLOCK];
          put(header, 0, "top/" + name);
          put(header, 100, "0000644");
          put(header, 124, String.format(Locale.ROOT, "%011o", content.length));
          header[156] = '0';
          put(header, 257, "ustar");
          put(header, 263, "00");
          archive.writeBytes(header);
          archive.writeBytes(content);
          archive.writeBytes(new byte[(BLOCK - content.length % BLOCK) % BLOCK]);
        });
    archive.writeBytes(new byte[2 * BLOCK]);
    return archive.toByteArray();
  }

  private static void put(byte[] header, int at, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
    System.arraycopy(bytes, 0, header, at, bytes.length);
  }

  private static byte[] gzip(byte[] content) throws IOException {
    var packed = new ByteArrayOutputStream();
    try (var out = new GZIPOutputStream(packed)) {
      out.write(content);
    }
    return packed.toByteArray();
  }
}
