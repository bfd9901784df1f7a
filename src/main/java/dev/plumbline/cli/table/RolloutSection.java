package dev.plumbline.cli.table;

import static dev.plumbline.cli.table.TextFormat.count;

import dev.plumbline.conclusion.DisruptionConclusions.DisruptionAllowance;
import dev.plumbline.conclusion.ImageConclusions.AmiInUse;
import dev.plumbline.conclusion.PoolConclusions.PoolNodes;
import dev.plumbline.conclusion.RolloutConclusions.NodeClaimDrifted;
import dev.plumbline.conclusion.RolloutConclusions.ReplacementHeld;
import dev.plumbline.fact.ObjectKind;
import dev.plumbline.view.NodeClassView.ImageView;
import dev.plumbline.view.RolloutView;
import dev.plumbline.view.SettlementIndex;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What happens to nodes: the images that roll out, the claims that drifted, why some wait, how many
 * may go now, and images in use that should not be.
 */
final class RolloutSection extends Section {

  private static final String DRIFTED = "Drifted";

  RolloutSection(Context context) {
    super(context);
  }

  void write() {
    List<RolloutView> rollouts = RolloutView.all(index);
    List<NodeClaimDrifted> drifted = index.of(NodeClaimDrifted.class);
    List<AmiInUse> inUse = index.of(AmiInUse.class);
    Set<String> pools =
        index.of(PoolNodes.class).stream()
            .filter(pool -> pool.nodes() > 0)
            .map(PoolNodes::nodePool)
            .collect(Collectors.toSet());
    if (rollouts.isEmpty() && drifted.isEmpty() && inUse.isEmpty() && pools.isEmpty()) {
      return;
    }
    out.heading("Rollout and drift");
    rollouts(rollouts);
    drifted(drifted);
    for (RolloutView.HeldBack each : RolloutView.held(index.of(ReplacementHeld.class))) {
      String claims = count(each.claims(), "claim") + (each.claims() == 1 ? " waits: " : " wait: ");
      out.labelled(2, out.yellow(each.rule()), claims + each.message());
      because(4, each.conclusion());
    }
    allowances(pools);
    inUse.forEach(this::inUse);
  }

  private void rollouts(List<RolloutView> rollouts) {
    int complete = 0;
    for (RolloutView each : rollouts) {
      String stage = each.stage().stage();
      if (stage.equals("complete") && !all) {
        complete++;
        continue;
      }
      image(
          switch (stage) {
            case "held" -> out.red(stage);
            case "complete", "rolling" -> out.green(stage);
            default -> out.yellow(stage);
          },
          each.image(),
          each.stage().nodeClass());
      out.wrapped(4, progress(each) + each.stage().message());
      because(4, each.stage());
    }
    if (complete > 0) {
      out.line(2, count(complete, "image") + " on every node of its instance types");
    }
  }

  private void image(String label, ImageView image, String nodeClass) {
    out.line(
        2,
        label
            + "  "
            + image.id()
            + (image.nameOrEmpty().isEmpty() ? "" : "  " + image.name())
            + out.dim("  of EC2NodeClass/" + nodeClass));
  }

  private static String progress(RolloutView rollout) {
    var health = rollout.health();
    return health == null
        ? ""
        : count(rollout.behind(), "node")
            + " to replace, "
            + health.judged()
            + " on it"
            + (health.failed() == 0 ? "" : " of which " + health.failed() + " failed")
            + "; ";
  }

  private void drifted(List<NodeClaimDrifted> drifted) {
    if (drifted.isEmpty()) {
      return;
    }
    out.labelled(
        2,
        out.yellow("drifted"),
        count(drifted.size(), "claim")
            + ": "
            + SettlementIndex.group(drifted, NodeClaimDrifted::reason).entrySet().stream()
                .map(each -> TextFormat.number(each.getValue().size()) + " " + each.getKey())
                .collect(Collectors.joining(", ")));
    if (all || drifted.size() <= MAX_ITEMS) {
      drifted.forEach(claim -> said(4, claim.nodeClaim(), claim.message(), claim));
    }
  }

  private void allowances(Set<String> pools) {
    List<DisruptionAllowance> allowances =
        index.of(DisruptionAllowance.class).stream()
            .filter(each -> each.reason().equals(DRIFTED) && pools.contains(each.nodePool()))
            .toList();
    List<DisruptionAllowance> shown = shown(allowances, MAX_ITEMS);
    for (DisruptionAllowance each : shown) {
      out.labelled(
          2,
          ObjectKind.NODE_POOL.key(each.nodePool()),
          "drifted nodes that may be disrupted now: "
              + each.allowed()
              + " ("
              + each.message()
              + ")");
      because(4, each);
    }
    if (shown.size() < allowances.size()) {
      long allowed =
          allowances.stream().skip(shown.size()).mapToLong(DisruptionAllowance::allowed).sum();
      out.line(
          2,
          count(allowances.size() - shown.size(), "more pool")
              + ": "
              + TextFormat.number(allowed)
              + " may be disrupted now");
    }
  }

  private void inUse(AmiInUse image) {
    image(out.red("in use"), ImageView.of(index, image.ami()), image.nodeClass());
    out.wrapped(4, image.message());
    out.wrapped(4, count(image.count(), "node") + ": " + image.nodes());
    because(4, image);
  }
}
