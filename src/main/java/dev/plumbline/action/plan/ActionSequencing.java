package dev.plumbline.action.plan;

import dev.plumbline.action.Action;
import dev.plumbline.action.ActionKind;
import dev.plumbline.action.Change;
import dev.plumbline.fact.ObjectRef;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Holds back actions that must wait for others. */
final class ActionSequencing {

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
          before == null ? action : of(action, "it follows " + before.wire() + " of this object"));
    }
    return actions;
  }
}
