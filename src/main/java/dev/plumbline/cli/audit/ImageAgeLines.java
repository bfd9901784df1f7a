package dev.plumbline.cli.audit;

import dev.plumbline.backtest.ClusterNodeClass;
import dev.plumbline.backtest.ImageAgeDifference;
import dev.plumbline.backtest.ImageAgeDifference.Lag;
import dev.plumbline.fact.ObjectKind;
import java.math.BigInteger;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/** How much older or newer the images of node classes are, in words: a line for each. */
final class ImageAgeLines {

  private static final Comparator<Map.Entry<ClusterNodeClass, ImageAgeDifference>> ORDER =
      Comparator.<Map.Entry<ClusterNodeClass, ImageAgeDifference>, BigInteger>comparing(
              each -> each.getValue().nodeAge())
          .thenComparing(each -> each.getValue().age())
          .thenComparing(each -> each.getValue().lasted())
          .reversed()
          .thenComparing(Map.Entry::getKey);

  private ImageAgeLines() {}

  /** The most node-days on older images first. */
  static List<String> of(SortedMap<ClusterNodeClass, ImageAgeDifference> images) {
    return images.entrySet().stream()
        .sorted(ORDER)
        .map(
            each ->
                "%s in %s: %s"
                    .formatted(
                        ObjectKind.EC2_NODE_CLASS.key(each.getKey().nodeClass()),
                        each.getKey().cluster(),
                        text(each.getValue())))
        .toList();
  }

  private static String text(ImageAgeDifference age) {
    Double average = age.days();
    Double most = age.mostDays();
    Double least = age.leastDays();
    String lasted = "for " + BacktestReport.hours(age.hours()) + " hours";
    if (average == null || most == null || least == null) {
      return "images differ " + lasted + ", how much older or newer is not known";
    }
    return "images are %s on average%s, %s, %s%s%s"
        .formatted(
            days(average),
            nodes(age.nodeDays()),
            most < 0 ? "at least " + days(most) : "at most " + days(most),
            lasted,
            lag(age.lag()),
            age.unknown() == 0
                ? ""
                : ", not known for " + BacktestReport.hours(age.unknownHours()) + " image-hours");
  }

  /** How much later images are taken, and earlier. */
  private static String lag(Lag lag) {
    return (lag.behind() == 0
            ? ""
            : ", %s behind".formatted(late(lag.daysBehind(), lag.nodeHoursBehind())))
        + (lag.ahead() == 0
            ? ""
            : ", %s ahead".formatted(late(lag.daysAhead(), lag.nodeHoursAhead())));
  }

  private static String late(double days, double nodeHours) {
    return BacktestReport.hours(days)
        + " days"
        + (nodeHours == 0 ? "" : " (" + BacktestReport.hours(nodeHours) + " node-hours)");
  }

  private static String nodes(@Nullable Double average) {
    return average == null ? "" : " (over node-hours: " + days(average) + ")";
  }

  private static String days(double days) {
    return String.format(
        Locale.ROOT, "%,.1f days %s", Math.abs(days), days < 0 ? "newer" : "older");
  }
}
