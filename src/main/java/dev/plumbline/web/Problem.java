package dev.plumbline.web;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Why a request is not answered, in the form of RFC 9457 with advice beside it. */
final class Problem extends RuntimeException {

  private static final long serialVersionUID = 1;

  /** Every message of ours ends with what may help. */
  private static final Pattern ADVICE = Pattern.compile("(?s)(.*?[.:;)'\"\\w])\\s+(Maybe .*)");

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

  /** The request cannot be understood. */
  static Problem badRequest(String detail) {
    return new Problem(400, "Bad request", List.of(detail), null);
  }

  /** Nobody knows who asks. */
  static Problem unauthorized(String detail) {
    return new Problem(401, "Who are you", List.of(detail), null);
  }

  /** Who asks may not. */
  static Problem forbidden(String detail) {
    return new Problem(403, "Not allowed", List.of(detail), null);
  }

  /** It does not go with how things are. */
  static Problem conflict(String detail) {
    return new Problem(409, "Not as things are", List.of(detail), null);
  }

  /** Somebody who must be asked does not answer. */
  static Problem unavailable(String detail) {
    return new Problem(503, "Not now", List.of(detail), 5);
  }

  /** What is asked for is not there. */
  static Problem notFound(String detail) {
    return new Problem(404, "Not found", List.of(detail), null);
  }

  /** The list has changed since the page before. */
  static Problem gone(String detail) {
    return new Problem(410, "The list has changed", List.of(detail), null);
  }

  /** What was posted is understood and cannot be used; a line for each fault. */
  static Problem unusable(String title, List<String> lines) {
    return new Problem(422, title, lines, null);
  }

  /** Too much at once. */
  static Problem busy(String detail) {
    return new Problem(429, "Busy", List.of(detail), 1);
  }

  /** Nothing is known yet. */
  static Problem notYet(String detail) {
    return new Problem(503, "Not ready", List.of(detail), 5);
  }

  /** More listen than can be told. */
  static Problem crowded(String detail) {
    return new Problem(503, "Too many listen", List.of(detail), 30);
  }

  /** Anything else, with the status that it has. */
  static Problem other(int status, String title, String detail) {
    return new Problem(status, title, List.of(detail), null);
  }

  int status() {
    return status;
  }

  String title() {
    return title;
  }

  /** One line a fault, whole. */
  List<String> lines() {
    return lines;
  }

  /** After how many seconds it may be otherwise; null when it will not change by itself. */
  @Nullable Integer retryAfter() {
    return retryAfter;
  }

  /** What is wrong, without the advice. */
  String detail() {
    Matcher parts = ADVICE.matcher(lines.getFirst());
    return parts.matches() ? parts.group(1) : lines.getFirst();
  }

  /** What may help; null when there is none. */
  @Nullable String advice() {
    Matcher parts = ADVICE.matcher(lines.getFirst());
    return parts.matches() ? parts.group(2) : null;
  }
}
