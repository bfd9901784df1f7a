package dev.plumbline.twin;

import dev.plumbline.conclusion.AmiContender;
import dev.plumbline.conclusion.AmiEligible;
import dev.plumbline.conclusion.AmiRequirements;
import dev.plumbline.conclusion.AmiResolved;
import dev.plumbline.conclusion.AmiSuperseded;
import dev.plumbline.conclusion.AmiSurvivor;
import dev.plumbline.conclusion.NodeClassCondition;
import dev.plumbline.conclusion.NodeClassObjection;
import dev.plumbline.conclusion.SsmLookup;
import dev.plumbline.fact.Ami;
import dev.plumbline.fact.ImageNaming;
import dev.plumbline.fact.Requirements;
import dev.plumbline.fact.SsmParameter;
import dev.plumbline.fact.StatusAmi;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;

/**
 * ami-requirements.drl, ami-resolution.drl and the closing rule of ami-eligibility.drl: what
 * belongs in status.amis?
 */
final class TwinResolution {

  private static final String TAG_PREFIX = "karpenter.k8s.aws/";

  private static final Comparator<AmiContender> BEST_FIRST =
      Comparator.comparing(AmiContender::deprecated)
          .thenComparing(AmiContender::created, Comparator.reverseOrder())
          .thenComparing(AmiContender::name, Comparator.reverseOrder())
          .thenComparing(AmiContender::ami);

  private static final Comparator<AmiSurvivor> NEWEST_FIRST =
      Comparator.comparingLong(AmiSurvivor::rank)
          .reversed()
          .thenComparing(AmiSurvivor::ami)
          .thenComparing(AmiSurvivor::requirements);

  private TwinResolution() {}

  static void resolve(TwinFacts world, TwinClass nodeClass, TwinConclusions out) {
    requirements(world, nodeClass);
    nodeClass.requirements.forEach(out::add);
    if (nodeClass.fact == null) {
      return;
    }
    if (nodeClass.waiting.isEmpty()) {
      if (nodeClass.standing.isEmpty()) {
        compete(world, nodeClass, out);
      }
      condition(nodeClass, out);
    } else if (nodeClass.waiting.stream().noneMatch(gate -> world.absent(gate.waitsFor()))) {
      keep(nodeClass, out);
    }
    list(nodeClass, out);
  }

  private static void requirements(TwinFacts world, TwinClass nodeClass) {
    boolean aliasTells = nodeClass.aliasTells();
    if (aliasTells) {
      for (SsmLookup lookup : nodeClass.lookups) {
        SsmParameter found = world.ssmParameters.get(lookup.parameter());
        if (!lookup.requirements().none()
            && found != null
            && nodeClass.approved.contains(found.value())) {
          add(nodeClass, found.value(), lookup.requirements());
        }
      }
      return;
    }
    for (String id : nodeClass.approved) {
      Ami ami = world.amis.get(id);
      String architecture = ami.kubernetesArchitecture();
      if (architecture == null) {
        continue;
      }
      Requirements tagged = ami.tags().requirements(TAG_PREFIX);
      boolean named = false;
      for (ImageNaming naming : world.namings) {
        if (naming.fits(ami.name()) && !naming.requirements().meet(tagged)) {
          named = true;
          add(
              nodeClass,
              id,
              tagged.plus(naming.requirements()).with("kubernetes.io/arch", architecture));
        }
      }
      if (!named) {
        add(nodeClass, id, tagged.with("kubernetes.io/arch", architecture));
      }
    }
  }

  private static void add(TwinClass nodeClass, String ami, Requirements requirements) {
    nodeClass.requirements.add(new AmiRequirements(nodeClass.name, ami, requirements));
  }

  private static void compete(TwinFacts world, TwinClass nodeClass, TwinConclusions out) {
    for (String id : nodeClass.approved) {
      if (!nodeClass.refused.contains(id)) {
        out.add(new AmiEligible(nodeClass.name, id));
      }
    }
    if (world.time == null) {
      return;
    }
    var contenders = new HashMap<Requirements, List<AmiContender>>();
    for (AmiRequirements each : nodeClass.requirements) {
      if (!nodeClass.refused.contains(each.ami())) {
        Ami ami = world.amis.get(each.ami());
        var contender =
            new AmiContender(
                nodeClass.name,
                ami.id(),
                each.requirements(),
                world.time.reached(ami.deprecationTime()),
                ami.created(),
                ami.name());
        out.add(contender);
        contenders.computeIfAbsent(each.requirements(), set -> new ArrayList<>()).add(contender);
      }
    }
    for (List<AmiContender> set : contenders.values()) {
      set.sort(BEST_FIRST);
      AmiContender best = set.getFirst();
      nodeClass.survivors.add(
          new AmiSurvivor(
              nodeClass.name, best.ami(), best.requirements(), best.deprecated(), best.created()));
      for (AmiContender other : set.subList(1, set.size())) {
        out.add(new AmiSuperseded(nodeClass.name, other.ami(), best.ami(), best.requirements()));
      }
    }
  }

  private static void list(TwinClass nodeClass, TwinConclusions out) {
    List<AmiSurvivor> survivors = nodeClass.survivors;
    survivors.sort(NEWEST_FIRST);
    for (int i = 0; i < survivors.size(); i++) {
      AmiSurvivor survivor = survivors.get(i);
      out.add(survivor);
      out.add(
          new AmiResolved(
              nodeClass.name,
              survivor.ami(),
              survivor.requirements(),
              survivor.deprecated(),
              i + 1));
    }
  }

  private static void condition(TwinClass nodeClass, TwinConclusions out) {
    if (!nodeClass.standing.isEmpty()) {
      NodeClassObjection first =
          nodeClass.standing.stream()
              .min(
                  Comparator.comparing(NodeClassObjection::rule)
                      .thenComparing(NodeClassObjection::message))
              .get();
      out.add(condition(nodeClass, "False", first.reason(), first.message()));
    } else if (nodeClass.survivors.isEmpty()) {
      out.add(condition(nodeClass, "False", "AMINotFound", "AMISelector did not match any AMIs"));
    } else {
      out.add(condition(nodeClass, "True", "AMIsReady", ""));
    }
  }

  private static void keep(TwinClass nodeClass, TwinConclusions out) {
    for (StatusAmi last : nodeClass.statusAmis) {
      nodeClass.survivors.add(
          new AmiSurvivor(
              nodeClass.name, last.id(), last.requirements(), last.deprecated(), -last.index()));
    }
    var ready = nodeClass.statusReady;
    if (ready != null) {
      out.add(condition(nodeClass, ready.status(), ready.reason(), ready.message()));
    }
  }

  private static NodeClassCondition condition(
      TwinClass nodeClass, String status, String reason, String message) {
    return new NodeClassCondition(nodeClass.name, "AMIsReady", status, reason, message);
  }
}
