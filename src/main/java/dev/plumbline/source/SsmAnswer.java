package dev.plumbline.source;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plumbline.fact.SsmError;
import dev.plumbline.fact.SsmParameter;

/** What SSM answers, or a plain map of names to values. */
final class SsmAnswer {

  private static final String NO_PARAMETER =
      "Maybe this is not what aws ssm get-parameters prints.";

  private SsmAnswer() {}

  /** Adds its parameters and errors; how many parameters there are. */
  static int read(Cursor root, FactSet facts) {
    if (root.node().isArray()) {
      return parameters(root, facts);
    }
    if (!isAnswer(root.node())) {
      root.fields((path, value) -> facts.add(new SsmParameter(path, value.text()), value));
      return root.node().size();
    }
    int count = parameters(root.at("Parameters"), facts);
    root.at("Errors").fields((path, code) -> facts.add(new SsmError(path, code.text()), code));
    for (Cursor path : root.at("InvalidParameters").items()) {
      facts.add(new SsmError(path.text(), "ParameterNotFound"), path);
    }
    return count;
  }

  private static boolean isAnswer(JsonNode root) {
    return root.has("Parameters") || root.has("Errors") || root.has("InvalidParameters");
  }

  private static int parameters(Cursor list, FactSet facts) {
    for (Cursor row : list.items()) {
      facts.add(
          new SsmParameter(
              row.required("Name", NO_PARAMETER).text(),
              row.required("Value", NO_PARAMETER).text()),
          row);
    }
    return list.node().size();
  }
}
