package dev.plumbline.twin;

import dev.plumbline.conclusion.AmiCandidate;
import dev.plumbline.conclusion.AmiTag;
import dev.plumbline.conclusion.PromotionHold;
import dev.plumbline.conclusion.RolloutStage;
import dev.plumbline.fact.Ami;
import dev.plumbline.fact.Node;
import dev.plumbline.fact.NodeClaim;
import dev.plumbline.fact.Parameter;
import java.util.List;

/** promote-amis.drl: which images have earned the tags of a verified one? */
final class TwinPromotion {

  private final TwinFacts policy;
  private final TwinCluster world;
  private final TwinConclusions out;
  private boolean held; // of one image

  TwinPromotion(TwinFacts policy, TwinCluster world, TwinConclusions out) {
    this.policy = policy;
    this.world = world;
    this.out = out;
  }

  void promote() {
    List<Parameter> from = world.parameters.getOrDefault("promotion.from", List.of());
    List<Parameter> to = world.parameters.getOrDefault("promotion.to", List.of());
    if (from.isEmpty() || to.isEmpty() || policy.account == null || policy.account.id() == null) {
      return;
    }
    for (Ami ami : world.amis.values()) {
      if (ami.ownerId().equals(policy.account.id())
          && ami.state().equals("available")
          && carries(ami, from)
          && !carries(ami, to)) {
        out.add(new AmiCandidate(ami.id()));
        held = false;
        judge(ami);
        if (world.parameters.getOrDefault("ami.excludedIds", List.of()).stream()
            .anyMatch(p -> p.value().equals(ami.id()))) {
          hold("PROMOTE-014", ami, "its id is in ami.excludedIds");
        }
        if (!held) {
          String why = "it is verified: promotion.to asks for it";
          for (Parameter tag : to) {
            if (!ami.tags().match(tag.item(), tag.value())) {
              out.add(new AmiTag("PROMOTE-000", ami.id(), tag.item(), tag.value(), why));
            }
          }
        }
      }
    }
  }

  private static boolean carries(Ami ami, List<Parameter> tags) {
    return tags.stream().allMatch(p -> ami.tags().match(p.item(), p.value()));
  }

  private void judge(Ami ami) {
    Parameter after = world.parameter("promotion.after");
    if (after != null && ami.creationDate() == null) {
      String text = "EC2 gives no creation date, so that promotion.after " + after.value();
      hold("PROMOTE-011", ami, text + " cannot be shown");
    } else if (after != null
        && world.time != null
        && world.time.within(ami.creationDate(), after.duration())) {
      hold("PROMOTE-010", ami, "it waits until " + after.after(ami.creationDate()));
    }
    Parameter least = world.parameter("promotion.canaryNodes");
    if (least != null) {
      int well = 0;
      for (NodeClaim claim : world.claims) {
        Node node = world.nodes.get(claim.nodeName());
        well +=
            ami.id().equals(claim.ami())
                    && claim.initialized() != null
                    && !claim.deleting()
                    && node != null
                    && "True".equals(node.ready())
                ? 1
                : 0;
      }
      if (well < Integer.parseInt(least.value())) {
        String text = "ready nodes that run it: " + well + ", promotion.canaryNodes asks for ";
        hold("PROMOTE-012", ami, text + least.value());
      }
    }
    for (RolloutStage stage : out.of(RolloutStage.class)) {
      if (stage.ami().equals(ami.id()) && stage.stage().equals("held")) {
        hold("PROMOTE-013", ami, "its rollout is held: " + stage.message());
      }
    }
  }

  private void hold(String rule, Ami ami, String message) {
    if (!world.waived(rule, ami.key())) {
      held = true;
      out.add(new PromotionHold(rule, ami.id(), message));
    }
  }
}
