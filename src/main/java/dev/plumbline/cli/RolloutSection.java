package dev.plumbline.cli;

import dev.plumbline.conclusion.AmiBehind;
import dev.plumbline.conclusion.AmiInUse;
import dev.plumbline.conclusion.DisruptionAllowance;
import dev.plumbline.conclusion.NodeClaimDrifted;
import dev.plumbline.conclusion.PoolNodes;
import dev.plumbline.conclusion.ReplacementHeld;
import dev.plumbline.conclusion.RolloutHealth;
import dev.plumbline.conclusion.RolloutStage;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * What happens to nodes: the images that roll out, the claims that drifted, why some wait, how many
 * may go now, and images in use that should not be.
 */
final class RolloutSection extends Section {

  private static final String DRIFTED = "Drifted";

  RolloutSection(Paper paper, Answer answer, boolean all, boolean explain) {
    super(paper, answer, all, explain);
  }

  void write() {
    List<RolloutStage> stages = answer.of(RolloutStage.class);
    List<NodeClaimDrifted> drifted = answer.of(NodeClaimDrifted.class);
    List<AmiInUse> inUse = answer.of(AmiInUse.class);
    Map<String, PoolNodes> pools =
        answer.of(PoolNodes.class).stream()
            .filter(pool -> pool.nodes() > 0)
            .collect(Collectors.toMap(PoolNodes::nodePool, Function.identity()));
    if (stages.isEmpty() && drifted.isEmpty() && inUse.isEmpty() && pools.isEmpty()) {
      return;
    }
    paper.blank();
    paper.line(0, paper.bold("Rollout and drift"));
    stages(stages);
    drifted(drifted);
    held(answer.of(ReplacementHeld.class));
    allowances(pools);
    inUse(inUse);
  }

  private void stages(List<RolloutStage> stages) {
    int complete = 0;
    for (RolloutStage stage : stages) {
      if (stage.stage().equals("complete") && !all) {
        complete++;
        continue;
      }
      String name = answer.imageName(stage.ami());
      paper.line(
          2,
          painted(stage.stage())
              + "  "
              + stage.ami()
              + (name.isEmpty() ? "" : "  " + name)
              + paper.dim("  of EC2NodeClass/" + stage.nodeClass()));
      paper.wrapped(4, progress(stage) + stage.message());
      because(4, stage);
    }
    if (complete > 0) {
      paper.line(2, Words.count(complete, "image") + " on every node of its types");
    }
  }

  private String painted(String stage) {
    return switch (stage) {
      case "held" -> paper.red(stage);
      case "complete", "rolling" -> paper.green(stage);
      default -> paper.yellow(stage);
    };
  }

  private String progress(RolloutStage stage) {
    long toGo =
        answer.of(AmiBehind.class, stage.nodeClass()).stream()
            .filter(behind -> behind.ami().equals(stage.ami()))
            .count();
    return answer.of(RolloutHealth.class, stage.nodeClass()).stream()
        .filter(health -> health.ami().equals(stage.ami()))
        .map(
            health ->
                Words.count(toGo, "node")
                    + " to go, "
                    + health.judged()
                    + " on it"
                    + (health.failed() == 0 ? "" : " of which " + health.failed() + " failed")
                    + "; ")
        .findFirst()
        .orElse("");
  }

  private void drifted(List<NodeClaimDrifted> drifted) {
    if (drifted.isEmpty()) {
      return;
    }
    Map<String, Long> byReason =
        drifted.stream()
            .collect(
                Collectors.groupingBy(
                    NodeClaimDrifted::reason, TreeMap::new, Collectors.counting()));
    paper.labelled(
        2,
        "drifted",
        paper.yellow("drifted"),
        Words.count(drifted.size(), "claim")
            + ": "
            + byReason.entrySet().stream()
                .map(each -> Words.number(each.getValue().intValue()) + " " + each.getKey())
                .collect(Collectors.joining(", ")));
    if (all || drifted.size() <= ONE_BY_ONE) {
      for (NodeClaimDrifted claim : drifted) {
        paper.labelled(4, claim.nodeClaim(), claim.nodeClaim(), claim.message());
        because(6, claim);
      }
    }
  }

  private void held(List<ReplacementHeld> held) {
    var byCause = new LinkedHashMap<String, List<ReplacementHeld>>();
    for (ReplacementHeld claim : held) {
      byCause
          .computeIfAbsent(claim.rule() + " " + claim.message(), none -> new ArrayList<>())
          .add(claim);
    }
    for (List<ReplacementHeld> alike : byCause.values()) {
      ReplacementHeld first = alike.getFirst();
      paper.labelled(2, first.rule(), paper.yellow(first.rule()), count(alike) + first.message());
      because(4, first);
    }
  }

  private static String count(Collection<ReplacementHeld> alike) {
    return Words.count(alike.size(), "claim") + (alike.size() == 1 ? " waits: " : " wait: ");
  }

  private void allowances(Map<String, PoolNodes> pools) {
    List<DisruptionAllowance> allowances =
        answer.of(DisruptionAllowance.class).stream()
            .filter(each -> each.reason().equals(DRIFTED) && pools.containsKey(each.nodePool()))
            .toList();
    int told = all ? allowances.size() : Math.min(ONE_BY_ONE, allowances.size());
    for (DisruptionAllowance each : allowances.subList(0, told)) {
      String text = "drifted nodes that may go now: " + each.allowed();
      String label = "NodePool/" + each.nodePool();
      paper.labelled(2, label, label, text + " (" + each.message() + ")");
      because(4, each);
    }
    if (told < allowances.size()) {
      long allowed = allowances.stream().skip(told).mapToLong(DisruptionAllowance::allowed).sum();
      paper.line(
          2,
          Words.count(allowances.size() - told, "more pool")
              + ": "
              + Words.number((int) allowed)
              + " may go now");
    }
  }

  private void inUse(List<AmiInUse> inUse) {
    for (AmiInUse image : inUse) {
      String name = answer.imageName(image.ami());
      paper.line(
          2,
          paper.red("in use")
              + "  "
              + image.ami()
              + (name.isEmpty() ? "" : "  " + name)
              + paper.dim("  of EC2NodeClass/" + image.nodeClass()));
      paper.wrapped(4, image.message());
      paper.wrapped(4, Words.count(image.count(), "node") + ": " + image.nodes());
      because(4, image);
    }
  }
}
