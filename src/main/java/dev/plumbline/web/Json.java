package dev.plumbline.web;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.json.JsonMapper;
import jakarta.ws.rs.core.CacheControl;
import jakarta.ws.rs.core.EntityTag;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Request;
import jakarta.ws.rs.core.Response;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** Writes answers. */
final class Json {

  private static final JsonFactory JSON = new JsonMapper().getFactory();

  private Json() {}

  /** What writes a document. */
  @FunctionalInterface
  interface Writing {
    void to(JsonGenerator json) throws IOException;
  }

  /** The document as text, with a line feed at its end. */
  static String text(Writing writing) {
    var text = new StringWriter();
    try (JsonGenerator json = JSON.createGenerator(text)) {
      writing.to(json);
      json.writeRaw('\n');
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return text.toString();
  }

  /**
   * The document with a tag of its content, so that who asks again for the same is told so;
   * replicas that know the same give the same tag.
   */
  static Response answer(Request request, Writing writing) {
    return answer(request, rendered(writing));
  }

  /** The same with a document that is kept. */
  static Response answer(Request request, Rendered document) {
    var tag = new EntityTag(document.tag());
    Response.ResponseBuilder known = request.evaluatePreconditions(tag);
    var fresh = new CacheControl();
    fresh.setNoCache(true);
    return (known == null ? Response.ok(document.text(), MediaType.APPLICATION_JSON_TYPE) : known)
        .tag(tag)
        .cacheControl(fresh)
        .build();
  }

  /** The document and its tag. */
  static Rendered rendered(Writing writing) {
    String text = text(writing);
    return new Rendered(text, digest(text));
  }

  /**
   * A document that can be sent many times.
   *
   * @param tag tells its content
   */
  record Rendered(String text, String tag) {}

  private static String digest(String text) {
    return digest(text.getBytes(StandardCharsets.UTF_8));
  }

  /** What tells content: the beginning of its SHA-256. */
  static String digest(byte[] content) {
    try {
      byte[] hash = MessageDigest.getInstance("SHA-256").digest(content);
      return HexFormat.of().formatHex(hash, 0, 16);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }
}
