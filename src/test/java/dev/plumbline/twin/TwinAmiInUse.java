package dev.plumbline.twin;

import dev.plumbline.conclusion.AmiApproval;
import dev.plumbline.conclusion.AmiInUse;
import dev.plumbline.conclusion.AmiObjection;
import dev.plumbline.conclusion.AmiTrouble;
import dev.plumbline.conclusion.AmiUsed;
import dev.plumbline.conclusion.SourceNotReady;
import dev.plumbline.conclusion.WaiverInForce;
import dev.plumbline.fact.Ami;
import dev.plumbline.fact.NodeClaim;
import dev.plumbline.fact.Parameter;
import dev.plumbline.fact.Values;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** ami-in-use.drl: which images that nodes run should not be run any longer? */
final class TwinAmiInUse {

  private final TwinCluster world;
  private final TwinConclusions out;
  private final boolean imagesReady;
  private final Set<String> approved = new HashSet<>();
  private Set<String> messages = Set.of(); // of one image

  TwinAmiInUse(TwinCluster world, TwinConclusions out) {
    this.world = world;
    this.out = out;
    this.imagesReady =
        out.of(SourceNotReady.class).stream().noneMatch(it -> it.source().equals("images"));
    out.of(AmiApproval.class).forEach(each -> approved.add(each.nodeClass() + " " + each.ami()));
  }

  void find() {
    Map<String, Map<String, Set<String>>> nodes = new TreeMap<>(); // by node class and image
    for (NodeClaim claim : world.claims) {
      if (claim.ami() != null && !claim.deleting()) {
        nodes
            .computeIfAbsent(claim.nodeClass(), name -> new TreeMap<>())
            .computeIfAbsent(claim.ami(), ami -> new TreeSet<>())
            .add(claim.nodeName() == null ? claim.name() : claim.nodeName());
      }
    }
    nodes.forEach((nodeClass, amis) -> amis.forEach((ami, by) -> judge(nodeClass, ami, by)));
  }

  private void judge(String nodeClass, String ami, Set<String> nodes) {
    messages = new TreeSet<>();
    Ami image = world.amis.get(ami);
    if (image == null && world.imagesSynced && imagesReady) {
      trouble(
          "USED-002",
          nodeClass,
          ami,
          "EC2 does not list it: it is deregistered, or not shared with this account any longer");
    }
    if (image != null && world.classes.containsKey(nodeClass)) {
      out.add(new AmiUsed(nodeClass, ami));
      used(nodeClass, image);
    }
    if (!messages.isEmpty()) {
      out.add(
          new AmiInUse(
              nodeClass,
              ami,
              String.join(", ", messages),
              nodes.size(),
              Values.of(nodes).first(10)));
    }
  }

  private void used(String nodeClass, Ami image) {
    String id = image.id();
    if (world.time != null && world.time.reached(image.deprecationTime())) {
      trouble("USED-003", nodeClass, id, "deprecated since " + image.deprecationTime());
    }
    for (AmiObjection objection : out.of(AmiObjection.class)) {
      if (objection.nodeClass().equals(nodeClass)
          && objection.ami().equals(id)
          && out.of(WaiverInForce.class).stream()
              .noneMatch(w -> w.rule().equals(objection.rule()) && w.coversAmi(nodeClass, id))) {
        trouble("USED-004", nodeClass, id, objection.message());
      }
    }
    if (approved.contains(nodeClass + " " + id)) {
      return;
    }
    if (!image.state().equals("available")) {
      trouble("USED-005", nodeClass, id, "its state is " + image.stateAndReason());
    }
    for (Parameter excluded : world.parameters.getOrDefault("ami.excludedIds", List.of())) {
      if (excluded.value().equals(id)) {
        trouble("USED-006", nodeClass, id, "its id is in ami.excludedIds");
      }
    }
    for (Parameter excluded : world.parameters.getOrDefault("ami.excludedNames", List.of())) {
      if (excluded.fits(image.name())) {
        String message = "its name " + image.name() + " fits " + excluded.value();
        trouble("USED-007", nodeClass, id, message + " of ami.excludedNames");
      }
    }
  }

  private void trouble(String rule, String nodeClass, String ami, String message) {
    messages.add(message);
    out.add(new AmiTrouble(rule, nodeClass, ami, message));
  }
}
