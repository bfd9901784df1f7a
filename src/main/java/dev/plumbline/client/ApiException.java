package dev.plumbline.client;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.ConnectException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/** The API server did not respond, or responded with an error. */
public final class ApiException extends Exception {

  private static final long serialVersionUID = 1;

  public static final String SILENT = "WatchSilent";

  /** The connection was closed, as idle ones may be: a new connection may succeed. */
  public static final String RESET = "ConnectionReset";

  public static final String TIMEOUT = "Timeout";

  private final int status;
  private final String code;
  private final String detail;
  private final transient Duration retryAfter;

  private ApiException(
      int status, String code, String detail, Duration retryAfter, @Nullable Throwable cause) {
    super(
        code + ": " + (status == 0 ? detail : "the API server answered " + status + " " + detail),
        cause);
    this.status = status;
    this.code = code;
    this.detail = detail;
    this.retryAfter = retryAfter;
  }

  /** What the first of all causes says: the client wraps it. */
  public static @Nullable String rootMessage(Throwable fault) {
    Throwable root = fault;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    return root.getMessage();
  }

  /** A failure without a response. */
  public ApiException(String code, String detail) {
    this(0, code, detail, Duration.ZERO, null);
  }

  /**
   * An error response of the API server.
   *
   * @param answer its Status object; a missing node if a proxy responded
   * @param retryAfter the header {@code Retry-After}; empty if absent
   */
  public static ApiException answered(int status, JsonNode answer, String retryAfter) {
    String reason = answer.path("reason").asText();
    return new ApiException(
        status,
        reason.isEmpty() ? reasonFor(status) : reason,
        answer.path("message").asText(),
        retryAfter.matches("[0-9]{1,4}")
            ? Duration.ofSeconds(Long.parseLong(retryAfter))
            : Duration.ZERO,
        null);
  }

  /** A failure without a response, with a code by its cause. */
  static ApiException unreachable(Throwable failure) {
    String code = null;
    for (Throwable cause = failure; cause != null && code == null; cause = cause.getCause()) {
      code =
          switch (cause) {
            case TimeoutException e -> TIMEOUT;
            case SocketTimeoutException e -> TIMEOUT;
            case UnknownHostException e -> "UnknownHost";
            case SSLException e -> "TLSFailed";
            case ConnectException e -> "ConnectionRefused";
            case SocketException e -> RESET;
            default ->
                cause.getClass().getSimpleName().equals("HttpClosedException") ? RESET : null;
          };
    }
    return new ApiException(
        0,
        code == null ? "ConnectionFailed" : code,
        String.valueOf(failure.getMessage()),
        Duration.ZERO,
        failure);
  }

  public int status() {
    return status;
  }

  /** The error code: Forbidden, ServiceUnavailable, ConnectionRefused, WatchSilent. */
  public String code() {
    return code;
  }

  /** The message of the API server, without status and code; may be empty. */
  public String detail() {
    return detail;
  }

  public Duration retryAfter() {
    return retryAfter;
  }

  private static String reasonFor(int status) {
    return switch (status) {
      case 400 -> "BadRequest";
      case 401 -> "Unauthorized";
      case 403 -> "Forbidden";
      case 404 -> "NotFound";
      case 409 -> "Conflict";
      case 410 -> "Gone";
      case 415 -> "UnsupportedMediaType";
      case 422 -> "Invalid";
      case 429 -> "TooManyRequests";
      case 500 -> "InternalError";
      case 503 -> "ServiceUnavailable";
      case 504 -> TIMEOUT;
      default -> "Http" + status;
    };
  }
}
