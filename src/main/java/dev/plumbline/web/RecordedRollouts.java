package dev.plumbline.web;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plumbline.audit.Entry;
import dev.plumbline.audit.EntryKind;
import dev.plumbline.audit.ask.Archive;
import dev.plumbline.audit.index.Question;
import dev.plumbline.web.view.RolloutPoint;
import java.util.ArrayList;
import java.util.List;

/** How rollouts went, as the decision log tells: their stages, without the nodes. */
final class RecordedRollouts {

  private static final int ENTRIES = 500;
  private static final String STAGE = "RolloutStage";

  private RecordedRollouts() {}

  /** The latest stages, the oldest first. */
  static List<RolloutPoint> of(Archive archive) {
    var asked = new Question(null, null, EntryKind.DECISION, Question.About.conclusion(STAGE));
    var points = new ArrayList<RolloutPoint>();
    for (Entry entry : archive.query().newest(asked, ENTRIES)) {
      for (JsonNode added : archive.bodies().part(entry, "conclusions").path("added")) {
        JsonNode stage = added.path("conclusion");
        if (stage.path("type").asText().equals(STAGE)) {
          points.add(
              new RolloutPoint(
                  entry.at(),
                  stage.path("nodeClass").asText(),
                  stage.path("ami").asText(),
                  stage.path("stage").asText(),
                  stage.path("message").asText(),
                  null,
                  null,
                  null));
        }
      }
    }
    return points;
  }
}
