package dev.plumbline.action.plan;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plumbline.action.Action;
import dev.plumbline.action.ActionKind;
import dev.plumbline.action.Change;
import dev.plumbline.action.LiveObjects;
import dev.plumbline.action.plan.ClusterPlanner.KindPlanner;
import dev.plumbline.conclusion.RolloutConclusions.AmiPin;
import dev.plumbline.conclusion.RolloutConclusions.AmiPinObjection;
import dev.plumbline.fact.ObjectKind;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Writes selector terms that pin what is resolved, and puts the original ones back when nothing is
 * to be pinned. Where nothing is to be pinned because of an objection, all stays as it is; one that
 * is waived does not keep its rules from concluding a pin.
 */
final class PinAmis implements KindPlanner {

  static final String FAMILY_MISSING =
      "Karpenter takes ids only together with spec.amiFamily, which is not set. Try: set it.";

  @Override
  public void plan(DesiredState wanted, LiveObjects objects, Consumer<Action> plan) {
    Map<String, List<AmiPin>> pins = wanted.by(AmiPin.class, AmiPin::nodeClass);
    Map<String, List<AmiPinObjection>> objections =
        wanted.by(AmiPinObjection.class, AmiPinObjection::nodeClass);
    wanted.eachDue(
        ActionKind.PIN_AMIS,
        ObjectKind.EC2_NODE_CLASS,
        objects,
        (ref, mode, object) -> {
          List<AmiPin> terms =
              pins.getOrDefault(ref.name(), List.of()).stream()
                  .sorted(Comparator.comparingInt(AmiPin::position))
                  .toList();
          if (terms.isEmpty() && objections.containsKey(ref.name())) {
            return;
          }
          OwnedField.Write write = OwnedField.SELECTOR_TERMS.to(object, terms(terms));
          if (write != null) {
            plan.accept(
                new Action(
                    ActionKind.PIN_AMIS,
                    ref,
                    mode,
                    held(write, object, terms),
                    new Change.Patch(object, write.patch()),
                    reasons(terms)));
          }
        });
  }

  private static @Nullable JsonNode terms(List<AmiPin> pins) {
    ArrayNode terms = JsonNodeFactory.instance.arrayNode();
    for (AmiPin pin : pins) {
      ObjectNode term = terms.addObject();
      if (pin.alias() != null) {
        term.put("alias", pin.alias());
      }
      if (pin.id() != null) {
        term.put("id", pin.id());
      }
    }
    return terms.isEmpty() ? null : terms;
  }

  private static @Nullable String held(OwnedField.Write write, JsonNode object, List<AmiPin> pins) {
    if (write.vetoed()) {
      return "somebody has put the terms back: they stay until something else is to be pinned."
          + " To have them pinned again, remove the annotation "
          + OwnedField.SELECTOR_TERMS.annotation()
          + ".";
    }
    boolean aliased = pins.isEmpty() || pins.stream().anyMatch(pin -> pin.alias() != null);
    return aliased || object.path("spec").hasNonNull("amiFamily") ? null : FAMILY_MISSING;
  }

  private static List<String> reasons(List<AmiPin> pins) {
    return pins.isEmpty()
        ? List.of("nothing is to be pinned: the original terms go back")
        : pins.stream().map(pin -> pin.rule() + " " + pin.message()).distinct().sorted().toList();
  }
}
