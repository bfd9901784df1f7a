package dev.plumbline.twin;

import dev.plumbline.conclusion.ActionDue;
import dev.plumbline.conclusion.ActionFault;
import dev.plumbline.conclusion.ActionSubject;
import dev.plumbline.conclusion.AmiApproval;
import dev.plumbline.conclusion.AmiPin;
import dev.plumbline.conclusion.AmiTag;
import dev.plumbline.conclusion.Finding;
import dev.plumbline.conclusion.TierObject;
import dev.plumbline.fact.ActionFailure;
import dev.plumbline.fact.Ami;
import dev.plumbline.fact.EC2NodeClass;
import dev.plumbline.fact.Fact;
import dev.plumbline.fact.NodePool;
import dev.plumbline.fact.Parameter;
import dev.plumbline.fact.PreferenceItem;
import dev.plumbline.fact.Tags;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** action-modes.drl: which kinds of action may concern which objects, done or only said? */
final class TwinActing {

  private static final String MODE = "plumbline.dev/mode";
  private static final String TIERS = "MaintainPreferenceTiers";

  private final Collection<Fact> facts;
  private final TwinCluster world;
  private final TwinFacts policy;
  private final TwinConclusions out;
  private final Set<ActionSubject> subjects = new HashSet<>();

  private TwinActing(
      Collection<Fact> facts, TwinFacts policy, TwinCluster world, TwinConclusions out) {
    this.facts = facts;
    this.policy = policy;
    this.world = world;
    this.out = out;
  }

  /** What follows for actions, of all that was concluded before. */
  static void act(Collection<Fact> facts, TwinFacts policy, TwinConclusions out) {
    TwinCluster world = TwinCluster.of(facts, out);
    new TwinRetirement(facts, world, out).retire();
    new TwinHold(facts, world, out).hold();
    new TwinPromotion(policy, world, out).promote();
    new TwinPins(facts, world, out).pin();
    new TwinNarrowing(facts, world, out).narrow();
    var acting = new TwinActing(facts, policy, world, out);
    acting.faults();
    new TwinFindings(facts, world, out).find();
    acting.concern();
    acting.subjects.forEach(acting::due);
  }

  private void concern() {
    var pinned = new HashSet<String>();
    out.of(AmiPin.class).forEach(pin -> pinned.add(pin.nodeClass()));
    for (EC2NodeClass it : world.classes.values()) {
      if (!it.deleting() && pinned.contains(it.name())) {
        subject("PinAmis", it.key(), it.annotations());
      }
    }
    for (NodePool it : world.pools) {
      if (it.tierOf() == null && !it.deleting()) {
        subject("SetNodePoolWeight", it.key(), it.annotations());
        subject("NarrowNodePool", it.key(), it.annotations());
        subject("HoldDisruption", it.key(), it.annotations());
        if (it.annotations().has("plumbline.dev/maintain-preference-tiers")
            || facts.stream()
                .anyMatch(f -> f instanceof PreferenceItem p && p.nodePool().equals(it.name()))) {
          subject(TIERS, it.key(), it.annotations());
        }
      }
    }
    for (TierObject it : out.of(TierObject.class)) {
      if (world.closed.contains(TIERS + " NodePool/" + it.nodePool())) {
        continue;
      }
      NodePool parent =
          world.pools.stream().filter(p -> p.name().equals(it.nodePool())).findAny().orElse(null);
      String inherited = parent == null ? null : parent.annotations().value(MODE);
      String mode = it.mode() == null ? inherited : it.mode();
      concern(new ActionSubject(TIERS, it.kind() + "/" + it.name(), mode));
    }
    var tagged = new HashSet<String>();
    out.of(AmiTag.class).forEach(tag -> tagged.add(tag.ami()));
    for (Ami it : world.amis.values()) {
      if (tagged.contains(it.id())
          && out.of(AmiApproval.class).stream()
              .noneMatch(
                  a ->
                      a.ami().equals(it.id())
                          && world.closed.contains("TagAmi EC2NodeClass/" + a.nodeClass()))) {
        subject("TagAmi", it.key(), it.tags());
      }
    }
    out.of(Finding.class).forEach(it -> concern(new ActionSubject("Report", it.subject(), null)));
  }

  private void subject(String action, String object, Tags tags) {
    concern(new ActionSubject(action, object, tags.value(MODE)));
  }

  private void concern(ActionSubject subject) {
    if (subjects.add(subject)) {
      out.add(subject);
    }
  }

  private void due(ActionSubject it) {
    if (world.closed.contains(it.action() + " " + it.object())
        || world.closed.contains(it.action() + " Cluster")) {
      return;
    }
    Parameter own = mode(it.action());
    Parameter all = mode("*");
    if (it.mode() != null) {
      if (known(it.mode())) {
        due(it, it.mode(), "its plumbline.dev/mode says so");
      } else {
        due(it, "observe", "its plumbline.dev/mode is " + it.mode() + neither());
      }
    } else if (own != null) {
      if (known(own.value())) {
        due(it, own.value(), "actions.mode says so for " + it.action());
      } else {
        String is = "actions.mode is " + own.value() + " for " + it.action();
        due(it, "observe", is + neither());
      }
    } else if (all != null && known(all.value())) {
      due(it, all.value(), "actions.mode says so for every kind");
    } else {
      due(it, "observe", "nothing says enforce");
    }
  }

  private static String neither() {
    return ", neither observe nor enforce";
  }

  private void due(ActionSubject it, String mode, String message) {
    out.add(new ActionDue(it.action(), it.object(), mode, message));
  }

  private @Nullable Parameter mode(String item) {
    return world.parameters.getOrDefault("actions.mode", List.of()).stream()
        .filter(each -> each.item().equals(item))
        .findAny()
        .orElse(null);
  }

  static boolean known(@Nullable String mode) {
    return Objects.equals(mode, "observe") || Objects.equals(mode, "enforce");
  }

  private void faults() {
    Parameter limit = world.parameter("gates.unknownPersistentAfter");
    for (Fact fact : facts) {
      if (fact instanceof ActionFailure it) {
        var code = policy.errorClasses.get(it.code());
        String known = code == null ? "" : code.errorClass();
        String errorClass =
            known.equals("transient") || known.equals("persistent")
                ? known
                : limit != null && it.failures() >= Integer.parseInt(limit.value())
                    ? "persistent"
                    : "transient";
        out.add(new ActionFault(it.action(), it.object(), it.code(), errorClass, it.message()));
      }
    }
  }
}
