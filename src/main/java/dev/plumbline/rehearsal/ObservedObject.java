package dev.plumbline.rehearsal;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What Karpenter reads of an object that somebody has written. */
final class ObservedObject {

  /** The selector terms, which drift by what they select and are therefore not hashed. */
  private static final List<String> NOT_HASHED =
      List.of(
          "amiSelectorTerms",
          "subnetSelectorTerms",
          "securityGroupSelectorTerms",
          "capacityReservationSelectorTerms",
          "requirements");

  private ObservedObject() {}

  /** Plumbline reads what it wrote itself differently. */
  static JsonNode asKarpenterSeesIt(JsonNode object) {
    ObjectNode copy = object.deepCopy();
    ObjectNode annotations = copy.withObjectProperty("metadata").withObjectProperty("annotations");
    var ours = new ArrayList<String>();
    annotations.fieldNames().forEachRemaining(ours::add);
    ours.removeIf(key -> !key.startsWith("plumbline.dev/"));
    annotations.remove(ours);
    return copy;
  }

  static String hash(JsonNode spec) {
    ObjectNode hashed = spec instanceof ObjectNode object ? object.deepCopy() : null;
    if (hashed != null) {
      hashed.remove(NOT_HASHED);
    }
    return Integer.toUnsignedString(String.valueOf(hashed).hashCode());
  }

  /** A duration of the API, {@code 720h} or {@code 1h30m}; null for {@code Never}. */
  static @Nullable Duration duration(String text) {
    return text.isEmpty() || text.equals("Never")
        ? null
        : Duration.parse("PT" + text.toUpperCase(Locale.ROOT));
  }
}
