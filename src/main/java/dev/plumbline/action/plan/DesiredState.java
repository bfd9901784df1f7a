package dev.plumbline.action.plan;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plumbline.action.Action;
import dev.plumbline.action.Action.Mode;
import dev.plumbline.action.ActionKind;
import dev.plumbline.action.Change;
import dev.plumbline.action.LiveObjects;
import dev.plumbline.conclusion.ActionConclusions.ActionAllowance;
import dev.plumbline.conclusion.ActionConclusions.ActionDue;
import dev.plumbline.conclusion.Conclusion;
import dev.plumbline.conclusion.Conclusions;
import dev.plumbline.fact.ObjectKind;
import dev.plumbline.fact.ObjectRef;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The conclusions by object, and the objects for which each kind of action is due. */
final class DesiredState {

  private final Conclusions conclusions;
  private final Map<String, Mode> modes = new HashMap<>();
  private final Map<String, Integer> left = new HashMap<>();

  DesiredState(Conclusions conclusions) {
    this.conclusions = conclusions;
    for (ActionDue due : conclusions.of(ActionDue.class)) {
      Mode mode = due.mode().equals("enforce") ? Mode.ENFORCE : Mode.OBSERVE;
      modes.merge(
          due.action() + " " + due.object(),
          mode,
          (one, other) -> one == mode ? mode : Mode.OBSERVE);
    }
    for (ActionAllowance allowance : conclusions.of(ActionAllowance.class)) {
      left.merge(allowance.action(), allowance.left(), Math::min);
    }
  }

  @Nullable Mode due(ActionKind kind, String object) {
    return modes.get(kind.wire() + " " + object);
  }

  @FunctionalInterface
  interface DueObject {
    void plan(ObjectRef ref, Mode mode, JsonNode object);
  }

  /** Visits the objects of a kind for which an action is due, sorted. */
  void eachDue(ActionKind kind, ObjectKind objectKind, LiveObjects objects, DueObject planner) {
    objects
        .all()
        .forEach(
            (ref, object) -> {
              Mode mode = objectKind.is(ref.kind()) ? due(kind, ref.key()) : null;
              if (mode != null) {
                planner.plan(ref, mode, object);
              }
            });
  }

  /** The conclusions of a type by what they are about, sorted. */
  <T extends Conclusion> Map<String, List<T>> by(Class<T> type, Function<T, String> subject) {
    var by = new TreeMap<String, List<T>>();
    for (T conclusion : conclusions.of(type)) {
      by.computeIfAbsent(subject.apply(conclusion), none -> new ArrayList<>()).add(conclusion);
    }
    return Collections.unmodifiableMap(by);
  }

  List<Action> within(List<Action> sorted) {
    var counts = new HashMap<ActionKind, Integer>();
    var within = new ArrayList<Action>(sorted.size());
    for (Action action : sorted) {
      Integer allowed = left.get(action.kind().wire());
      boolean counted = action.due() && action.kind() != ActionKind.REPORT;
      if (allowed != null
          && counted
          && counts.merge(action.kind(), 1, Integer::sum) > allowed.intValue()) {
        within.add(
            ActionSequencing.of(
                action,
                action.kind().wire()
                    + " has reached its limit of changed objects. Try: raise the parameter"
                    + " actions.maxObjects."));
      } else {
        within.add(action);
      }
    }
    return within;
  }

  /** Holds back actions that must wait for others. */
  static final class ActionSequencing {

    private ActionSequencing() {}

    static Action of(Action action, String why) {
      return new Action(
          action.kind(), action.object(), action.mode(), why, action.change(), action.reasons());
    }

    /**
     * The same actions, of which no two that are due write one list: each has worked it out as it
     * stands now, so the later one would undo the first. It comes next time.
     */
    static List<Action> oneByOne(List<Action> sorted) {
      Map<ObjectRef, ActionKind> first = new HashMap<>();
      var actions = new ArrayList<Action>(sorted.size());
      for (Action action : sorted) {
        boolean requirements =
            action.due()
                && action.change() instanceof Change.Patch patch
                && !patch.patch().at("/spec/template/spec/requirements").isMissingNode();
        ActionKind before = requirements ? first.putIfAbsent(action.object(), action.kind()) : null;
        actions.add(
            before == null
                ? action
                : of(action, "it follows " + before.wire() + " of this object"));
      }
      return actions;
    }
  }
}
