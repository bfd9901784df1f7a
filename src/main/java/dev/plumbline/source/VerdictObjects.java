package dev.plumbline.source;

import dev.plumbline.fact.Fact;
import dev.plumbline.fact.Nearest;
import dev.plumbline.fact.Verdicts.CountedNode;
import dev.plumbline.fact.Verdicts.ImageEvidence;
import dev.plumbline.fact.Verdicts.ImageVerdict;
import dev.plumbline.fact.Verdicts.NodeFailure;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Facts out of an ImageVerdict. */
final class VerdictObjects {

  private static final List<String> DECISIONS = List.of("approve", "quarantine", "recall");

  private VerdictObjects() {}

  static List<Fact> facts(Cursor root, String name) {
    Cursor spec = root.at("spec");
    Cursor status = root.at("status");
    String release = ImageVerdict.release(name);
    var facts = new ArrayList<Fact>();
    facts.add(
        new ImageVerdict(
            release,
            decision(spec.at("decision")),
            spec.at("reason").textOrNull(),
            spec.at("author").textOrNull(),
            spec.at("expires").instantOrNull(),
            status.at("state").textOrNull(),
            status.at("since").instantOrNull(),
            status.at("message").textOrNull()));
    for (Cursor each : status.at("evidence").items()) {
      facts.add(
          new ImageEvidence(
              release,
              text(each, "image"),
              text(each, "nodeClass"),
              text(each, "nodePool"),
              text(each, "outcome"),
              each.required("nodes", ObjectParts.CUT).wholeNumber(),
              each.required("healthySeconds", ObjectParts.CUT).node().longValue()));
    }
    for (Cursor each : status.at("failed").items()) {
      facts.add(
          new NodeFailure(
              release,
              text(each, "nodeClaim"),
              text(each, "image"),
              text(each, "nodeClass"),
              text(each, "nodePool"),
              each.at("instanceType").textOrNull(),
              each.at("zone").textOrNull(),
              text(each, "outcome"),
              each.required("at", ObjectParts.CUT).instant(),
              text(each, "message")));
    }
    for (Cursor each : status.at("counted").items()) {
      facts.add(new CountedNode(release, each.text()));
    }
    return facts;
  }

  private static @Nullable String decision(Cursor decision) {
    String text = decision.textOrNull();
    if (text != null && !DECISIONS.contains(text)) {
      throw decision.wrong(
          "is " + decision.shown() + ", not approve, quarantine or recall",
          Nearest.suggestion(text, DECISIONS));
    }
    return text;
  }

  private static String text(Cursor item, String field) {
    return item.required(field, ObjectParts.CUT).text();
  }
}
