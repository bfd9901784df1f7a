package dev.plumbline.loop;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.plumbline.conclusion.WireForm;
import dev.plumbline.fact.Fact;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Collection;
import java.util.Comparator;
import java.util.HexFormat;

/**
 * The identity of a set of facts: SHA-256 over their wire form, one compact JSON object per line,
 * each terminated by a line feed, sorted by {@link Fact#key}. {@code sha256sum} over those lines
 * gives the same.
 */
public final class FactsDigest {

  private static final JsonFactory JSON = new JsonFactory();

  private FactsDigest() {}

  /** The digest of {@code facts}, in lower-case hexadecimal; their order does not matter. */
  public static String of(Collection<Fact> facts) {
    try (var digest =
        new DigestOutputStream(
            OutputStream.nullOutputStream(), MessageDigest.getInstance("SHA-256"))) {
      writeLines(facts, digest);
      return HexFormat.of().formatHex(digest.getMessageDigest().digest());
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public static void writeLines(Collection<Fact> facts, OutputStream out) throws IOException {
    var buffered = new BufferedOutputStream(out, 1 << 16);
    try (JsonGenerator json = JSON.createGenerator(buffered)) {
      json.disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);
      json.setRootValueSeparator(null);
      for (Fact fact : facts.stream().sorted(Comparator.comparing(Fact::key)).toList()) {
        WireForm.write(fact, json);
        json.writeRaw('\n');
      }
    }
    buffered.flush();
  }
}
