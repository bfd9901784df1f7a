package dev.plumbline.rehearsal;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plumbline.fact.Fact;
import dev.plumbline.fact.Images.Ami;
import dev.plumbline.source.Ec2Answer;
import dev.plumbline.source.FactUpdate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The images of EC2 and the parameters of SSM, as their APIs answer. What changes is seen by
 * whoever asks, each in its own time.
 */
public final class ImageCatalog {

  private final SortedMap<String, ObjectNode> images = new TreeMap<>();
  private final SortedMap<String, String> parameters = new TreeMap<>();
  private final Map<String, Ami> read = new LinkedHashMap<>();
  private final List<Runnable> listeners = new ArrayList<>();

  /** Calls {@code listener} after every change. */
  public void onChange(Runnable listener) {
    listeners.add(listener);
  }

  /**
   * Adds or replaces an image.
   *
   * @param image as DescribeImages answers: one of {@code Images[]}
   */
  public void put(ObjectNode image) {
    String id = image.path("ImageId").asText();
    images.put(id, image);
    for (Fact fact : Ec2Answer.images(document("Images", List.of(image))).facts()) {
      if (fact instanceof Ami ami) {
        read.put(id, ami);
      }
    }
    changed();
  }

  /** Deregisters an image. */
  public void remove(String id) {
    images.remove(id);
    read.remove(id);
    changed();
  }

  /** Sets a tag of an image; removes it when {@code value} is null. */
  public void tag(String id, String key, @Nullable String value) {
    ObjectNode image = images.get(id);
    if (image != null) {
      ObjectNode next = image.deepCopy();
      ArrayNode tags = next.withArrayProperty("Tags");
      for (int i = tags.size() - 1; i >= 0; i--) {
        if (tags.get(i).path("Key").asText().equals(key)) {
          tags.remove(i);
        }
      }
      if (value != null) {
        tags.addObject().put("Key", key).put("Value", value);
      }
      put(next);
    }
  }

  /** Sets an SSM parameter; removes it when {@code value} is null. */
  public void parameter(String name, @Nullable String value) {
    if (value == null) {
      parameters.remove(name);
    } else {
      parameters.put(name, value);
    }
    changed();
  }

  /** The value of an SSM parameter; null when there is none. */
  public @Nullable String parameter(String name) {
    return parameters.get(name);
  }

  public @Nullable Ami ami(String id) {
    return read.get(id);
  }

  public Collection<Ami> amis() {
    return read.values();
  }

  /** Everything, as the sources of Plumbline publish it. */
  List<FactUpdate> updates() {
    JsonNode described = document("Images", images.values());
    ObjectNode found = JsonNodeFactory.instance.objectNode();
    ArrayNode rows = found.putArray("Parameters");
    parameters.forEach((name, value) -> rows.addObject().put("Name", name).put("Value", value));
    return List.of(
        new FactUpdate("images", Ec2Answer.images(described).facts(), described),
        new FactUpdate("ssm-parameters", Ec2Answer.ssmParameters(found).facts(), found));
  }

  private void changed() {
    List.copyOf(listeners).forEach(Runnable::run);
  }

  private static JsonNode document(String field, Collection<ObjectNode> rows) {
    ObjectNode document = JsonNodeFactory.instance.objectNode();
    document.putArray(field).addAll(rows);
    return document;
  }
}
