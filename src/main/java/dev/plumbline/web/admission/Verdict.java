package dev.plumbline.web.admission;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;

record Verdict(Answer answer, List<String> lines) {

  private static final int MAX_WARNING_LENGTH = 250;

  enum Answer {
    ALLOWED,
    WARNED,
    DENIED,
    /** It passes unchecked: the deadline is over. */
    LATE,
    /** It passes unchecked: the queue is full. */
    BUSY,
    /** It passes unchecked: it cannot be read or checked. */
    UNREAD;

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

  private static List<String> parts(String line) {
    var parts = new ArrayList<String>();
    String rest = line;
    while (rest.length() > MAX_WARNING_LENGTH) {
      int space = rest.lastIndexOf(' ', MAX_WARNING_LENGTH);
      int end = space <= 0 ? MAX_WARNING_LENGTH : space;
      parts.add(rest.substring(0, end));
      rest = rest.substring(end).strip();
    }
    parts.add(rest);
    return parts;
  }
}
