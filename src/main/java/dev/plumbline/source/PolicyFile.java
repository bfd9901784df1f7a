package dev.plumbline.source;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A YAML file of settings beside the rules. */
public final class PolicyFile {

  private PolicyFile() {}

  /**
   * The one document of a YAML file; an empty object when nothing is in it.
   *
   * @throws InvalidPolicyDataException when it cannot be read
   */
  public static JsonNode read(Path file) {
    Origin origin = Origin.policyData(file.toString());
    List<Cursor> documents;
    try {
      documents = Documents.yaml(origin, Files.readAllBytes(file));
    } catch (IOException e) {
      throw origin.fault("cannot be read: " + e, "Maybe the path is wrong.");
    }
    if (documents.size() > 1) {
      throw origin.fault("holds several documents", "Maybe a line of --- is left over.");
    }
    return documents.isEmpty()
        ? JsonNodeFactory.instance.objectNode()
        : documents.getFirst().node();
  }
}
