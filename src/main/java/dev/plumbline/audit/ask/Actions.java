package dev.plumbline.audit.ask;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plumbline.action.ActionKind;
import dev.plumbline.audit.Entry;
import dev.plumbline.audit.index.EntryTerms;
import dev.plumbline.audit.read.Bodies;
import java.util.Arrays;
import java.util.List;
import java.util.StringJoiner;

/** Recorded actions in words. */
final class Actions {

  /** The kinds of action. */
  static final List<String> KINDS =
      Arrays.stream(ActionKind.values()).map(ActionKind::wire).toList();

  private Actions() {}

  /** {@code PinAmis EC2NodeClass/default}. */
  static String name(JsonNode action) {
    return Bodies.text(action, "action") + " " + EntryTerms.key(action.path("object"));
  }

  /** What was planned, how, and why. */
  static String planned(JsonNode action) {
    String held = Bodies.text(action, "held");
    var reasons = new StringJoiner("; ", ": ", "").setEmptyValue("");
    action.path("reasons").forEach(reason -> reasons.add(reason.asText()));
    return name(action)
        + (held.isEmpty()
            ? Bodies.text(action, "mode").equals("observe")
                ? " would be done (observe)"
                : " planned"
            : " held: " + held)
        + reasons;
  }

  /** What came of one. */
  static String outcome(Entry outcome) {
    String code = Bodies.text(outcome.body(), "code");
    return name(outcome.body())
        + " "
        + Bodies.text(outcome.body(), "result").toLowerCase(java.util.Locale.ROOT)
        + (code.isEmpty() ? "" : " (" + code + ")");
  }
}
