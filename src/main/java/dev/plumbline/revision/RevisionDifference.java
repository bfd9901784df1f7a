package dev.plumbline.revision;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plumbline.action.Action;
import dev.plumbline.action.Plan;
import dev.plumbline.conclusion.BundleConclusions.BundleReleased;
import dev.plumbline.conclusion.BundleConclusions.BundleReport;
import dev.plumbline.conclusion.BundleConclusions.BundleWait;
import dev.plumbline.conclusion.RevisionConclusions.RevisionAllowed;
import dev.plumbline.conclusion.RevisionConclusions.RevisionHold;
import dev.plumbline.conclusion.RevisionConclusions.RevisionHoldLifted;
import dev.plumbline.conclusion.RevisionConclusions.RevisionObjection;
import dev.plumbline.engine.Merge;
import dev.plumbline.engine.Settlement;
import dev.plumbline.engine.TypeDifference;
import dev.plumbline.fact.Fact;
import dev.plumbline.fact.Nodes.NodeClaim;
import dev.plumbline.fact.RecordType;
import dev.plumbline.fact.Revisions.RevisionImpact;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What would change if other rules evaluated the same facts: conclusions and actions that are
 * added, removed or changed. Conclusions about revisions themselves are excluded. A pure, sorted
 * value.
 */
public final class RevisionDifference {

  /** The most conclusions per type, and the most actions, that the JSON form lists of each kind. */
  private static final int MAX_LISTED = 20;

  /** The types that are not compared: conclusions about revisions and bundles themselves. */
  public static final Set<String> LEFT_OUT =
      Stream.of(
              BundleReleased.class,
              BundleReport.class,
              BundleWait.class,
              RevisionAllowed.class,
              RevisionHold.class,
              RevisionHoldLifted.class,
              RevisionObjection.class)
          .map(Class::getSimpleName)
          .collect(Collectors.toUnmodifiableSet());

  private final SortedMap<String, TypeDifference> types;
  private final ActionDifference actions;
  private final List<RevisionImpact> impacts;

  private RevisionDifference(
      SortedMap<String, TypeDifference> types,
      ActionDifference actions,
      List<RevisionImpact> impacts) {
    this.types = types;
    this.actions = actions;
    this.impacts = impacts;
  }

  public static RevisionDifference between(
      Settlement before,
      Plan planBefore,
      Settlement after,
      Plan planAfter,
      SortedMap<String, List<Fact>> facts) {
    SortedMap<String, TypeDifference> types =
        TypeDifference.between(before.conclusions(), after.conclusions(), LEFT_OUT);
    ActionDifference actions = ActionDifference.between(planBefore, planAfter);
    int claims = facts.getOrDefault(RecordType.name(NodeClaim.class), List.of()).size();
    return new RevisionDifference(
        types, actions, ImpactMeasures.of(before, after, types, actions, claims));
  }

  static long counted(Settlement settlement) {
    return settlement.counts().entrySet().stream()
        .filter(type -> !LEFT_OUT.contains(type.getKey()))
        .mapToLong(Map.Entry::getValue)
        .sum();
  }

  /**
   * What it amounts to in numbers, as facts about the revision of this digest. There is always at
   * least one, how many conclusions there are, which shows that the difference was measured.
   */
  public List<RevisionImpact> impacts(String digest) {
    return impacts.stream()
        .map(
            it ->
                new RevisionImpact(
                    digest, it.measure(), it.subject(), it.before(), it.after(), it.examples()))
        .toList();
  }

  public List<String> summary() {
    return isEmpty() ? List.of("nothing would change") : DifferenceReport.Summary.of(this);
  }

  /**
   * The NodePools and EC2NodeClasses that change, and which of them lose their last usable instance
   * type or AMI: a line each; none where no object changes.
   */
  public List<String> headline() {
    return ChangedObjects.headline(this);
  }

  /** Counts and lists; of long lists the beginning, and how many more there are. */
  public ObjectNode json() {
    return json(MAX_LISTED);
  }

  public ObjectNode json(int listed) {
    return DifferenceReport.of(this, listed);
  }

  public boolean isEmpty() {
    return types.isEmpty() && actions.isEmpty();
  }

  public DifferenceCounts counts() {
    int added = 0;
    int removed = 0;
    int changed = 0;
    for (TypeDifference type : types.values()) {
      added += type.added().size();
      removed += type.removed().size();
      changed += type.changed().size();
    }
    return new DifferenceCounts(
        new DifferenceCounts.Count(added, removed, changed), actions.count(), impacts);
  }

  SortedMap<String, TypeDifference> types() {
    return types;
  }

  ActionDifference actions() {
    return actions;
  }

  /**
   * How two plans differ. Every list is sorted by kind of action, then object.
   *
   * @param added what only the other does
   * @param removed what only the one does
   */
  record ActionDifference(
      Plan before, Plan after, List<Action> added, List<Action> removed, List<Changed> changed) {

    private static final Comparator<Action> ORDER =
        Comparator.comparing(Action::kind).thenComparing(Action::object);

    record Changed(Action before, Action after) {}

    /** The difference of two plans, each sorted as a planner does. */
    static ActionDifference between(Plan before, Plan after) {
      var added = new ArrayList<Action>();
      var removed = new ArrayList<Action>();
      var changed = new ArrayList<Changed>();
      Merge.of(
          before.actions(),
          after.actions(),
          ORDER,
          removed,
          added,
          (left, right) -> {
            if (!left.equals(right)) {
              changed.add(new Changed(left, right));
            }
          });
      return new ActionDifference(
          before, after, List.copyOf(added), List.copyOf(removed), List.copyOf(changed));
    }

    boolean isEmpty() {
      return added.isEmpty() && removed.isEmpty() && changed.isEmpty();
    }

    DifferenceCounts.Count count() {
      return new DifferenceCounts.Count(added.size(), removed.size(), changed.size());
    }

    /** What only the other plan carries out: new, or due only there, or with another change. */
    List<Action> newlyDue() {
      var due = new ArrayList<Action>();
      added.stream().filter(Action::due).forEach(due::add);
      for (Changed each : changed) {
        boolean same = each.before().due() && each.before().change().equals(each.after().change());
        if (each.after().due() && !same) {
          due.add(each.after());
        }
      }
      due.sort(ORDER);
      return due;
    }
  }
}
