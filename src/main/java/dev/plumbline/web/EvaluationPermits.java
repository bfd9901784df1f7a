package dev.plumbline.web;

import dev.plumbline.web.WebSettings.Authentication;
import dev.plumbline.web.WebSettings.EvaluateAccess;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.ws.rs.core.HttpHeaders;

/** Who may have a snapshot evaluated, and how many of them at once. */
@ApplicationScoped
class EvaluationPermits {

  /** The key of the client in the context of a request. */
  static final String CLIENT = EvaluationPermits.class.getName();

  /** Four bodies are read at once, each in a buffer that doubles, and one is unpacked. */
  private static final int BODIES_IN_HEAP = 32;

  private static final int SNAPSHOTS_IN_HEAP = 16;

  /** What a value costs from its token to the fact that is made of it, with room for the rest. */
  private static final int BYTES_OF_VALUE = 512;

  private static final String IN_A_POD = "KUBERNETES_SERVICE_HOST";

  private final EvaluateAccess access;
  private final ClientShares permits;

  EvaluationPermits(WebSettings settings) {
    this.access = settings.evaluate().orElseGet(() -> byDefault(settings));
    int share = Math.max(1, (settings.evaluations() + 1) / 2);
    this.permits = new ClientShares(settings.evaluations(), share);
  }

  private static EvaluateAccess byDefault(WebSettings settings) {
    if (System.getenv(IN_A_POD) == null) {
      return EvaluateAccess.OPEN;
    }
    return settings.authentication() == Authentication.NONE
        ? EvaluateAccess.DISABLED
        : EvaluateAccess.AUTHENTICATED;
  }

  /**
   * The most bytes of a body where {@code configured} is the limit: with less heap, fewer, since
   * bodies that are read at once would fill it.
   */
  static long bodyBytes(long configured, long heap) {
    return Math.min(configured, heap / BODIES_IN_HEAP);
  }

  /** The same of what is unpacked. */
  static long snapshotBytes(long configured, long heap) {
    return Math.min(configured, heap / SNAPSHOTS_IN_HEAP);
  }

  /** The same of its values: a byte each in a list of zeros, and many times that once read. */
  static long snapshotValues(long configured, long heap) {
    return Math.min(configured, heap / BYTES_OF_VALUE);
  }

  EvaluateAccess access() {
    return access;
  }

  /** Who asks, if they may; {@link RequestFilter} has asked before it read the body. */
  String client(RoutingContext context, HttpHeaders headers, Access users) {
    return switch (access) {
      case DISABLED -> throw disabled();
      case AUTHENTICATED ->
          "user " + users.user(headers.getHeaderString(HttpHeaders.AUTHORIZATION)).name();
      case OPEN ->
          context.get(CLIENT) instanceof String client
              ? client
              : ClientShares.address(context.request());
    };
  }

  boolean full() {
    return permits.full();
  }

  /**
   * Takes a permit.
   *
   * @throws Problem if there is none left, or none for this client
   */
  void enter(String client) {
    if (!permits.enter(client)) {
      throw busy();
    }
  }

  void leave(String client) {
    permits.leave(client);
  }

  static Problem busy() {
    return Problem.busy("another evaluation is under way. Try: again in a second.");
  }

  static Problem disabled() {
    return Problem.forbidden(
        "neither snapshots nor rules that are sent are evaluated here. Try: plumbline evaluate or"
            + " plumbline diff on the command line, or set"
            + " plumbline.web.evaluate to authenticated.");
  }
}
