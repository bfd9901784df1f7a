package dev.plumbline.language;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.plumbline.fact.ImpactMeasure;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** The names that data files declare: parameters, gates, sources, AMI families. */
final class PolicyWords {

  private static final YAMLMapper YAML = new YAMLMapper();
  private static final Set<String> FILES =
      Set.of("gates.yaml", "error-classes.yaml", "ami-families.yaml");

  /** Those that were read last. */
  private static volatile PolicyWords last = new PolicyWords(Map.of());

  private final Map<String, String> files;
  private final Map<String, Collection<String>> words = new HashMap<>();

  private PolicyWords(Map<String, String> files) {
    this.files = files;
    JsonNode gates = file("gates.yaml");
    declare("Gate.name", keys(gates.path("gates")));
    declare("GateDependency.gate", keys(gates.path("gates")));
    declare("GateDependency.subjects", keys(gates.path("subjects")));
    for (String path : new String[] {"Source.name", "SourceStatus.source", "SourceScope.source"}) {
      declare(path, keys(gates.path("sources")));
    }
    declare("ErrorClass.errorClass", keys(file("error-classes.yaml")));
    JsonNode families = file("ami-families.yaml");
    declare("AmiFamily.name", texts(families.path("amiFamilies"), "name"));
    declare("AliasFamily.family", texts(families.path("families"), "family"));
    declare("AliasFamily.amiFamily", texts(families.path("families"), "amiFamily"));
    declare("AliasPath.family", texts(families.path("families"), "family"));
    declare("EC2NodeClass.amiFamily", texts(families.path("amiFamilies"), "name"));
    var parameters = new TreeSet<String>();
    files.keySet().stream()
        .filter(name -> name.endsWith(RuleFiles.DECLARATIONS))
        .forEach(name -> parameters.addAll(keys(file(name).path("parameters"))));
    declare("Parameter.name", parameters);
    declare("RevisionImpact.measure", ImpactMeasure.names());
    declare("RevisionMeasure.measure", ImpactMeasure.names());
  }

  /**
   * Those of the files of a rule set, by name; an unreadable file declares nothing. They are read
   * again only where a file differs from the last set.
   */
  static PolicyWords of(Map<String, String> files) {
    var read = new HashMap<>(files);
    read.keySet().removeIf(name -> !FILES.contains(name) && !name.endsWith(RuleFiles.DECLARATIONS));
    PolicyWords known = last;
    if (!known.files.equals(read)) {
      known = new PolicyWords(read);
      last = known;
    }
    return known;
  }

  Map<String, Collection<String>> words() {
    return words;
  }

  private void declare(String path, Collection<String> known) {
    if (!known.isEmpty()) {
      words.put(path, known);
    }
  }

  private JsonNode file(String name) {
    String text = files.get(name);
    if (text == null) {
      return MissingNode.getInstance();
    }
    try {
      return YAML.readTree(text);
    } catch (JsonProcessingException e) {
      // The reader of its facts reports the error.
      return MissingNode.getInstance();
    }
  }

  private static Collection<String> keys(JsonNode node) {
    var keys = new TreeSet<String>();
    node.fieldNames().forEachRemaining(keys::add);
    return keys;
  }

  private static Collection<String> texts(JsonNode list, String key) {
    var texts = new TreeSet<String>();
    list.forEach(
        each -> {
          if (each.path(key).isTextual()) {
            texts.add(each.path(key).textValue());
          }
        });
    return texts;
  }
}
