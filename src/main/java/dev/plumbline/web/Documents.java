package dev.plumbline.web;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonSerializable;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.jsontype.TypeSerializer;
import com.fasterxml.jackson.databind.util.TokenBuffer;
import dev.plumbline.loop.HostSnapshot;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.ws.rs.HttpMethod;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerResponseContext;
import jakarta.ws.rs.core.EntityTag;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.Response;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ref.WeakReference;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.function.Supplier;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jboss.resteasy.reactive.server.ServerResponseFilter;
import org.jspecify.annotations.Nullable;

/**
 * Sends what resources return as JSON, each with an entity tag of its content, so that a client
 * which has it already gets 304; replicas with the same state give the same tag. Documents that are
 * expensive to make are kept, with their text, as long as the state that they describe is current.
 */
@ApplicationScoped
class Documents {

  private static final int MAX_KEPT = 64;

  private static final JsonMapper TREES = new JsonMapper();

  private final ObjectMapper mapper;
  private final LinkedHashMap<String, Kept> byName = new LinkedHashMap<>();

  /** A document of one state; its text is rendered when it is sent first. */
  private static final class Kept {
    final WeakReference<HostSnapshot> state;
    final long version;
    final Object document;
    @Nullable Rendered rendered;

    Kept(HostSnapshot state, long version, Object document) {
      this.state = new WeakReference<>(state);
      this.version = version;
      this.document = document;
    }
  }

  private record Rendered(String text, String tag) {}

  Documents(ObjectMapper mapper) {
    this.mapper = mapper;
  }

  /** Writes a part of a document. */
  @FunctionalInterface
  interface Writing {
    void to(JsonGenerator json) throws IOException;
  }

  /** A part of a document, or all of it, that another package writes as JSON itself. */
  @Schema(hidden = true)
  static class Written extends JsonSerializable.Base {

    @Schema(hidden = true)
    private final Writing writing;

    Written(Writing writing) {
      this.writing = writing;
    }

    /** Writes at once; what was written is sent later. */
    static Written now(Writing writing) {
      var buffer = new TokenBuffer(TREES, false);
      try {
        writing.to(buffer);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      return new Written(buffer::serialize);
    }

    @Override
    public void serialize(JsonGenerator json, SerializerProvider provider) throws IOException {
      writing.to(json);
    }

    @Override
    public void serializeWithType(
        JsonGenerator json, SerializerProvider provider, TypeSerializer type) throws IOException {
      writing.to(json);
    }
  }

  /**
   * The document called {@code name} of {@code state}, made once however many ask for it.
   *
   * @param version of what it depends on besides
   */
  @SuppressWarnings({"ReferenceEquality", "unchecked"}) // a published state never changes
  synchronized <T> T of(String name, HostSnapshot state, long version, Supplier<T> document) {
    // The least recently requested comes first.
    Kept kept = byName.remove(name);
    if (kept == null || kept.state.get() != state || kept.version != version) {
      kept = new Kept(state, version, document.get());
    }
    byName.put(name, kept);
    if (byName.size() > MAX_KEPT) {
      byName.pollFirstEntry();
    }
    return (T) kept.document;
  }

  @ServerResponseFilter
  void send(ContainerRequestContext request, ContainerResponseContext response) {
    Object document = response.getEntity();
    if (document == null || document instanceof String) {
      return;
    }
    if (!request.getMethod().equals(HttpMethod.GET)
        || response.getHeaders().containsKey(HttpHeaders.CACHE_CONTROL)) {
      response.getHeaders().putSingle(HttpHeaders.CACHE_CONTROL, "no-store");
      return;
    }
    Rendered rendered = rendered(document);
    var tag = new EntityTag(rendered.tag());
    response.getHeaders().putSingle(HttpHeaders.ETAG, tag);
    response.getHeaders().putSingle(HttpHeaders.CACHE_CONTROL, "no-cache");
    if (request.getRequest().evaluatePreconditions(tag) == null) {
      response.setEntity(rendered.text());
    } else {
      response.setStatus(Response.Status.NOT_MODIFIED.getStatusCode());
      response.setEntity(null);
    }
  }

  @SuppressWarnings("ReferenceEquality") // the very document that was kept
  private Rendered rendered(Object document) {
    synchronized (this) {
      for (Kept kept : byName.values()) {
        if (kept.document == document) {
          Rendered known = kept.rendered;
          if (known == null) {
            known = render(document);
            kept.rendered = known;
          }
          return known;
        }
      }
    }
    return render(document);
  }

  private Rendered render(Object document) {
    String text = text(document) + "\n";
    return new Rendered(text, digest(text.getBytes(StandardCharsets.UTF_8)));
  }

  /** The document as JSON in one line. */
  String text(Object document) {
    try {
      return mapper.writeValueAsString(document);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(document.getClass() + " cannot be written as JSON", e);
    }
  }

  /** Identifies content: the beginning of its SHA-256. */
  static String digest(byte[] content) {
    try {
      byte[] hash = MessageDigest.getInstance("SHA-256").digest(content);
      return HexFormat.of().formatHex(hash, 0, 16);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }
}
