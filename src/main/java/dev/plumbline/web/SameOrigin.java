package dev.plumbline.web;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.ws.rs.core.HttpHeaders;
import java.net.URI;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A browser sends a change for a page of ours alone. A token is never sent by itself, as a cookie
 * is; this stands behind it.
 */
@ApplicationScoped
class SameOrigin {

  private static final String SITE = "Sec-Fetch-Site";

  private final List<String> others;

  SameOrigin(WebSettings settings) {
    this.others = settings.origins().orElse(List.of());
  }

  /** A problem for what a browser sends for another page; what is no browser tells no origin. */
  void check(HttpHeaders headers) {
    String origin = headers.getHeaderString("Origin");
    String site = headers.getHeaderString(SITE);
    if (origin == null ? !elsewhere(site) : ours(origin, headers.getHeaderString("Host"))) {
      return;
    }
    throw Problem.forbidden(
        "it is sent for a page of "
            + (origin == null ? site : origin)
            + ". Maybe open the page that is served here, or set plumbline.web.origins.");
  }

  private static boolean elsewhere(@Nullable String site) {
    return site != null && !site.equals("same-origin") && !site.equals("none");
  }

  private boolean ours(String origin, @Nullable String host) {
    if (others.contains(origin)) {
      return true;
    }
    try {
      String authority = URI.create(origin).getRawAuthority();
      return host != null
          && authority != null
          && authority.toLowerCase(Locale.ROOT).equals(host.toLowerCase(Locale.ROOT));
    } catch (IllegalArgumentException e) {
      return false;
    }
  }
}
