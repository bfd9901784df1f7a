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
 * Serves static files with content-based entity tags that browsers revalidate, so that a page never
 * mixes files of different versions.
 */
@ApplicationScoped
class StaticFiles {

  private static final int BEFORE_ROUTES = 50;
  private static final String FOLDER = "META-INF/resources";

  private final Map<String, String> tags = new ConcurrentHashMap<>();

  void filters(@Observes Filters filters) {
    filters.register(this::tag, BEFORE_ROUTES);
  }

  private void tag(RoutingContext context) {
    HttpMethod method = context.request().method();
    String tag =
        method == HttpMethod.GET || method == HttpMethod.HEAD
            ? tag(context.normalizedPath())
            : null;
    if (tag != null) {
      context
          .response()
          .putHeader(HttpHeaders.ETAG, tag)
          .putHeader(HttpHeaders.CACHE_CONTROL, "no-cache");
      String known = context.request().getHeader(HttpHeaders.IF_NONE_MATCH);
      if (known != null && known.contains(tag)) {
        context.response().setStatusCode(304).end();
        return;
      }
    }
    context.next();
  }

  private @Nullable String tag(String path) {
    String file = path.equals("/") ? "/index.html" : path;
    // Any other route is below one of these, or has no dot in its last segment.
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
      return content == null ? null : '"' + Documents.digest(content.readAllBytes()) + '"';
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
