package dev.plumbline.action.kubernetes;

import dev.plumbline.fact.ObjectRef;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Where the API server has objects: the kinds written here are called by the plain plural. */
final class Paths {

  private Paths() {}

  /** The path of one object. */
  static String of(ObjectRef ref) {
    return of(ref.apiVersion(), ref.kind(), ref.namespace()) + "/" + ref.name();
  }

  /** The path of all objects of a kind, of one namespace or of the cluster. */
  static String of(String apiVersion, String kind, @Nullable String namespace) {
    String plural = kind.toLowerCase(Locale.ROOT) + (kind.endsWith("s") ? "es" : "s");
    return group(apiVersion)
        + (namespace == null ? "/" : "/namespaces/" + namespace + "/")
        + plural;
  }

  /** The path of a group and version. */
  static String group(String apiVersion) {
    return (apiVersion.contains("/") ? "/apis/" : "/api/") + apiVersion;
  }

  /** {@code path} with {@code key=value} pairs. */
  static String with(String path, String... parameters) {
    var query = new StringBuilder(path);
    for (int i = 0; i < parameters.length; i += 2) {
      query
          .append(i == 0 ? '?' : '&')
          .append(parameters[i])
          .append('=')
          .append(URLEncoder.encode(parameters[i + 1], StandardCharsets.UTF_8));
    }
    return query.toString();
  }
}
