package dev.plumbline.web.view;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plumbline.conclusion.Conclusion;
import dev.plumbline.fact.Ami;
import dev.plumbline.fact.EvaluationTime;
import dev.plumbline.fact.Fact;
import dev.plumbline.fact.InstanceType;
import dev.plumbline.host.Live;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What all projections of one moment look things up in. */
final class Known {

  static final JsonNodeFactory JSON = JsonNodeFactory.instance;

  private final Live live;
  private final Map<String, Ami> amis = new HashMap<>();
  private final Map<String, InstanceType> types = new HashMap<>();

  Known(Live live) {
    this.live = live;
    facts(Ami.class).forEach(ami -> amis.put(ami.id(), ami));
    facts(InstanceType.class).forEach(type -> types.put(type.name(), type));
  }

  /** The facts of a type, sorted by key. */
  <T extends Fact> List<T> facts(Class<T> type) {
    return facts(live, type);
  }

  static <T extends Fact> List<T> facts(Live live, Class<T> type) {
    return live.facts(type);
  }

  /** The conclusions of a type by one of their fields, each list in their order. */
  <T extends Conclusion> Map<String, List<T>> by(Class<T> type, Function<T, String> field) {
    return by(live.settlement().of(type), field);
  }

  static <T> Map<String, List<T>> by(Collection<T> all, Function<T, String> field) {
    var groups = new TreeMap<String, List<T>>();
    for (T each : all) {
      groups.computeIfAbsent(field.apply(each), none -> new ArrayList<>()).add(each);
    }
    return groups;
  }

  @Nullable Ami ami(String id) {
    return amis.get(id);
  }

  @Nullable InstanceType type(String name) {
    return types.get(name);
  }

  /** The family of a type; what stands before the dot when the type itself is not known. */
  String family(String type) {
    InstanceType known = types.get(type);
    int dot = type.indexOf('.');
    return known != null ? known.family() : dot < 0 ? type : type.substring(0, dot);
  }

  /** An image as every projection tells it; name and time are null when EC2 does not list it. */
  ObjectNode image(String id) {
    Ami ami = amis.get(id);
    ObjectNode json = JSON.objectNode().put("id", id);
    json.put("name", ami == null ? null : ami.name());
    Instant created = ami == null ? null : ami.creationDate();
    return json.put("created", created == null ? null : created.toString());
  }

  /** The time that the rules judged by; that of the settlement where none was told. */
  static Instant now(Live live) {
    return facts(live, EvaluationTime.class).stream()
        .findFirst()
        .map(EvaluationTime::instant)
        .orElse(live.at());
  }

  /** Begins an answer with which settlement it is of. */
  static ObjectNode document(Live live) {
    return JSON.objectNode().put("sequence", live.sequence());
  }

  /** {@code {"rule", "message"}}. */
  static ObjectNode reason(String rule, String message) {
    return JSON.objectNode().put("rule", rule).put("message", message);
  }

  /** How many there are of each, in the order in which they first come. */
  static <T> Map<T, Integer> counted(Collection<T> all) {
    var counts = new LinkedHashMap<T, Integer>();
    all.forEach(each -> counts.merge(each, 1, Integer::sum));
    return counts;
  }

  static ArrayNode texts(Collection<String> texts) {
    ArrayNode array = JSON.arrayNode(texts.size());
    texts.forEach(array::add);
    return array;
  }
}
