package dev.plumbline.source;

import dev.plumbline.source.InvalidSourceException.InvalidPolicyDataException;
import dev.plumbline.source.InvalidSourceException.InvalidSnapshotException;
import java.util.function.Function;

/**
 * Where something was read, for error messages, and how to reject it.
 *
 * @param file the file with its folder as given; empty for what no file holds
 * @param object which object or document of the file: {@code NodePool/default}; empty when the file
 *     holds one thing
 */
record Origin(
    String file, String object, Function<String, ? extends InvalidSourceException> refusal) {

  static Origin snapshot(String file) {
    return new Origin(file, "", InvalidSnapshotException::new);
  }

  static Origin policyData(String file) {
    return new Origin(file, "", InvalidPolicyDataException::new);
  }

  Origin object(String name) {
    return new Origin(file, name, refusal);
  }

  InvalidSourceException fault(String fault, String advice) {
    return fault("", fault, advice);
  }

  InvalidSourceException fault(String path, String fault, String advice) {
    var line = new StringBuilder();
    line.append(file).append(file.isEmpty() ? "" : ": ");
    line.append(object).append(object.isEmpty() || path.isEmpty() ? "" : " ");
    line.append(path).append(object.isEmpty() && path.isEmpty() ? "" : " ");
    line.append(fault).append(". ").append(advice);
    return refusal.apply(line.toString().replaceAll("\\s*\\R\\s*", " "));
  }

  InvalidSourceException fault(int line, int column, String fault, String advice) {
    return refusal.apply(file + ":" + line + ":" + column + ": " + fault + ". " + advice);
  }
}
