package dev.plumbline.revision;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/** Makes one offer of the rule text in several ConfigMaps. */
final class ConfigMapOffer {

  private static final Logger LOG = Logger.getLogger(ConfigMapOffer.class);

  /** What the names of ConfigMaps of Plumbline begin with that hold something else. */
  private static final List<String> OTHERS = List.of("plumbline-parameters", "plumbline-revision");

  private final List<ConfigMap> maps;
  private final SortedMap<String, String> files = new TreeMap<>();
  private final SortedMap<String, String> approvals = new TreeMap<>();
  private final List<String> problems = new ArrayList<>();

  private ConfigMapOffer(List<ConfigMap> maps) {
    this.maps = maps;
  }

  static RuleOffer of(String namespace, List<JsonNode> objects) {
    List<ConfigMap> maps =
        objects.stream()
            .map(object -> new ConfigMap(namespace, object))
            .filter(ConfigMapOffer::isOfRules)
            .sorted(Comparator.comparing(ConfigMap::name))
            .toList();
    var offer = new ConfigMapOffer(maps);
    offer.merge();
    maps.forEach(offer::approvals);
    return new RuleOffer(
        offer.files,
        origin(namespace, maps),
        offer.ofLatest(ConfigMap::author),
        offer.ofLatest(map -> map.annotation("plumbline.dev/change-ref")),
        offer.approvals,
        List.copyOf(offer.problems));
  }

  /** Whoever may write one of these may label it, and may not write rules for that. */
  private static boolean isOfRules(ConfigMap map) {
    boolean other = OTHERS.stream().anyMatch(map.name()::startsWith);
    if (other) {
      LOG.warnf(
          "It is labelled as rules and is none of them: name=%s. Try: remove the label.",
          map.name());
    }
    return !other;
  }

  private static String origin(String namespace, List<ConfigMap> maps) {
    return maps.isEmpty()
        ? "no ConfigMap of " + namespace
        : RuleOffer.originOf(maps.stream().map(map -> namespace + "/" + map.name()).toList());
  }

  private void merge() {
    var places = new TreeMap<String, String>();
    for (ConfigMap map : maps) {
      for (var file : map.object().path("data").properties()) {
        String other = places.putIfAbsent(file.getKey(), map.shown());
        if (other == null) {
          files.put(file.getKey(), file.getValue().asText());
        } else {
          problems.add(
              file.getKey()
                  + " stands in "
                  + other
                  + " and in "
                  + map.shown()
                  + ". Try: rename one of them.");
        }
      }
      for (var file : map.object().path("binaryData").properties()) {
        problems.add(file.getKey() + " of " + map.shown() + " is not text. Try: save it as UTF-8.");
      }
    }
  }

  private void approvals(ConfigMap map) {
    String annotation = map.annotation(ApprovedAnnotation.NAME);
    if (annotation == null) {
      return;
    }
    var approved = ApprovedAnnotation.of(annotation);
    approved.names().forEach((digest, by) -> approvals.put(digest, by.orElseGet(map::annotator)));
    approved
        .tooShort()
        .forEach(
            digest ->
                LOG.warnf(
                    "%s of %s does not count for %s. Try: at least %d digits.",
                    ApprovedAnnotation.NAME, map.shown(), digest, Revision.LEAST_DIGITS));
    approved
        .unreadable()
        .forEach(
            each ->
                problems.add(
                    "%s of %s is \"%s\". Try: DIGEST by NAME, of the digest at least %d digits in lower case."
                        .formatted(
                            ApprovedAnnotation.NAME, map.shown(), each, Revision.LEAST_DIGITS)));
  }

  /** What those say that were changed last, each once; null when they say nothing. */
  private @Nullable String ofLatest(Function<ConfigMap, @Nullable String> of) {
    String latest = maps.stream().map(ConfigMap::changed).max(String::compareTo).orElse("");
    SortedSet<String> said = new TreeSet<>();
    for (ConfigMap map : maps) {
      String says = map.changed().equals(latest) ? of.apply(map) : null;
      if (says != null) {
        said.add(says);
      }
    }
    return said.isEmpty() ? null : String.join(", ", said);
  }

  private record ConfigMap(String namespace, JsonNode object) {

    String name() {
      return object.path("metadata").path("name").asText();
    }

    String shown() {
      return "ConfigMap " + namespace + "/" + name();
    }

    @Nullable String annotation(String name) {
      String text = object.path("metadata").path("annotations").path(name).asText().strip();
      return text.isEmpty() ? null : text;
    }

    /** When its text was changed last, in ISO 8601 and therefore in order. */
    String changed() {
      JsonNode write = lastWrite("f:data");
      return write == null
          ? object.path("metadata").path("creationTimestamp").asText()
          : write.path("time").asText();
    }

    /** Who wrote its text: as it says itself, else who manages that field. */
    @Nullable String author() {
      String said = annotation("plumbline.dev/author");
      JsonNode write = said == null ? lastWrite("f:data") : null;
      return write == null ? said : write.path("manager").asText();
    }

    String annotator() {
      JsonNode last = null;
      for (JsonNode write : object.path("metadata").path("managedFields")) {
        JsonNode fields = write.path("fieldsV1").path("f:metadata").path("f:annotations");
        if (fields.has("f:" + ApprovedAnnotation.NAME)) {
          last = later(last, write);
        }
      }
      return last == null ? "unknown" : last.path("manager").asText();
    }

    private @Nullable JsonNode lastWrite(String field) {
      JsonNode last = null;
      for (JsonNode write : object.path("metadata").path("managedFields")) {
        if (write.path("fieldsV1").has(field)) {
          last = later(last, write);
        }
      }
      return last;
    }

    private static JsonNode later(@Nullable JsonNode one, JsonNode other) {
      return one == null || one.path("time").asText().compareTo(other.path("time").asText()) <= 0
          ? other
          : one;
    }
  }
}
