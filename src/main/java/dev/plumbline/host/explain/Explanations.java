package dev.plumbline.host.explain;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.plumbline.conclusion.Conclusion;
import dev.plumbline.host.Selection;
import dev.plumbline.rule.Settlement.Concluded;
import dev.plumbline.rule.why.Absence;
import dev.plumbline.rule.why.RuleForms;
import dev.plumbline.rule.why.Wanted;
import dev.plumbline.rule.why.WhyNot;
import dev.plumbline.rule.why.World;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Answers questions about what follows from facts at one moment. */
public final class Explanations {

  /** How many conclusions of one type are explained at once. */
  private static final int MOST_OF_TYPE = 10;

  private final RuleForms forms;
  private final World world;

  public Explanations(RuleForms forms, World world) {
    this.forms = forms;
    this.world = world;
  }

  /**
   * What was asked for, explained.
   *
   * @param left how many conclusions of a type are left out, by type
   */
  public record Answer(List<Explained> explained, Map<String, Integer> left) {

    /** Writes the fields of the object that is open. */
    public void write(JsonGenerator json) throws IOException {
      json.writeFieldName("explained");
      ExplainedJson.write(explained, json);
      json.writeObjectFieldStart("left");
      for (Map.Entry<String, Integer> each : left.entrySet()) {
        json.writeNumberField(each.getKey(), each.getValue());
      }
      json.writeEndObject();
    }
  }

  /** Why a conclusion does not hold, with what would change that. */
  public record NotHeld(
      Absence absence, List<Suggestion> suggestions, Explainer explainer, World world) {

    /** One line a part. */
    public List<String> lines() {
      var lines = new ArrayList<String>(AbsentText.of(absence, explainer, world));
      SuggestionWords.add(suggestions, lines);
      return lines;
    }

    /** Writes the fields of the object that is open. */
    public void write(JsonGenerator json) throws IOException {
      new AbsentJson(explainer, world, json).fields(absence);
      SuggestionWords.write(suggestions, json);
    }
  }

  /** What the answers are about. */
  public World world() {
    return world;
  }

  /** Why everything holds that concerns an object. */
  public Answer about(Selection selection) {
    var held =
        world.settlement().all().stream()
            .map(Concluded::conclusion)
            .filter(selection::includes)
            .toList();
    return explained(held);
  }

  /** Why {@code held} hold. */
  public Answer explained(List<Conclusion> held) {
    var counts = new HashMap<String, Integer>();
    var left = new TreeMap<String, Integer>();
    var shown = new ArrayList<Conclusion>();
    for (Conclusion each : held) {
      if (counts.merge(each.type(), 1, Integer::sum) <= MOST_OF_TYPE) {
        shown.add(each);
      } else {
        left.merge(each.type(), 1, Integer::sum);
      }
    }
    return new Answer(new Explainer(forms, world).of(shown), left);
  }

  /** Why {@code wanted} does not hold; its {@code held} are there when it does. */
  public Absence absence(Wanted wanted) {
    return new WhyNot(forms, world).of(wanted);
  }

  /** The same with what would change it, tried on {@code trial} for so long. */
  public NotHeld notHeld(Wanted wanted, Absence absence, Trial trial, Duration patience) {
    return new NotHeld(
        absence,
        absence.held().isEmpty()
            ? new Suggestions(forms, trial, world, patience).of(wanted, absence)
            : List.of(),
        new Explainer(forms, world),
        world);
  }
}
