package dev.plumbline.web.admission;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;

/**
 * What is answered to the API server.
 *
 * @param answer what it is counted as: allowed, warned, denied, late, busy, unread
 * @param lines what people are told; none when there is nothing to tell
 */
record Verdict(Answer answer, List<String> lines) {

  /** The API server may cut longer warnings. */
  private static final int WARNING = 250;

  /** Of which sort it is. */
  enum Answer {
    /** Nothing is wrong with it. */
    ALLOWED,
    /** It passes, with a word of warning. */
    WARNED,
    /** It is refused. */
    DENIED,
    /** It passes, since judging it took too long. */
    LATE,
    /** It passes, since too many others wait. */
    BUSY,
    /** It passes, since it cannot be judged. */
    UNREAD;

    /** As metrics call it. */
    String wire() {
      return name().toLowerCase(java.util.Locale.ROOT);
    }
  }

  Verdict {
    lines = List.copyOf(lines);
  }

  static Verdict allowed() {
    return new Verdict(Answer.ALLOWED, List.of());
  }

  static Verdict of(Answer answer, String line) {
    return new Verdict(answer, List.of(line));
  }

  /** The AdmissionReview that answers the one of this uid. */
  ObjectNode review(String uid) {
    ObjectNode review = JsonNodeFactory.instance.objectNode();
    review.put("apiVersion", "admission.k8s.io/v1").put("kind", "AdmissionReview");
    ObjectNode response = review.putObject("response");
    response.put("uid", uid).put("allowed", answer != Answer.DENIED);
    if (answer == Answer.DENIED) {
      response
          .putObject("status")
          .put("code", 422)
          .put("reason", "Invalid")
          .put("message", String.join("\n", lines));
    } else if (!lines.isEmpty()) {
      ArrayNode warnings = response.putArray("warnings");
      lines.forEach(line -> parts("plumbline: " + line).forEach(warnings::add));
    }
    return review;
  }

  /** A line in parts that are short enough, broken between words. */
  private static List<String> parts(String line) {
    var parts = new ArrayList<String>();
    String rest = line;
    while (rest.length() > WARNING) {
      int space = rest.lastIndexOf(' ', WARNING);
      int end = space <= 0 ? WARNING : space;
      parts.add(rest.substring(0, end));
      rest = rest.substring(end).strip();
    }
    parts.add(rest);
    return parts;
  }
}
