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
import dev.plumbline.loop.Evaluation.EvaluationResult;
import java.io.IOException;
import java.io.Writer;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Writes the result of an evaluation as one document with the schema {@code
 * docs/evaluation.schema.json}: single-line JSON, or YAML.
 */
public final class EvaluationDocument {

  static final JsonFactory JSON =
      JsonFactory.builder().disable(StreamWriteFeature.AUTO_CLOSE_TARGET).build();

  public static final YAMLFactory YAML =
      YAMLFactory.builder()
          .disable(StreamWriteFeature.AUTO_CLOSE_TARGET)
          .enable(YAMLGenerator.Feature.MINIMIZE_QUOTES)
          .disable(YAMLGenerator.Feature.SPLIT_LINES)
          .stringQuotingChecker(new PlainScalars())
          .build();

  private final JsonFactory factory;
  private final boolean explain;

  private EvaluationDocument(JsonFactory factory, boolean explain) {
    this.factory = factory;
    this.explain = explain;
  }

  public static EvaluationDocument json(boolean explain) {
    return new EvaluationDocument(JSON, explain);
  }

  public static EvaluationDocument yaml(boolean explain) {
    return new EvaluationDocument(YAML, explain);
  }

  public void write(EvaluationResult result, Selection selection, Writer out) throws IOException {
    try (JsonGenerator json = factory.createGenerator(out)) {
      json.writeStartObject();
      json.writeStringField("snapshot", result.snapshot().path());
      json.writeStringField("at", result.snapshot().at().toString());
      json.writeStringField("region", result.snapshot().region());
      json.writeObjectFieldStart("rules");
      json.writeStringField("digest", result.rules().digest());
      json.writeNumberField("count", result.rules().rules().size());
      json.writeEndObject();
      json.writeObjectFieldStart("facts");
      json.writeStringField("digest", result.factsDigest());
      json.writeObjectFieldStart("counts");
      for (Map.Entry<String, Integer> count : result.factCounts().entrySet()) {
        json.writeNumberField(count.getKey(), count.getValue());
      }
      json.writeEndObject();
      json.writeEndObject();
      json.writeArrayFieldStart("conclusions");
      for (Concluded concluded : result.settlement().all()) {
        if (selection.includes(concluded.conclusion())) {
          write(concluded, explain, json);
        }
      }
      json.writeEndArray();
      json.writeEndObject();
    }
    if (factory == JSON) {
      out.write('\n');
    }
  }

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

  /** Leaves unquoted only what both YAML 1.1 and 1.2 parsers read as a string. */
  private static final class PlainScalars extends StringQuotingChecker {

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
