package dev.plumbline.source;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The network bandwidth of an instance type as the label {@code
 * karpenter.k8s.aws/instance-network-bandwidth} has it. Karpenter takes it from a table made of the
 * EC2 manual; this is the rule behind that table.
 */
final class NetworkBandwidth {

  private static final Pattern STEADY =
      Pattern.compile("(?:([0-9]+)x )?([0-9]+(?:\\.[0-9]+)?) Gigabit");

  private NetworkBandwidth() {}

  /**
   * Megabits per second: what {@code NetworkPerformance} says ({@code 4x 100 Gigabit}); where that
   * is a burst ({@code Up to …}), the baseline of all cards together.
   *
   * @param network {@code InstanceTypes[].NetworkInfo}
   * @return null for words without a number ({@code Moderate}) and where EC2 gives no figure
   */
  static @Nullable Long megabits(Cursor network) {
    String performance = network.at("NetworkPerformance").textOrNull();
    if (performance != null) {
      Matcher steady = STEADY.matcher(performance);
      if (steady.matches()) {
        int cards = steady.group(1) == null ? 1 : Integer.parseInt(steady.group(1));
        return (long) (Double.parseDouble(steady.group(2)) * 1000 * cards);
      }
      if (!performance.contains("Gigabit")) {
        return null;
      }
    }
    List<Cursor> cards = network.at("NetworkCards").items();
    double baseline = 0;
    for (Cursor card : cards) {
      Cursor own = card.at("BaselineBandwidthInGbps");
      if (!own.present()) {
        return null;
      }
      baseline += own.number();
    }
    return cards.isEmpty() ? null : Long.valueOf((long) (baseline * 1000));
  }
}
