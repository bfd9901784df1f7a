package dev.plumbline.source.kubernetes;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.ConnectException;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLException;

/** That the API server did not answer, or answered with a refusal. */
final class ApiException extends Exception {

  private static final long serialVersionUID = 1;

  /** That a kind is not served. */
  static final String NO_SUCH_KIND = "NoSuchKind";

  /** That the history before a resource version is gone: what is there must be listed again. */
  static final String EXPIRED = "Expired";

  /** That a watch told nothing for too long. */
  static final String SILENT = "WatchSilent";

  /** That a connection was closed: one that was idle may be, and a new one serves. */
  static final String RESET = "ConnectionReset";

  private final String code;
  private final transient Duration retryAfter;

  private ApiException(String code, String message, Duration retryAfter) {
    super(code + ": " + message);
    this.code = code;
    this.retryAfter = retryAfter;
  }

  ApiException(String code, String message) {
    this(code, message, Duration.ZERO);
  }

  /** A refusal, told by the HTTP status and, where there is one, the Status object. */
  static ApiException refused(int http, JsonNode status, String retryAfter) {
    String reason = status.path("reason").asText();
    String code =
        switch (http) {
          case 404 -> NO_SUCH_KIND;
          case 410 -> EXPIRED;
          default -> reason.isEmpty() ? byNumber(http) : reason;
        };
    boolean told = retryAfter.matches("[0-9]{1,4}");
    return new ApiException(
        code,
        "the API server answered " + http + " " + status.path("message").asText(),
        told ? Duration.ofSeconds(Long.parseLong(retryAfter)) : Duration.ZERO);
  }

  /** No answer at all. */
  static ApiException unreachable(Throwable fault) {
    Throwable cause = fault;
    String code = "ConnectionFailed";
    while (cause != null) {
      if (cause instanceof TimeoutException || cause instanceof java.net.SocketTimeoutException) {
        code = "Timeout";
      } else if (cause instanceof UnknownHostException) {
        code = "UnknownHost";
      } else if (cause instanceof SSLException) {
        code = "TLSFailed";
      } else if (cause instanceof ConnectException) {
        code = "ConnectionRefused";
      } else if (cause instanceof SocketException
          || cause.getClass().getSimpleName().equals("HttpClosedException")) {
        code = RESET;
      } else {
        cause = cause.getCause();
        continue;
      }
      break;
    }
    return new ApiException(code, String.valueOf(fault.getMessage()), Duration.ZERO);
  }

  /** What went wrong: Forbidden, ServiceUnavailable, ConnectionRefused, WatchSilent. */
  String code() {
    return code;
  }

  /** How long the API server asks to be left alone; zero when it does not. */
  Duration retryAfter() {
    return retryAfter;
  }

  private static String byNumber(int http) {
    return switch (http) {
      case 401 -> "Unauthorized";
      case 403 -> "Forbidden";
      case 429 -> "TooManyRequests";
      case 500 -> "InternalError";
      case 503 -> "ServiceUnavailable";
      case 504 -> "Timeout";
      default -> "Http" + http;
    };
  }
}
