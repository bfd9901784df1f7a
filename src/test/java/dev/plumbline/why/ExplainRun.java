package dev.plumbline.why;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.plumbline.engine.RuleSet;
import dev.plumbline.fact.Fact;
import dev.plumbline.why.Suggestions.Budget;
import dev.plumbline.why.Suggestions.Copy;
import java.io.IOException;
import java.io.StringWriter;
import java.time.Duration;
import java.util.Collection;
import java.util.List;

/** Questions why something holds and why not, in every form of answer: for a closed world too. */
public final class ExplainRun {

  private static final JsonFactory JSON = new JsonFactory();

  private ExplainRun() {}

  /**
   * Asks about facts.
   *
   * @param held a conclusion that holds
   * @param absent conclusions that do not, for each of which a change is to be found
   */
  public static String run(
      RuleSet rules, Collection<Fact> facts, String held, List<String> absent) {
    try (var trial = new WhatIfSession(rules, facts)) {
      var explanations =
          new Explanations(new CompiledRules(rules), new World(facts, trial.settlement()));
      var answer = explanations.explained(explanations.absence(Goal.of(held)).held());
      var text = new StringWriter();
      int lines =
          ExplanationText.of(answer.explained()).size()
              + ExplanationMermaid.of(answer.explained()).size();
      int found = 0;
      try (JsonGenerator json = JSON.createGenerator(text)) {
        json.writeStartObject();
        answer.write(json);
        for (String each : absent) {
          Goal wanted = Goal.of(each);
          var notHeld =
              explanations.notHeld(
                  wanted,
                  explanations.absence(wanted),
                  Copy.of(trial),
                  Budget.of(Duration.ofMinutes(1)));
          lines += notHeld.lines().size();
          found += notHeld.suggestions().isEmpty() ? 0 : 1;
          json.writeObjectFieldStart(each);
          notHeld.write(json);
          json.writeEndObject();
        }
        json.writeEndObject();
      } catch (IOException e) {
        throw new IllegalStateException(e);
      }
      return "explained in "
          + lines
          + " lines, "
          + found
          + " of "
          + absent.size()
          + " would hold"
          + (text.toString().isEmpty() ? "" : " as JSON too");
    }
  }
}
