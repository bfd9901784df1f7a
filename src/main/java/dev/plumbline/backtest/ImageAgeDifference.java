package dev.plumbline.backtest;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigInteger;
import org.jspecify.annotations.Nullable;

/**
 * How much older the images are that other rules resolve for a node class, by their creation dates:
 * sums, which add up exactly in any order. A node class can resolve several images, one for each
 * set of requirements; each is compared with the one for the same requirements. Positive is older,
 * negative newer.
 *
 * @param lasted milliseconds in which some image is another one
 * @param compared milliseconds in which an image is another one and both creation dates are known,
 *     summed over images
 * @param unknown the same where a creation date is not known, or where one side resolves no image
 *     for the requirements
 * @param age how much older in milliseconds, times {@code compared}
 * @param nodeCompared {@code compared}, times the nodes of the node class
 * @param nodeAge {@code age}, times the nodes of the node class
 * @param most how much older the image is at most, in milliseconds; null where none is compared
 * @param least how much older at least: negative where one is newer; null where none is compared
 * @param lag for how long an image is older, and for how long newer
 */
public record ImageAgeDifference(
    long lasted,
    long compared,
    long unknown,
    BigInteger age,
    long nodeCompared,
    BigInteger nodeAge,
    @Nullable Long most,
    @Nullable Long least,
    Lag lag) {

  static final ImageAgeDifference NONE =
      new ImageAgeDifference(0, 0, 0, BigInteger.ZERO, 0, BigInteger.ZERO, null, null, Lag.NONE);

  private static final double DAY = 86_400_000.0;

  /**
   * How much later the other rules take images than those that decided, and how much earlier: the
   * time in which theirs is older, or newer, in milliseconds, summed over images. Rules that take
   * each of four images a day later are four days behind.
   *
   * @param behind in which it is older
   * @param ahead in which it is newer
   * @param nodeBehind {@code behind}, times the nodes of the node class
   * @param nodeAhead {@code ahead}, times the nodes of the node class
   */
  public record Lag(long behind, long ahead, long nodeBehind, long nodeAhead) {

    static final Lag NONE = new Lag(0, 0, 0, 0);

    private static Lag of(long millis, long older, long nodes) {
      return older > 0
          ? new Lag(millis, 0, millis * nodes, 0)
          : older < 0 ? new Lag(0, millis, 0, millis * nodes) : NONE;
    }

    private Lag plus(Lag other) {
      return new Lag(
          behind + other.behind,
          ahead + other.ahead,
          nodeBehind + other.nodeBehind,
          nodeAhead + other.nodeAhead);
    }

    public double daysBehind() {
      return behind / DAY;
    }

    public double daysAhead() {
      return ahead / DAY;
    }

    /** The exposure: node-hours on an older image. */
    public double nodeHoursBehind() {
      return nodeBehind / GroupTotals.HOUR;
    }

    public double nodeHoursAhead() {
      return nodeAhead / GroupTotals.HOUR;
    }

    private void write(ObjectNode json) {
      json.put("behindMilliseconds", behind);
      json.put("aheadMilliseconds", ahead);
      json.put("behindNodeMilliseconds", nodeBehind);
      json.put("aheadNodeMilliseconds", nodeAhead);
      json.put("daysBehind", daysBehind());
      json.put("daysAhead", daysAhead());
    }

    private static Lag of(JsonNode json) {
      return new Lag(
          json.required("behindMilliseconds").longValue(),
          json.required("aheadMilliseconds").longValue(),
          json.required("behindNodeMilliseconds").longValue(),
          json.required("aheadNodeMilliseconds").longValue());
    }
  }

  /** For so long. */
  static ImageAgeDifference lasting(long millis) {
    return new ImageAgeDifference(
        millis, 0, 0, BigInteger.ZERO, 0, BigInteger.ZERO, null, null, Lag.NONE);
  }

  /**
   * Of one image for so long.
   *
   * @param older by how many milliseconds; null where that is not known
   */
  static ImageAgeDifference of(long millis, @Nullable Long older, long nodes) {
    if (older == null) {
      return new ImageAgeDifference(
          0, 0, millis, BigInteger.ZERO, 0, BigInteger.ZERO, null, null, Lag.NONE);
    }
    BigInteger age = BigInteger.valueOf(millis).multiply(BigInteger.valueOf(older));
    return new ImageAgeDifference(
        0,
        millis,
        0,
        age,
        millis * nodes,
        age.multiply(BigInteger.valueOf(nodes)),
        older,
        older,
        Lag.of(millis, older, nodes));
  }

  ImageAgeDifference plus(ImageAgeDifference other) {
    return new ImageAgeDifference(
        lasted + other.lasted,
        compared + other.compared,
        unknown + other.unknown,
        age.add(other.age),
        nodeCompared + other.nodeCompared,
        nodeAge.add(other.nodeAge),
        most == null || (other.most != null && other.most > most) ? other.most : most,
        least == null || (other.least != null && other.least < least) ? other.least : least,
        lag.plus(other.lag));
  }

  /** How many days older on average, over time; null where it is not known. */
  public @Nullable Double days() {
    return average(age, compared);
  }

  /** How many days older on average, over node-hours; null where it is not known, or of no node. */
  public @Nullable Double nodeDays() {
    return average(nodeAge, nodeCompared);
  }

  /** How many days older at most; null where it is not known. */
  public @Nullable Double mostDays() {
    return most == null ? null : most / DAY;
  }

  /** How many days older at least; null where it is not known. */
  public @Nullable Double leastDays() {
    return least == null ? null : least / DAY;
  }

  private static @Nullable Double average(BigInteger sum, long time) {
    return time == 0 ? null : sum.doubleValue() / time / DAY;
  }

  /** Hours in which some image is another one. */
  public double hours() {
    return lasted / GroupTotals.HOUR;
  }

  /** Hours of which the ages are not known, summed over images. */
  public double unknownHours() {
    return unknown / GroupTotals.HOUR;
  }

  /** The products are text, since they exceed what most readers of JSON keep exactly. */
  void write(ObjectNode json) {
    json.put("milliseconds", lasted);
    json.put("comparedMilliseconds", compared);
    json.put("unknownMilliseconds", unknown);
    json.put("ageProduct", age.toString());
    json.put("nodeMilliseconds", nodeCompared);
    json.put("nodeAgeProduct", nodeAge.toString());
    json.put("mostOlderMilliseconds", most);
    json.put("leastOlderMilliseconds", least);
    json.put("daysOlder", days());
    json.put("daysOlderByNode", nodeDays());
    lag.write(json);
  }

  /** What {@link #write} has written, exactly. */
  static ImageAgeDifference of(JsonNode json) {
    return new ImageAgeDifference(
        json.required("milliseconds").longValue(),
        json.required("comparedMilliseconds").longValue(),
        json.required("unknownMilliseconds").longValue(),
        new BigInteger(json.required("ageProduct").textValue()),
        json.required("nodeMilliseconds").longValue(),
        new BigInteger(json.required("nodeAgeProduct").textValue()),
        number(json.required("mostOlderMilliseconds")),
        number(json.required("leastOlderMilliseconds")),
        Lag.of(json));
  }

  private static @Nullable Long number(JsonNode json) {
    return json.isNull() ? null : Long.valueOf(json.longValue());
  }
}
