package dev.plumbline.web;

import io.quarkus.vertx.http.runtime.filters.Filters;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The files of the page are told by their content: a browser asks whether its own are still those,
 * so that a page never runs with files of another version.
 */
@ApplicationScoped
class StaticFiles {

  private static final int BEFORE_ROUTES = 50;
  private static final String FOLDER = "META-INF/resources";

  /** Of the files that are there. */
  private final Map<String, String> tags = new ConcurrentHashMap<>();

  void filters(@Observes Filters filters) {
    filters.register(this::tag, BEFORE_ROUTES);
  }

  private void tag(RoutingContext asked) {
    HttpMethod method = asked.request().method();
    String tag =
        method == HttpMethod.GET || method == HttpMethod.HEAD ? tag(asked.normalizedPath()) : null;
    if (tag != null) {
      asked
          .response()
          .putHeader(HttpHeaders.ETAG, tag)
          .putHeader(HttpHeaders.CACHE_CONTROL, "no-cache");
      String known = asked.request().getHeader(HttpHeaders.IF_NONE_MATCH);
      if (known != null && known.contains(tag)) {
        asked.response().setStatusCode(304).end();
        return;
      }
    }
    asked.next();
  }

  /** The tag of the file at {@code path}; null when there is none. */
  private @Nullable String tag(String path) {
    String file = path.equals("/") ? "/index.html" : path;
    // Everything else that is answered has no dot in its last part, or is below one of these.
    if (file.startsWith("/api/")
        || file.startsWith("/q/")
        || file.lastIndexOf('.') < file.lastIndexOf('/')) {
      return null;
    }
    String known = tags.get(file);
    if (known == null) {
      known = read(file);
      if (known != null) {
        tags.put(file, known);
      }
    }
    return known;
  }

  private static @Nullable String read(String file) {
    try (InputStream content =
        StaticFiles.class.getClassLoader().getResourceAsStream(FOLDER + file)) {
      return content == null ? null : '"' + Json.digest(content.readAllBytes()) + '"';
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
