package dev.plumbline.web;

import jakarta.ws.rs.core.HttpHeaders;
import org.jboss.resteasy.reactive.server.ServerRequestFilter;
import org.jboss.resteasy.reactive.server.SimpleResourceInfo;

/** Tells what is below /api/v1 to those alone who may read it, where that is asked for. */
final class Guard {

  private final WebSettings settings;
  private final Access access;

  Guard(WebSettings settings, Access access) {
    this.settings = settings;
    this.access = access;
  }

  /** Before every resource but the one that tells who one is. */
  @ServerRequestFilter
  void read(SimpleResourceInfo asked, HttpHeaders headers) {
    if (settings.readAuthentication() && !SessionResource.class.equals(asked.getResourceClass())) {
      var unused = access.user(headers.getHeaderString(HttpHeaders.AUTHORIZATION));
    }
  }
}
