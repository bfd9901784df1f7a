package dev.plumbline.why;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.plumbline.conclusion.Conclusion;
import dev.plumbline.engine.Settlement.Concluded;
import dev.plumbline.why.Explainer.Explained;
import dev.plumbline.why.Suggestions.Budget;
import dev.plumbline.why.Suggestions.Copy;
import dev.plumbline.why.Suggestions.Search;
import dev.plumbline.why.Suggestions.Suggestion;
import dev.plumbline.why.WhyNot.Absence;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;

/** Answers questions about what follows from facts at one moment. */
public final class Explanations {

  /** How many conclusions of one type are explained at once. */
  private static final int MAX_OF_TYPE = 10;

  private final CompiledRules forms;
  private final World world;

  public Explanations(CompiledRules forms, World world) {
    this.forms = forms;
    this.world = world;
  }

  public record Answer(List<Explained> explained, Map<String, Integer> left) {

    public void write(JsonGenerator json) throws IOException {
      json.writeFieldName("explained");
      ExplanationJson.write(explained, json);
      json.writeObjectFieldStart("left");
      for (Map.Entry<String, Integer> each : left.entrySet()) {
        json.writeNumberField(each.getKey(), each.getValue());
      }
      json.writeEndObject();
    }
  }

  /** Why a conclusion does not hold, with what would change that. */
  public record NotHeld(Absence absence, Search search, Explainer explainer, World world) {

    public List<Suggestion> suggestions() {
      return search.suggestions();
    }

    public List<String> lines() {
      var lines = new ArrayList<String>(ExplanationText.of(absence, explainer, world));
      ExplanationText.add(search, lines);
      return lines;
    }

    public void write(JsonGenerator json) throws IOException {
      new ExplanationJson(explainer, world, json).fields(absence);
      ExplanationJson.search(search, json);
    }
  }

  public World world() {
    return world;
  }

  public Answer about(Predicate<Conclusion> selected) {
    var held =
        world.settlement().all().stream().map(Concluded::conclusion).filter(selected).toList();
    return explained(held);
  }

  public Answer explained(List<Conclusion> held) {
    var counts = new HashMap<String, Integer>();
    var left = new TreeMap<String, Integer>();
    var shown = new ArrayList<Conclusion>();
    for (Conclusion each : held) {
      if (counts.merge(each.type(), 1, Integer::sum) <= MAX_OF_TYPE) {
        shown.add(each);
      } else {
        left.merge(each.type(), 1, Integer::sum);
      }
    }
    return new Answer(new Explainer(forms, world).of(shown), left);
  }

  public Absence absence(Goal goal) {
    return new WhyNot(forms, world).of(goal);
  }

  public NotHeld notHeld(Goal goal, Absence absence, Copy copy, Budget budget) {
    return notHeld(
        absence,
        absence.held().isEmpty() ? suggestions(copy, budget).of(goal, absence) : Search.NONE);
  }

  public NotHeld notHeld(Absence absence, Search search) {
    return new NotHeld(absence, search, new Explainer(forms, world), world);
  }

  /** For one search. */
  public Suggestions suggestions(Copy copy, Budget budget) {
    return new Suggestions(forms, copy, world, budget);
  }
}
