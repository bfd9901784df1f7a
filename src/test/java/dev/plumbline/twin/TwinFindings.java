package dev.plumbline.twin;

import dev.plumbline.conclusion.ActionFault;
import dev.plumbline.conclusion.AmiInUse;
import dev.plumbline.conclusion.AmiPinObjection;
import dev.plumbline.conclusion.CapacityMismatch;
import dev.plumbline.conclusion.Complaint;
import dev.plumbline.conclusion.Finding;
import dev.plumbline.conclusion.GateClosed;
import dev.plumbline.conclusion.LaunchLoop;
import dev.plumbline.conclusion.NarrowingObjection;
import dev.plumbline.conclusion.NodeClassRefusal;
import dev.plumbline.conclusion.NodePoolObjection;
import dev.plumbline.conclusion.ReplicaDisagreement;
import dev.plumbline.conclusion.RolloutStage;
import dev.plumbline.conclusion.WaiverExpired;
import dev.plumbline.fact.EC2NodeClass;
import dev.plumbline.fact.Fact;
import dev.plumbline.fact.Gate;
import dev.plumbline.fact.NodeOverlay;
import dev.plumbline.fact.NodePool;
import dev.plumbline.fact.ObjectFault;
import dev.plumbline.fact.Parameter;
import dev.plumbline.fact.RuleSwitchedOff;
import dev.plumbline.fact.Tags;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** findings.drl: what should people be told of an object? */
final class TwinFindings {

  private final Collection<Fact> facts;
  private final TwinCluster world;
  private final TwinConclusions out;
  private final Set<String> kinds = new HashSet<>();
  private final Set<String> told = new HashSet<>();

  TwinFindings(Collection<Fact> facts, TwinCluster world, TwinConclusions out) {
    this.facts = facts;
    this.world = world;
    this.out = out;
    for (Fact fact : facts) {
      if (fact instanceof Gate gate && Character.isUpperCase(gate.name().charAt(0))) {
        kinds.add(gate.name());
      }
    }
  }

  void find() {
    objections();
    nodes();
    for (GateClosed it : out.of(GateClosed.class)) {
      if (kinds.contains(it.gate()) && it.errorClass().equals("persistent")) {
        warn("FIND-006", it.blocks(), "medium", "GateClosed", it.message());
      }
    }
    for (WaiverExpired it : out.of(WaiverExpired.class)) {
      String lifted = "it lifted " + it.rule() + " for " + it.subject();
      String message = lifted + " and has ended; " + it.owner() + " answers for it";
      warn("FIND-010", "Waiver/" + it.waiver(), "medium", "WaiverExpired", message);
    }
    for (ActionFault it : out.of(ActionFault.class)) {
      if (it.errorClass().equals("persistent")) {
        String message = it.action() + " failed with " + it.code() + ": " + it.message();
        tell("FIND-011", it.object(), "error", "high", "ActionFailed", message);
      }
    }
    for (ReplicaDisagreement it : out.of(ReplicaDisagreement.class)) {
      tell(it.rule(), "Cluster", "error", "high", "ReplicasDisagree", it.message());
    }
    modes();
    for (EC2NodeClass it : world.classes.values()) {
      pass("FIND-020", it, "ami-resolution");
    }
    for (NodePool it : world.pools) {
      pass("FIND-021", it, "node-pool-usability");
    }
  }

  private void objections() {
    for (NodeClassRefusal it : out.of(NodeClassRefusal.class)) {
      String object = "EC2NodeClass/" + it.nodeClass();
      tell(it.rule(), object, "fail", "high", it.reason(), it.message());
    }
    for (NodePoolObjection it : out.of(NodePoolObjection.class)) {
      String object = "NodePool/" + it.nodePool();
      if (!world.waived(it.rule(), object)) {
        warn(it.rule(), object, "medium", "NodePoolObjection", it.message());
      }
    }
    for (AmiPinObjection it : out.of(AmiPinObjection.class)) {
      String object = "EC2NodeClass/" + it.nodeClass();
      if (!world.waived(it.rule(), object)) {
        warn(it.rule(), object, "medium", "AmisNotPinned", it.message());
      }
    }
    for (NarrowingObjection it : out.of(NarrowingObjection.class)) {
      String object = "NodePool/" + it.nodePool();
      if (!world.waived(it.rule(), object)) {
        warn(it.rule(), object, "low", "NotNarrowed", it.message());
      }
    }
  }

  private void nodes() {
    List<CapacityMismatch> shortOf = out.of(CapacityMismatch.class);
    for (CapacityMismatch it : shortOf) {
      if (shortOf.stream()
          .noneMatch(
              o ->
                  o.instanceType().equals(it.instanceType())
                      && o.ami().equals(it.ami())
                      && o.node().compareTo(it.node()) < 0)) {
        warn(it.rule(), "Node/" + it.node(), "medium", "CapacityMismatch", it.message());
      }
    }
    List<LaunchLoop> loops = out.of(LaunchLoop.class);
    for (LaunchLoop it : loops) {
      if (loops.stream()
          .noneMatch(
              o ->
                  o.nodePool().equals(it.nodePool())
                      && o.instanceType().equals(it.instanceType())
                      && o.laterThan(it))) {
        String object = "NodePool/" + it.nodePool();
        tell(it.rule(), object, "fail", "high", "LaunchLoop", it.message());
      }
    }
    for (AmiInUse it : out.of(AmiInUse.class)) {
      String by = "nodes of EC2NodeClass " + it.nodeClass() + " run it (" + it.nodes() + "): ";
      warn("FIND-005", "Ami/" + it.ami(), "high", "AmiInUse", by + it.message());
    }
    for (RolloutStage it : out.of(RolloutStage.class)) {
      if (it.stage().equals("held")) {
        String message = "the rollout of " + it.ami() + " is held: " + it.message();
        String object = "EC2NodeClass/" + it.nodeClass();
        tell("FIND-007", object, "fail", "high", "RolloutHeld", message);
      }
    }
  }

  private void modes() {
    for (Fact fact : facts) {
      switch (fact) {
        case EC2NodeClass it -> mode("FIND-012", it, it.annotations());
        case NodePool it -> mode("FIND-013", it, it.annotations());
        case NodeOverlay it -> mode("FIND-014", it, it.annotations());
        case ObjectFault it ->
            tell("FIND-017", it.object(), "error", "medium", "Unreadable", it.message());
        case RuleSwitchedOff it -> {
          String message = "rule " + it.rule() + " is switched off by " + it.owner();
          String reason = ": " + it.reason();
          warn("FIND-018", "Cluster", it.severity(), "RuleSwitchedOff", message + reason);
        }
        case Parameter it when it.name().equals("actions.mode") -> {
          if (!TwinActing.known(it.value())) {
            String message = "actions.mode is " + it.value() + " for " + it.item();
            String fix = ", which is only observed. Write observe or enforce.";
            warn("FIND-015", "Cluster", "medium", "InvalidMode", message + fix);
          }
          if (!it.item().equals("*") && !kinds.contains(it.item())) {
            String message = "actions.mode names " + it.item() + ", which is no kind of action.";
            String fix = " Maybe PinAmis, or * for all.";
            warn("FIND-016", "Cluster", "medium", "InvalidMode", message + fix);
          }
        }
        default -> {}
      }
    }
  }

  private void mode(String rule, Fact object, Tags annotations) {
    String mode = annotations.value("plumbline.dev/mode");
    if (mode != null && !TwinActing.known(mode)) {
      String message = "its plumbline.dev/mode is " + mode + ", so that it is only observed.";
      warn(rule, object.key(), "medium", "InvalidMode", message + " Write observe or enforce.");
    }
  }

  private void pass(String rule, Fact object, String gate) {
    if (!told.contains(object.key()) && !world.waits(gate, object)) {
      String message = "nothing is amiss";
      out.add(new Finding(rule, object.key(), "pass", "info", "NothingAmiss", message));
    }
  }

  private void warn(String rule, String subject, String severity, String reason, String message) {
    tell(rule, subject, "warn", severity, reason, message);
  }

  private void tell(
      String rule, String subject, String result, String severity, String reason, String message) {
    told.add(subject);
    out.add(new Complaint(rule, subject, result, severity, reason, message));
    out.add(new Finding(rule, subject, result, severity, reason, message));
  }
}
