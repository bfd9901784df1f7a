package dev.plumbline.host.rules;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plumbline.action.Action;
import dev.plumbline.action.Plan;
import dev.plumbline.conclusion.Conclusion;
import dev.plumbline.conclusion.RevisionAllowed;
import dev.plumbline.conclusion.RevisionHold;
import dev.plumbline.fact.Fact;
import dev.plumbline.fact.RevisionImpact;
import dev.plumbline.rule.Settlement;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.SortedMap;

/** What is concluded and planned on the same facts by one rule set and not by another. */
public final class RevisionDifference {

  private final List<Conclusion> added;
  private final List<Conclusion> removed;
  private final List<Action> actionsAdded;
  private final List<Action> actionsRemoved;

  private RevisionDifference(
      List<Conclusion> added,
      List<Conclusion> removed,
      List<Action> actionsAdded,
      List<Action> actionsRemoved) {
    this.added = added;
    this.removed = removed;
    this.actionsAdded = actionsAdded;
    this.actionsRemoved = actionsRemoved;
  }

  /** Between two settlements of the same facts. */
  public static RevisionDifference between(
      Settlement before,
      Plan planBefore,
      Settlement after,
      Plan planAfter,
      SortedMap<String, List<Fact>> facts) {
    return new RevisionDifference(
        without(conclusions(after), conclusions(before)),
        without(conclusions(before), conclusions(after)),
        without(planAfter.actions(), planBefore.actions()),
        without(planBefore.actions(), planAfter.actions()));
  }

  /** What is concluded of all but revisions. */
  private static List<Conclusion> conclusions(Settlement settlement) {
    return settlement.conclusions().stream()
        .filter(each -> !(each instanceof RevisionHold || each instanceof RevisionAllowed))
        .toList();
  }

  private static <T> List<T> without(List<T> all, List<T> others) {
    var left = new ArrayList<>(all);
    left.removeAll(new HashSet<>(others));
    return List.copyOf(left);
  }

  /** What rules are told of it. */
  public List<RevisionImpact> impacts(String digest) {
    return List.of();
  }

  /** In lines for people. */
  public List<String> summary() {
    return none()
        ? List.of("nothing changes")
        : List.of(
            added.size() + " conclusions more, " + removed.size() + " fewer",
            actionsAdded.size() + " actions more, " + actionsRemoved.size() + " fewer");
  }

  /** As a document. */
  public ObjectNode json() {
    ObjectNode root = JsonNodeFactory.instance.objectNode();
    root.putObject("conclusions").put("added", added.size()).put("removed", removed.size());
    root.putObject("actions")
        .put("added", actionsAdded.size())
        .put("removed", actionsRemoved.size());
    return root;
  }

  /** Whether nothing changes. */
  public boolean none() {
    return added.isEmpty()
        && removed.isEmpty()
        && actionsAdded.isEmpty()
        && actionsRemoved.isEmpty();
  }
}
