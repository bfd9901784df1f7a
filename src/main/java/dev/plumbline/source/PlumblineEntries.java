package dev.plumbline.source;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.plumbline.fact.Cluster.ObjectFault;
import dev.plumbline.fact.Fact;
import dev.plumbline.fact.ObjectKind;
import dev.plumbline.fact.Requirement;
import dev.plumbline.source.InvalidSourceException.InvalidObjectException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The lists of a NodePool as its authors wrote them, without the entries that Plumbline has added
 * and recorded in annotations. An entry is derived from the pool's own spec, so it must not remove
 * its own reason.
 */
final class PlumblineEntries {

  private static final List<String> OF_REQUIREMENTS =
      List.of("plumbline.dev/narrow-node-pool", "plumbline.dev/maintain-preference-tiers");
  private static final String OF_BUDGETS = "plumbline.dev/hold-disruption";

  private static final ObjectReader JSON = JsonMapper.builder().build().reader();

  private PlumblineEntries() {}

  /** {@code requirements} of the pool at {@code root} without those owned by Plumbline. */
  static List<Requirement> without(List<Requirement> requirements, Cursor root) {
    var kept = new ArrayList<>(requirements);
    OF_REQUIREMENTS.forEach(
        annotation -> requirements(written(root, annotation)).forEach(kept::remove));
    return kept;
  }

  static List<JsonNode> budgets(Cursor root) {
    var owned = new ArrayList<JsonNode>();
    written(root, OF_BUDGETS).forEach(owned::add);
    return owned;
  }

  private static List<Requirement> requirements(JsonNode written) {
    try {
      return RequirementList.read(
          Cursor.of(new Origin("", "", InvalidObjectException::new), written));
    } catch (InvalidSourceException e) {
      return List.of();
    }
  }

  private static JsonNode written(Cursor root, String annotation) {
    Cursor memory = root.at("metadata").at("annotations").at(annotation);
    try {
      JsonNode written =
          memory.present() ? JSON.readTree(memory.scalar()).path("written") : memory.node();
      return written.isArray() ? written : JsonNodeFactory.instance.arrayNode();
    } catch (JsonProcessingException e) {
      return JsonNodeFactory.instance.arrayNode();
    }
  }

  /**
   * The selector terms that images are selected by. Where Plumbline has pinned them, those before:
   * the annotation {@code plumbline.dev/pin-amis} records both.
   */
  static final class PinnedTerms {

    private static final String PIN = "plumbline.dev/pin-amis";
    private static final String PATH = "metadata.annotations[\"" + PIN + "\"]";
    private static final String ADVICE =
        "Try: remove it, spec.amiSelectorTerms count as your own then.";
    private static final ObjectReader JSON = JsonMapper.builder().build().reader();

    private PinnedTerms() {}

    /**
     * What {@code reader} makes of the terms that stand in the object, or of those that the
     * annotation has in their place. An annotation that cannot be read counts as none, and is a
     * fault of its own.
     */
    static List<Fact> read(
        Cursor root, String name, Cursor terms, Function<Cursor, List<Fact>> reader) {
      // What it makes is a fact, the same wherever the object was read.
      var origin = new Origin("", "", InvalidObjectException::new);
      try {
        Cursor original = original(root, terms.node(), origin);
        if (original != null) {
          return reader.apply(original);
        }
      } catch (InvalidSourceException e) {
        var facts = new ArrayList<>(reader.apply(terms));
        String message = String.valueOf(e.getMessage());
        facts.add(
            new ObjectFault(
                ObjectKind.EC2_NODE_CLASS.source(), ObjectKind.EC2_NODE_CLASS.key(name), message));
        return facts;
      }
      return reader.apply(terms);
    }

    /** The terms before those that Plumbline wrote; null when it wrote none that stand here. */
    private static @Nullable Cursor original(Cursor root, JsonNode terms, Origin origin) {
      Cursor annotation = root.at("metadata").at("annotations").at(PIN);
      if (!annotation.present()) {
        return null;
      }
      try {
        JsonNode pin = JSON.readTree(annotation.scalar());
        if (pin.path("original").isArray() && pin.path("written").isArray()) {
          return pin.get("written").equals(terms)
              ? Cursor.of(origin.object(PATH + " original"), pin.get("original"))
              : null;
        }
      } catch (JsonProcessingException e) {
        // Reported below.
      }
      throw origin.fault(
          PATH, "is " + annotation.shown() + ", no {\"original\": [], \"written\": []}", ADVICE);
    }
  }
}
