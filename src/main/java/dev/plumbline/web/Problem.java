package dev.plumbline.web;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import dev.plumbline.language.InvalidInputException;
import dev.plumbline.language.Printable;
import dev.plumbline.log.InvalidLogException;
import dev.plumbline.query.NothingKnownException;
import io.quarkus.runtime.annotations.RegisterForReflection;
import jakarta.ws.rs.WebApplicationException;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.Response.ResponseBuilder;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jboss.logging.Logger;
import org.jboss.resteasy.reactive.server.ServerExceptionMapper;
import org.jspecify.annotations.Nullable;

/** The failure of a request as problem details (RFC 9457) with advice. */
final class Problem extends RuntimeException {

  static final String TYPE = "application/problem+json";

  private static final long serialVersionUID = 1;

  private static final Logger LOG = Logger.getLogger(Problem.class);

  private static final Pattern ADVICE =
      Pattern.compile("(?s)(.*?[.:;)'\"\\w])\\s+((?:Try:|Did you mean|Maybe) .*)");

  private final int status;
  private final String title;
  private final transient List<String> lines;
  private final @Nullable Integer retryAfter;

  private Problem(int status, String title, List<String> lines, @Nullable Integer retryAfter) {
    super(String.join("\n", lines));
    this.status = status;
    this.title = title;
    this.lines = List.copyOf(lines);
    this.retryAfter = retryAfter;
  }

  @RegisterForReflection
  @Schema(name = "Problem")
  record Document(
      String title,
      int status,
      @Schema(description = "What is wrong: the file, the path in it, the value.") String detail,
      @Schema(description = "What may help.") @JsonInclude(JsonInclude.Include.NON_NULL)
          @Nullable String advice,
      @Schema(description = "One line for each problem where there are several.")
          @JsonInclude(JsonInclude.Include.NON_EMPTY)
          List<String> problems) {}

  static Problem badRequest(String detail) {
    return new Problem(400, "Bad request", List.of(detail), null);
  }

  static Problem noToken() {
    return unauthorized("no token was sent. Try: Authorization: Bearer TOKEN.");
  }

  static Problem lengthRequired() {
    return other(
        411,
        "Length required",
        "the length of the body is not declared. Try: send Content-Length, as curl --data-binary"
            + " @FILE does.");
  }

  static Problem tooLarge(long length, long limit) {
    return other(
        413,
        "Too large",
        "the body has "
            + length
            + " bytes, and at most "
            + limit
            + " are read here. Try: leave out what is not needed.");
  }

  static Problem unsupported(String detail, String advice) {
    return other(415, "Unsupported media type", detail + ". Try: " + advice);
  }

  /** The request is for a host that this is not. */
  static Problem misdirected(String detail) {
    return other(421, "Misdirected request", detail);
  }

  /** What a task on another thread has failed with. */
  static Problem of(Throwable fault) {
    return fault instanceof Problem problem
        ? problem
        : unavailable("the request failed: " + fault + ". Try: again later.");
  }

  static Problem unauthorized(String detail) {
    return new Problem(401, "Unauthorized", List.of(detail), null);
  }

  static Problem forbidden(String detail) {
    return new Problem(403, "Forbidden", List.of(detail), null);
  }

  static Problem conflict(String detail) {
    return new Problem(409, "Conflict", List.of(detail), null);
  }

  static Problem unavailable(String detail) {
    return new Problem(503, "Service unavailable", List.of(detail), 5);
  }

  static Problem notFound(String detail) {
    return new Problem(404, "Not found", List.of(detail), null);
  }

  /** The list changed since the previous page. */
  static Problem gone(String detail) {
    return new Problem(410, "The list has changed", List.of(detail), null);
  }

  static Problem unprocessable(String title, List<String> lines) {
    return new Problem(422, title, lines, null);
  }

  static Problem busy(String detail) {
    return new Problem(429, "Too many requests", List.of(detail), 1);
  }

  /** Before the first settlement, or the first entry of the log. */
  static Problem notReady(String detail) {
    return new Problem(503, "Not ready", List.of(detail), 5);
  }

  static Problem crowded(String detail) {
    return new Problem(503, "Too many event streams", List.of(detail), 30);
  }

  /** One client has its share of event streams. */
  static Problem share(String detail) {
    return new Problem(429, "Too many event streams", List.of(detail), 30);
  }

  /** A failure of which only the status is known. */
  static Problem ofStatus(int status, String reason) {
    return other(
        status,
        reason,
        "HTTP " + status + " " + reason + ". Try: see /openapi for the paths and parameters.");
  }

  static Problem internal() {
    return other(
        500,
        "Internal error",
        "internal error (bug). Try: see the log of Plumbline, and report it.");
  }

  static Problem other(int status, String title, String detail) {
    return new Problem(status, title, List.of(detail), null);
  }

  int status() {
    return status;
  }

  /** The problem, without advice. */
  String detail() {
    return document().detail();
  }

  Document document() {
    List<String> lines = this.lines.stream().map(Printable::of).toList();
    String line = lines.getFirst();
    Matcher parts = ADVICE.matcher(line);
    boolean advice = parts.matches();
    return new Document(
        title,
        status,
        advice ? parts.group(1) : line,
        advice ? parts.group(2) : null,
        lines.size() > 1 ? lines : List.of());
  }

  Map<String, String> headers() {
    var headers = new TreeMap<String, String>();
    if (status == 401) {
      headers.put(HttpHeaders.WWW_AUTHENTICATE, "Bearer");
    }
    if (retryAfter != null) {
      headers.put(HttpHeaders.RETRY_AFTER, String.valueOf(retryAfter));
    }
    return headers;
  }

  static final class Mapper {

    private final Documents documents;

    Mapper(Documents documents) {
      this.documents = documents;
    }

    @ServerExceptionMapper
    Response problem(Problem problem) {
      ResponseBuilder response =
          Response.status(problem.status())
              .header(HttpHeaders.CONTENT_TYPE, TYPE)
              .entity(documents.text(problem.document()) + "\n");
      problem.headers().forEach(response::header);
      return response.build();
    }

    @ServerExceptionMapper
    Response unprocessable(InvalidInputException exception) {
      return problem(Problem.unprocessable("Cannot be evaluated", exception.lines()));
    }

    @ServerExceptionMapper
    Response unknown(NothingKnownException exception) {
      return problem(Problem.notFound(String.valueOf(exception.getMessage())));
    }

    @ServerExceptionMapper
    Response mismatched(MismatchedInputException exception) {
      return problem(Problem.badRequest(UnexpectedJson.describe(exception)));
    }

    @ServerExceptionMapper
    Response invalidLog(InvalidLogException exception) {
      return problem(
          Problem.other(500, "Invalid decision log", String.valueOf(exception.getMessage())));
    }

    @ServerExceptionMapper
    Response other(WebApplicationException exception) {
      Response own = exception.getResponse();
      Response answer =
          problem(Problem.ofStatus(own.getStatus(), own.getStatusInfo().getReasonPhrase()));
      String allowed = own.getHeaderString(HttpHeaders.ALLOW);
      return allowed == null
          ? answer
          : Response.fromResponse(answer).header(HttpHeaders.ALLOW, allowed).build();
    }

    /** What nobody has thought of: the log has its stack trace, the client has not. */
    @ServerExceptionMapper
    Response internal(Exception exception) {
      LOG.error("A request failed", exception);
      return problem(Problem.internal());
    }
  }
}
