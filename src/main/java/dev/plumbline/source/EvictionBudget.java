package dev.plumbline.source;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plumbline.source.RunningPod.PodKind;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What of a PodDisruptionBudget (policy/v1) says whether pods can be evicted.
 *
 * @param path namespace and name: shop/cart
 * @param selector {@code spec.selector}; null selects none, an empty one all of the namespace
 * @param allows whether {@code status.disruptionsAllowed} is more than 0
 */
public record EvictionBudget(
    String path, String namespace, @Nullable List<LabelTerm> selector, boolean allows) {

  public static EvictionBudget of(JsonNode budget) {
    JsonNode metadata = budget.path("metadata");
    String namespace = metadata.path("namespace").asText();
    JsonNode selector = budget.at("/spec/selector");
    return new EvictionBudget(
        namespace + "/" + metadata.path("name").asText(),
        namespace,
        selector.isObject() ? terms(selector) : null,
        budget.at("/status/disruptionsAllowed").asInt() > 0);
  }

  private static List<LabelTerm> terms(JsonNode selector) {
    var terms = new ArrayList<LabelTerm>();
    for (var label : selector.path("matchLabels").properties()) {
      terms.add(new LabelTerm(label.getKey(), "In", Set.of(label.getValue().asText())));
    }
    for (JsonNode term : selector.path("matchExpressions")) {
      var values = new HashSet<String>();
      term.path("values").forEach(value -> values.add(value.asText()));
      terms.add(
          new LabelTerm(
              term.path("key").asText(), term.path("operator").asText(), Set.copyOf(values)));
    }
    return List.copyOf(terms);
  }

  /** Whether it covers such pods; null where it asks for a label that is not kept. */
  @Nullable Boolean covers(PodKind pod) {
    if (selector == null || !namespace.equals(pod.namespace())) {
      return false;
    }
    @Nullable Boolean covers = true;
    for (LabelTerm term : selector) {
      if (RunningPod.OWN_LABELS.contains(term.key())) {
        covers = null;
      } else if (!term.matches(pod.labels().get(term.key()))) {
        return false;
      }
    }
    return covers;
  }

  /** One requirement of a label selector: a key, an operator as Kubernetes has it, and values. */
  record LabelTerm(String key, String operator, Set<String> values) {

    boolean matches(@Nullable String value) {
      return switch (operator) {
        case "In" -> value != null && values.contains(value);
        case "NotIn" -> value == null || !values.contains(value);
        case "Exists" -> value != null;
        case "DoesNotExist" -> value == null;
        default -> false;
      };
    }
  }
}
