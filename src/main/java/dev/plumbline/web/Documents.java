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
import io.vertx.core.http.HttpServerResponse;
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
 * Renders the results of resources as JSON with a content-based entity tag, so that clients get 304
 * if unchanged; replicas with the same state send the same tag. Caches expensive documents and
 * their text while their state is current.
 */
@ApplicationScoped
class Documents {

  private static final int MAX_KEPT = 64;

  private static final JsonMapper TREES = new JsonMapper();

  private final ObjectMapper mapper;
  private final LinkedHashMap<String, CachedDocument> byName = new LinkedHashMap<>();

  /** A document of one state; rendered when first sent. */
  private static final class CachedDocument {
    final WeakReference<HostSnapshot> state;
    final long version;
    final Object document;
    @Nullable Rendered rendered;

    CachedDocument(HostSnapshot state, long version, Object document) {
      this.state = new WeakReference<>(state);
      this.version = version;
      this.document = document;
    }
  }

  private record Rendered(String text, String tag) {}

  Documents(ObjectMapper mapper) {
    this.mapper = mapper;
  }

  @FunctionalInterface
  interface Writing {
    void to(JsonGenerator json) throws IOException;
  }

  /** Pre-rendered JSON: a document or a part of one. */
  @Schema(hidden = true)
  static class Written extends JsonSerializable.Base {

    @Schema(hidden = true)
    private final Writing writing;

    Written(Writing writing) {
      this.writing = writing;
    }

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

  /** The document {@code name} of {@code state}, computed once and cached. */
  @SuppressWarnings({"ReferenceEquality", "unchecked"}) // a published state never changes
  synchronized <T> T of(String name, HostSnapshot state, long version, Supplier<T> document) {
    // Least recently used first.
    CachedDocument cached = byName.remove(name);
    if (cached == null || cached.state.get() != state || cached.version != version) {
      cached = new CachedDocument(state, version, document.get());
    }
    byName.put(name, cached);
    if (byName.size() > MAX_KEPT) {
      byName.pollFirstEntry();
    }
    return (T) cached.document;
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
      for (CachedDocument cached : byName.values()) {
        if (cached.document == document) {
          Rendered known = cached.rendered;
          if (known == null) {
            known = render(document);
            cached.rendered = known;
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

  /** Answers a request that no resource has seen. */
  void reject(HttpServerResponse response, Problem problem) {
    response
        .setStatusCode(problem.status())
        .putHeader(HttpHeaders.CONTENT_TYPE, Problem.TYPE)
        .putHeader("X-Content-Type-Options", "nosniff");
    problem.headers().forEach(response::putHeader);
    response.end(text(problem.document()) + "\n");
  }

  String text(Object document) {
    try {
      return mapper.writeValueAsString(document);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(document.getClass() + " cannot be written as JSON", e);
    }
  }

  static String digest(byte[] content) {
    try {
      byte[] hash = MessageDigest.getInstance("SHA-256").digest(content);
      return HexFormat.of().formatHex(hash, 0, 16);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }
}
