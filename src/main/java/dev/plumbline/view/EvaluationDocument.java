package dev.plumbline.view;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.StreamWriteFeature;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLGenerator;
import com.fasterxml.jackson.dataformat.yaml.util.StringQuotingChecker;
import dev.plumbline.conclusion.Conclusion;
import dev.plumbline.conclusion.WireForm;
import dev.plumbline.engine.Derivation;
import dev.plumbline.engine.Selection;
import dev.plumbline.engine.Settlement.Concluded;
import dev.plumbline.loop.EvaluationResult;
import java.io.IOException;
import java.io.Writer;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Writes what was concluded from a snapshot as one document, whose schema is {@code
 * docs/evaluation.schema.json}: JSON on one line, or YAML.
 */
public final class EvaluationDocument {

  /** How documents are written as JSON. */
  static final JsonFactory JSON =
      JsonFactory.builder().disable(StreamWriteFeature.AUTO_CLOSE_TARGET).build();

  /** How documents are written as YAML. */
  public static final YAMLFactory YAML =
      YAMLFactory.builder()
          .disable(StreamWriteFeature.AUTO_CLOSE_TARGET)
          .enable(YAMLGenerator.Feature.MINIMIZE_QUOTES)
          .disable(YAMLGenerator.Feature.SPLIT_LINES)
          .stringQuotingChecker(new PlainWords())
          .build();

  private final JsonFactory form;
  private final boolean explain;

  private EvaluationDocument(JsonFactory form, boolean explain) {
    this.form = form;
    this.explain = explain;
  }

  /** JSON on one line. */
  public static EvaluationDocument json(boolean explain) {
    return new EvaluationDocument(JSON, explain);
  }

  /** YAML. */
  public static EvaluationDocument yaml(boolean explain) {
    return new EvaluationDocument(YAML, explain);
  }

  /** Writes what {@code selection} asks for; {@code out} stays open. */
  public void write(EvaluationResult evaluated, Selection selection, Writer out)
      throws IOException {
    try (JsonGenerator json = form.createGenerator(out)) {
      json.writeStartObject();
      json.writeStringField("snapshot", evaluated.snapshot().path());
      json.writeStringField("at", evaluated.snapshot().at().toString());
      json.writeStringField("region", evaluated.snapshot().region());
      json.writeObjectFieldStart("rules");
      json.writeStringField("digest", evaluated.rules().digest());
      json.writeNumberField("count", evaluated.rules().rules().size());
      json.writeEndObject();
      json.writeObjectFieldStart("facts");
      json.writeStringField("digest", evaluated.factsDigest());
      json.writeObjectFieldStart("counts");
      for (Map.Entry<String, Integer> count : evaluated.factCounts().entrySet()) {
        json.writeNumberField(count.getKey(), count.getValue());
      }
      json.writeEndObject();
      json.writeEndObject();
      json.writeArrayFieldStart("conclusions");
      for (Concluded concluded : evaluated.settlement().all()) {
        if (selection.includes(concluded.conclusion())) {
          write(concluded, explain, json);
        }
      }
      json.writeEndArray();
      json.writeEndObject();
    }
    if (form == JSON) {
      out.write('\n');
    }
  }

  /**
   * Writes one conclusion.
   *
   * @param explain whether with the rules, facts and conclusions that it follows from
   */
  public static void write(Concluded concluded, boolean explain, JsonGenerator json)
      throws IOException {
    if (!explain) {
      WireForm.write(concluded.conclusion(), json);
      return;
    }
    json.writeStartObject();
    WireForm.writeFields(concluded.conclusion(), json);
    json.writeArrayFieldStart("derivations");
    for (Derivation derivation : concluded.derivations()) {
      json.writeStartObject();
      json.writeStringField("rule", derivation.rule().id());
      json.writeStringField("place", derivation.rule().place());
      json.writeArrayFieldStart("facts");
      for (String key : derivation.facts()) {
        json.writeString(key);
      }
      json.writeEndArray();
      json.writeArrayFieldStart("conclusions");
      for (Conclusion premise : derivation.conclusions()) {
        WireForm.write(premise, json);
      }
      json.writeEndArray();
      json.writeEndObject();
    }
    json.writeEndArray();
    json.writeEndObject();
  }

  /** Leaves bare only what every reader of YAML, old or new, takes for a string. */
  private static final class PlainWords extends StringQuotingChecker {

    private static final long serialVersionUID = 1;

    private static final Pattern PLAIN =
        Pattern.compile("[A-Za-z/][A-Za-z0-9_./@-]*(?: [A-Za-z0-9_./(][A-Za-z0-9_./@()-]*)*");

    @Override
    public boolean needToQuoteName(String name) {
      return needToQuoteValue(name);
    }

    @Override
    public boolean needToQuoteValue(String value) {
      return isReservedKeyword(value) || !PLAIN.matcher(value).matches();
    }
  }
}
