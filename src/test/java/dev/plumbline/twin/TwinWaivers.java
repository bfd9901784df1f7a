package dev.plumbline.twin;

import dev.plumbline.conclusion.AmiObjection;
import dev.plumbline.conclusion.AmiRefusal;
import dev.plumbline.conclusion.NodeClassObjection;
import dev.plumbline.conclusion.NodeClassRefusal;
import dev.plumbline.conclusion.NodePoolObjection;
import dev.plumbline.conclusion.ObjectionWaived;
import dev.plumbline.conclusion.WaiverExpired;
import dev.plumbline.conclusion.WaiverInForce;
import dev.plumbline.fact.Glob;
import dev.plumbline.fact.Waiver;
import java.util.ArrayList;
import java.util.List;

/** waivers.drl, and AMI-011: which objections are lifted for a time, and which stand? */
final class TwinWaivers {

  private final List<WaiverInForce> inForce = new ArrayList<>();
  private final TwinConclusions out;

  TwinWaivers(TwinFacts world, TwinConclusions out) {
    this.out = out;
    for (Waiver it : world.waivers) {
      if (world.time == null) {
        continue;
      }
      if (world.time.reached(it.until())) {
        out.add(new WaiverExpired(it.id(), it.rule(), it.subject(), it.owner(), it.until()));
      } else {
        inForce.add(
            new WaiverInForce(
                it.id(), it.rule(), it.subject(), it.owner(), it.reason(), it.until()));
      }
    }
    inForce.forEach(out::add);
  }

  /** Draws which objections to a node class and its images are waived and which stand. */
  void judge(TwinClass nodeClass) {
    for (AmiObjection objection : nodeClass.amiObjections) {
      if (stands(objection)) {
        nodeClass.refused.add(objection.ami());
      }
    }
    for (NodeClassObjection objection : nodeClass.objections) {
      if (stands(objection)) {
        nodeClass.standing.add(objection);
      }
    }
  }

  /** Draws which objections to pools are waived, of all that were drawn. */
  void judgePools() {
    for (NodePoolObjection it : out.of(NodePoolObjection.class)) {
      stands(it.rule(), "NodePool/" + it.nodePool(), "NodePool/" + it.nodePool());
    }
  }

  private boolean stands(AmiObjection objection) {
    String all = "Ami/" + objection.ami();
    String own = "EC2NodeClass/" + objection.nodeClass() + "/Ami/" + objection.ami();
    boolean stands = stands(objection.rule(), own, all);
    if (stands) {
      out.add(new AmiRefusal(objection.nodeClass(), objection.ami()));
    }
    return stands;
  }

  private boolean stands(NodeClassObjection it) {
    String object = "EC2NodeClass/" + it.nodeClass();
    boolean stands = stands(it.rule(), object, object);
    if (stands) {
      out.add(new NodeClassRefusal(it.rule(), it.nodeClass(), it.reason(), it.message()));
    }
    return stands;
  }

  private boolean stands(String rule, String subject, String other) {
    boolean stands = true;
    for (WaiverInForce it : inForce) {
      if (it.rule().equals(rule)
          && (Glob.matches(it.subject(), subject) || Glob.matches(it.subject(), other))) {
        stands = false;
        out.add(
            new ObjectionWaived(rule, subject, it.waiver(), it.owner(), it.reason(), it.until()));
      }
    }
    return stands;
  }
}
