package dev.plumbline.twin;

import static dev.plumbline.twin.TwinSelection.object;

import dev.plumbline.fact.Ami;
import dev.plumbline.fact.Parameter;

/** ami-eligibility.drl: what the team's parameters and the image's state say against it. */
final class TwinEligibility {

  private TwinEligibility() {}

  static void judge(TwinFacts world, TwinClass nodeClass, TwinConclusions out) {
    for (String id : nodeClass.approved) {
      Ami ami = world.amis.get(id);
      state(nodeClass, ami, out);
      age(world, nodeClass, ami, out);
      exclusion(world, nodeClass, ami, out);
      provenance(world, nodeClass, ami, out);
      if (!world.parameters("ami.architectures").isEmpty()
          && world.parameters("ami.architectures").stream()
              .noneMatch(allowed -> allowed.value().equals(ami.architecture()))) {
        object(
            "AMI-003",
            nodeClass,
            id,
            "its architecture " + ami.architecture() + " is not among ami.architectures",
            out);
      }
    }
  }

  private static void state(TwinClass nodeClass, Ami ami, TwinConclusions out) {
    if (!ami.state().equals("available")) {
      object("AMI-001", nodeClass, ami.id(), "its state is " + ami.stateAndReason(), out);
    }
    if (ami.kubernetesArchitecture() == null) {
      object(
          "AMI-002",
          nodeClass,
          ami.id(),
          "no node runs on its architecture " + ami.architecture(),
          out);
    }
  }

  private static void age(TwinFacts world, TwinClass nodeClass, Ami ami, TwinConclusions out) {
    if (world.time != null) {
      for (Parameter refuse : world.parameters("ami.refuseDeprecated")) {
        if (refuse.value().equals("true") && world.time.reached(ami.deprecationTime())) {
          object("AMI-004", nodeClass, ami.id(), "deprecated since " + ami.deprecationTime(), out);
        }
      }
    }
    for (Parameter minimum : world.parameters("ami.minimumAge")) {
      if (ami.creationDate() == null) {
        object(
            "AMI-006",
            nodeClass,
            ami.id(),
            "EC2 gives no creation date, so that ami.minimumAge "
                + minimum.value()
                + " cannot be shown",
            out);
      } else if (world.time != null && world.time.within(ami.creationDate(), minimum.duration())) {
        object(
            "AMI-005",
            nodeClass,
            ami.id(),
            "created " + ami.creationDate() + ", younger than ami.minimumAge " + minimum.value(),
            out);
      }
    }
  }

  private static void exclusion(
      TwinFacts world, TwinClass nodeClass, Ami ami, TwinConclusions out) {
    for (Parameter excluded : world.parameters("ami.excludedIds")) {
      if (excluded.value().equals(ami.id())) {
        object("AMI-007", nodeClass, ami.id(), "its id is in ami.excludedIds", out);
      }
    }
    for (Parameter excluded : world.parameters("ami.excludedNames")) {
      if (excluded.fits(ami.name())) {
        object(
            "AMI-008",
            nodeClass,
            ami.id(),
            "its name " + ami.name() + " fits " + excluded.value() + " of ami.excludedNames",
            out);
      }
    }
  }

  private static void provenance(
      TwinFacts world, TwinClass nodeClass, Ami ami, TwinConclusions out) {
    for (Parameter required : world.parameters("ami.requiredTags")) {
      if (!ami.tags().match(required.item(), required.value())) {
        object(
            "AMI-009",
            nodeClass,
            ami.id(),
            "it lacks the tag " + required.item() + "=" + required.value() + " of ami.requiredTags",
            out);
      }
    }
    if (world.account != null && !world.parameters("ami.trustedOwners").isEmpty()) {
      String self = world.account.id();
      for (Parameter trusted : world.parameters("ami.trustedOwners")) {
        if (trusted.value().equals(ami.ownerId())
            || trusted.value().equals(ami.ownerAlias())
            || (trusted.value().equals("self") && ami.ownerId().equals(self))) {
          return;
        }
      }
      object(
          "AMI-010",
          nodeClass,
          ami.id(),
          "its owner " + ami.ownerId() + " is not among ami.trustedOwners",
          out);
    }
  }
}
