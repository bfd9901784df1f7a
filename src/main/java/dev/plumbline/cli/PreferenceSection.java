package dev.plumbline.cli;

import dev.plumbline.conclusion.NodePoolPreference;
import dev.plumbline.conclusion.PreferenceLeftOut;
import dev.plumbline.conclusion.PreferenceScope;
import dev.plumbline.conclusion.PreferenceTier;
import dev.plumbline.conclusion.TierDiscount;
import dev.plumbline.conclusion.TierNodeOverlay;
import dev.plumbline.conclusion.TierNodePool;
import java.util.List;
import java.util.function.Predicate;

/** The order in which a pool prefers instance types, tier by tier, and how Karpenter is told. */
final class PreferenceSection extends Section {

  private static final int FAMILIES = 12;

  PreferenceSection(Paper paper, Answer answer, boolean all, boolean explain) {
    super(paper, answer, all, explain);
  }

  void write(int indent, String pool) {
    for (NodePoolPreference preference : answer.of(NodePoolPreference.class, pool)) {
      boolean overlays = preference.form().equals("nodeoverlay");
      paper.line(
          indent,
          paper.bold("prefers")
              + paper.dim(overlays ? "  by price, NodeOverlays" : "  by weight, NodePools"));
      List<PreferenceTier> tiers = answer.of(PreferenceTier.class, pool);
      int item = width(tiers.stream().map(PreferenceTier::item).toList());
      int told = width(tiers.stream().map(tier -> told(tier, overlays)).toList());
      for (PreferenceTier tier : tiers) {
        String row =
            Paper.padLeft(Integer.toString(tier.tier()), 2)
                + "  "
                + Paper.pad(tier.item(), item)
                + "  "
                + Paper.pad(told(tier, overlays), told);
        List<String> types = types(pool, tier::holds);
        tell(indent + 2, row, tier.none() ? paper.yellow(row) : row, types);
        because(indent + 6, tier);
      }
      for (PreferenceLeftOut leftOut : answer.of(PreferenceLeftOut.class, pool)) {
        List<String> types =
            types(pool, type -> tiers.stream().noneMatch(tier -> tier.holds(type)));
        if (!types.isEmpty()) {
          String row = " -  " + Paper.pad("left out", item + 2 + told);
          tell(indent + 2, row, paper.dim(row), types);
          because(indent + 6, leftOut);
        }
      }
    }
  }

  private void tell(int indent, String row, String painted, List<String> types) {
    paper.labelled(
        indent, row, painted, types.isEmpty() ? "no type" : Families.summary(types, FAMILIES));
    if (all) {
      everyType(indent + 4, types);
    }
  }

  private List<String> types(String pool, Predicate<String> wanted) {
    return answer.of(PreferenceScope.class, pool).stream()
        .flatMap(scope -> scope.instanceTypes().list().stream())
        .filter(wanted)
        .toList();
  }

  /** The object that stands for a tier, with its weight or by how much it lowers the price. */
  private String told(PreferenceTier tier, boolean overlays) {
    String pool = tier.nodePool();
    if (overlays) {
      return answer.of(TierNodeOverlay.class, pool).stream()
          .filter(overlay -> overlay.tier() == tier.tier())
          .map(overlay -> "NodeOverlay/" + overlay.name() + " " + overlay.priceAdjustment())
          .findFirst()
          .orElse(asPriced(tier) ? "as priced" : "");
    }
    return answer.of(TierNodePool.class, pool).stream()
        .filter(each -> each.tier() == tier.tier())
        .map(each -> "NodePool/" + each.name() + " weight " + weight(each.weight()))
        .findFirst()
        .orElse("");
  }

  private boolean asPriced(PreferenceTier tier) {
    return answer.of(TierDiscount.class, tier.nodePool()).stream()
        .anyMatch(discount -> discount.tier() == tier.tier() && !discount.lowers());
  }

  private static String weight(int weight) {
    return weight == 0 ? "none" : Integer.toString(weight);
  }

  private static int width(List<String> texts) {
    return texts.stream().mapToInt(String::length).max().orElse(0);
  }
}
