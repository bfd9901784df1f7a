package dev.plumbline.host.explain;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.plumbline.conclusion.WireForm;
import dev.plumbline.fact.Fact;
import dev.plumbline.rule.why.FactChange;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Suggestions in words, and as JSON. */
final class SuggestionWords {

  private SuggestionWords() {}

  static void add(List<Suggestion> suggestions, List<String> lines) {
    lines.add("");
    if (suggestions.isEmpty()) {
      lines.add("No change of one or two facts that was tried would make it hold.");
      return;
    }
    lines.add("It would hold, as settling a copy has shown, after one of these:");
    for (Suggestion each : suggestions) {
      lines.add("  - " + words(each) + " (" + effect(each) + ")");
    }
  }

  private static String words(Suggestion suggestion) {
    return suggestion.changes().stream()
        .map(FactChange::words)
        .collect(Collectors.joining("; and "));
  }

  private static String effect(Suggestion suggestion) {
    return suggestion.added()
        + (suggestion.added() == 1 ? " conclusion" : " conclusions")
        + " more, "
        + suggestion.removed()
        + " gone";
  }

  static void write(List<Suggestion> suggestions, JsonGenerator json) throws IOException {
    json.writeArrayFieldStart("suggestions");
    for (Suggestion each : suggestions) {
      json.writeStartObject();
      json.writeStringField("words", words(each));
      json.writeArrayFieldStart("changes");
      for (FactChange change : each.changes()) {
        json.writeStartObject();
        json.writeStringField("kind", change.kind().name().toLowerCase(Locale.ROOT));
        json.writeStringField("words", change.words());
        json.writeStringField("fact", change.key());
        fact("before", change.before(), json);
        fact("after", change.after(), json);
        json.writeEndObject();
      }
      json.writeEndArray();
      json.writeNumberField("added", each.added());
      json.writeNumberField("removed", each.removed());
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  private static void fact(String field, @Nullable Fact fact, JsonGenerator json)
      throws IOException {
    json.writeFieldName(field);
    if (fact == null) {
      json.writeNull();
    } else {
      WireForm.write(fact, json);
    }
  }
}
