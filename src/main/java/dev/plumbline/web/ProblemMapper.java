package dev.plumbline.web;

import dev.plumbline.audit.InvalidLogException;
import dev.plumbline.audit.ask.NothingKnownException;
import dev.plumbline.host.InvalidInputException;
import jakarta.ws.rs.WebApplicationException;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.Response.ResponseBuilder;
import org.jboss.resteasy.reactive.server.ServerExceptionMapper;

/** Tells every problem in one form. */
final class ProblemMapper {

  static final String TYPE = "application/problem+json";

  @ServerExceptionMapper
  Response problem(Problem problem) {
    ResponseBuilder response =
        Response.status(problem.status())
            .header(HttpHeaders.CONTENT_TYPE, TYPE)
            .entity(text(problem));
    if (problem.status() == 401) {
      response.header(HttpHeaders.WWW_AUTHENTICATE, "Bearer");
    }
    if (problem.retryAfter() != null) {
      response.header(HttpHeaders.RETRY_AFTER, problem.retryAfter());
    }
    return response.build();
  }

  /** The problem as it is sent. */
  static String text(Problem problem) {
    return Json.text(
        json -> {
          json.writeStartObject();
          json.writeStringField("title", problem.title());
          json.writeNumberField("status", problem.status());
          json.writeStringField("detail", problem.detail());
          if (problem.advice() != null) {
            json.writeStringField("advice", problem.advice());
          }
          if (problem.lines().size() > 1) {
            json.writeArrayFieldStart("problems");
            for (String line : problem.lines()) {
              json.writeString(line);
            }
            json.writeEndArray();
          }
          json.writeEndObject();
        });
  }

  @ServerExceptionMapper
  Response unusable(InvalidInputException exception) {
    return problem(Problem.unusable("Cannot be evaluated", exception.lines()));
  }

  @ServerExceptionMapper
  Response unknown(NothingKnownException exception) {
    return problem(Problem.notFound(String.valueOf(exception.getMessage())));
  }

  @ServerExceptionMapper
  Response invalid(InvalidLogException exception) {
    return problem(
        Problem.other(
            500, "The log is not what it should be", String.valueOf(exception.getMessage())));
  }

  @ServerExceptionMapper
  Response other(WebApplicationException exception) {
    Response.StatusType status = exception.getResponse().getStatusInfo();
    return problem(
        Problem.other(
            status.getStatusCode(),
            status.getReasonPhrase(),
            exception.getMessage() + ". Maybe see /openapi for what can be asked."));
  }
}
