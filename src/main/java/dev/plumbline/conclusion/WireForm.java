package dev.plumbline.conclusion;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.plumbline.fact.Durations;
import dev.plumbline.fact.Fact;
import dev.plumbline.fact.FactTypes;
import dev.plumbline.fact.Labels;
import dev.plumbline.fact.Quantity;
import dev.plumbline.fact.RecordType;
import dev.plumbline.fact.Requirement;
import dev.plumbline.fact.Requirements;
import dev.plumbline.fact.Resources;
import dev.plumbline.fact.Tags;
import dev.plumbline.fact.Values;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The JSON serialization of conclusions and facts: the record components in order, without derived
 * values. Equal records have equal JSON.
 *
 * <p>Requirements have the form of {@code EC2NodeClass.status.amis[].requirements}, labels are
 * lists by key, tags are values by key, resources are quantities by name as Kubernetes writes them,
 * times are ISO 8601 in UTC, time spans as parameters have them ({@code 1h30m}).
 */
public final class WireForm {

  /**
   * Components that facts had not yet when logs were recorded: they are absent when null, false or
   * empty, so that the digest of such facts is what it was.
   */
  private static final Set<String> ADDED =
      Set.of(
          "Ami.allowed",
          "BlockDeviceMapping.exactSize",
          "DisruptionBudget.noReason",
          "EC2NodeClass.connectionTracking",
          "EC2NodeClass.interfaces",
          "EC2NodeClass.nestedVirtualization",
          "EC2NodeClass.selectsReservations",
          "InstanceType.cards",
          "InstanceType.processorFeatures",
          "NodeClaim.deleted",
          "NodeClaim.expires",
          "NodeOverlay.capacity",
          "NodeOverlay.price",
          "NodeOverlay.requirements",
          "NodeOverlay.weight",
          "NodePool.specRequirements",
          "PastLaunch.expires",
          "PastLaunch.interrupted",
          "Pod.nominatedNode");

  private static final Set<Object> UNSET = Set.of(false, Values.NONE, Tags.NONE);

  private WireForm() {}

  /** Writes {@code {"type":"AmiEligible","nodeClass":"default","ami":"ami-1"}}. */
  public static void write(Conclusion conclusion, JsonGenerator json) throws IOException {
    json.writeStartObject();
    writeFields(conclusion, json);
    json.writeEndObject();
  }

  /** Writes the same fields into an open object, to which the caller may add others. */
  public static void writeFields(Conclusion conclusion, JsonGenerator json) throws IOException {
    json.writeStringField("type", conclusion.type());
    components(conclusion, known(ConclusionTypes.of(conclusion.getClass()), conclusion), json);
  }

  /**
   * Writes {@code {"SsmError":{"name":"/a","code":"ThrottlingException"}}}, the form of facts in
   * scenarios; unknown values are null.
   */
  public static void write(Fact fact, JsonGenerator json) throws IOException {
    RecordType type = known(FactTypes.of(fact.getClass()), fact);
    json.writeStartObject();
    json.writeObjectFieldStart(type.name());
    components(fact, type, json);
    json.writeEndObject();
    json.writeEndObject();
  }

  private static RecordType known(@Nullable RecordType type, Object object) {
    if (type == null) {
      throw new IllegalStateException(object + " is of no type that the build has found");
    }
    return type;
  }

  private static void components(Object object, RecordType type, JsonGenerator json)
      throws IOException {
    for (RecordType.Property property : type.properties()) {
      if (property.component()) {
        Object value = property.reader().apply(object);
        if (isSet(value, property) || !ADDED.contains(type.name() + "." + property.name())) {
          json.writeFieldName(property.name());
          value(value, json);
        }
      }
    }
  }

  /** Where null is possible, false says something. */
  private static boolean isSet(@Nullable Object value, RecordType.Property property) {
    return value != null && (property.type() == Boolean.class || !UNSET.contains(value));
  }

  private static void value(@Nullable Object value, JsonGenerator json) throws IOException {
    if (value == null) {
      json.writeNull();
    } else if (value instanceof String text) {
      json.writeString(text);
    } else if (value instanceof Integer number) {
      json.writeNumber(number);
    } else if (value instanceof Long number) {
      json.writeNumber(number);
    } else if (value instanceof Boolean bool) {
      json.writeBoolean(bool);
    } else if (value instanceof Instant instant) {
      json.writeString(instant.toString());
    } else if (value instanceof Duration duration) {
      json.writeString(Durations.text(duration));
    } else if (value instanceof Quantity quantity) {
      json.writeString(quantity.toString());
    } else if (value instanceof Resources resources) {
      json.writeStartObject();
      for (Map.Entry<String, Quantity> amount : resources.map().entrySet()) {
        json.writeStringField(amount.getKey(), amount.getValue().toString());
      }
      json.writeEndObject();
    } else if (value instanceof Requirements requirements) {
      requirements(requirements, json);
    } else if (value instanceof Values values) {
      strings(values.list(), json);
    } else if (value instanceof Tags tags) {
      json.writeStartObject();
      for (Map.Entry<String, String> tag : tags.map().entrySet()) {
        json.writeStringField(tag.getKey(), tag.getValue());
      }
      json.writeEndObject();
    } else if (value instanceof Labels labels) {
      json.writeStartObject();
      for (Map.Entry<String, List<String>> label : labels.map().entrySet()) {
        json.writeFieldName(label.getKey());
        strings(label.getValue(), json);
      }
      json.writeEndObject();
    } else {
      throw new IllegalStateException(value.getClass() + " has no wire form. Try: add one here.");
    }
  }

  private static void requirements(Requirements requirements, JsonGenerator json)
      throws IOException {
    json.writeStartArray();
    for (Requirement requirement : requirements.list()) {
      json.writeStartObject();
      json.writeStringField("key", requirement.key());
      json.writeStringField("operator", requirement.operator().wire());
      if (!requirement.operator().bare()) {
        json.writeFieldName("values");
        strings(requirement.values(), json);
      }
      if (requirement.minValues() != null) {
        json.writeNumberField("minValues", requirement.minValues());
      }
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  private static void strings(List<String> strings, JsonGenerator json) throws IOException {
    json.writeStartArray();
    for (String string : strings) {
      json.writeString(string);
    }
    json.writeEndArray();
  }
}
