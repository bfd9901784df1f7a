package dev.plumbline.action.kubernetes;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plumbline.conclusion.FindingConclusions.Finding;
import dev.plumbline.fact.ObjectKind;
import dev.plumbline.fact.ObjectRef;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Findings on one object.
 *
 * @param uid its uid; null when it is not an object of the API server, or not known
 */
record ReportedFindings(ObjectRef subject, @Nullable String uid, List<Finding> findings) {

  private static final int LONGEST_NAME = 253;
  private static final int DIGEST = 12;

  static boolean isObject(ObjectRef subject) {
    return ObjectKind.of(subject.kind()) != null;
  }

  ReportedFindings nothing() {
    return new ReportedFindings(subject, uid, List.of());
  }

  /** Where Events of it are: a thing of the whole cluster has them in {@code default}. */
  String eventNamespace() {
    return subject.namespace() == null ? "default" : subject.namespace();
  }

  ObjectNode reference() {
    ObjectNode reference = JsonNodeFactory.instance.objectNode();
    reference.put("apiVersion", subject.apiVersion()).put("kind", subject.kind());
    if (subject.namespace() != null) {
      reference.put("namespace", subject.namespace());
    }
    reference.put("name", subject.name());
    if (uid != null) {
      reference.put("uid", uid);
    }
    return reference;
  }

  static ObjectRef referred(JsonNode reference) {
    return new ObjectRef(
        reference.path("apiVersion").asText(),
        reference.path("kind").asText(),
        reference.hasNonNull("namespace") ? reference.path("namespace").asText() : null,
        reference.path("name").asText());
  }

  static String name(String readable, String exact) {
    String plain =
        readable
            .toLowerCase(Locale.ROOT)
            .replaceAll("[^a-z0-9.-]", "-")
            .replaceAll("\\.(?=[.-])|(?<=[-])\\.", "-");
    int room = LONGEST_NAME - DIGEST - 1;
    String digest = sha256(exact).substring(0, DIGEST);
    return (plain.length() > room ? plain.substring(0, room) : plain) + "." + digest;
  }

  private static String sha256(String text) {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(digest);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
