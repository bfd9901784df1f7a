package dev.plumbline.backtest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plumbline.backtest.ImageAgeDifference.Lag;
import dev.plumbline.conclusion.ImageConclusions.AmiResolved;
import dev.plumbline.fact.Operator;
import dev.plumbline.fact.Requirement;
import dev.plumbline.fact.Requirements;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Images are compared by creation date, for as long as they differ, in sums that are exact. */
class OpenImageAgesTest {

  private static final ClusterNodeClass GOLDEN = new ClusterNodeClass("prod", "golden");
  private static final Requirements AMD64 = architecture("amd64");
  private static final Requirements ARM64 = architecture("arm64");
  private static final long HOUR = 3_600_000;
  private static final Map<String, Instant> CREATED =
      Map.of(
          "ami-new", Instant.parse("2026-11-20T00:00:00Z"),
          "ami-old", Instant.parse("2026-11-08T00:00:00Z"),
          "ami-arm", Instant.parse("2026-11-20T00:00:00Z"),
          "ami-arm-old", Instant.parse("2026-10-31T00:00:00Z"));

  private final OpenImageAges ages = new OpenImageAges("prod");
  private final NodeCounts nodes = new NodeCounts();

  @Test
  void anOlderImageCountsForAsLongAsItDiffers() {
    only("ami-new", AMD64, true, false);
    only("ami-old", AMD64, false, true);
    lasts(10 * HOUR);
    only("ami-new", AMD64, false, false);
    only("ami-old", AMD64, false, false);
    lasts(50 * HOUR);

    ImageAgeDifference age = ages.totals().get(GOLDEN);

    assertThat(age.days()).isEqualTo(12.0);
    assertThat(age.mostDays()).isEqualTo(12.0);
    assertThat(age.nodeDays()).as("of no node").isNull();
    assertThat(age.hours()).isEqualTo(10.0);
    assertThat(age.unknown()).isZero();
    assertThat(age.lag()).isEqualTo(new Lag(10 * HOUR, 0, 0, 0));
  }

  @Test
  void aNewerImageIsNegative() {
    only("ami-old", AMD64, true, false);
    only("ami-new", AMD64, false, true);
    lasts(HOUR);

    ImageAgeDifference age = ages.totals().get(GOLDEN);

    assertThat(age.days()).isEqualTo(-12.0);
    assertThat(age.leastDays()).isEqualTo(-12.0);
    assertThat(age.lag()).isEqualTo(new Lag(0, HOUR, 0, 0));
  }

  /** Each by its requirements, over both: 12 days for 3 hours, 20 days for 1 of them. */
  @Test
  void imagesOfSeveralArchitecturesAreComparedEach() {
    only("ami-new", AMD64, true, false);
    only("ami-old", AMD64, false, true);
    lasts(2 * HOUR);
    only("ami-arm", ARM64, true, false);
    only("ami-arm-old", ARM64, false, true);
    lasts(HOUR);

    ImageAgeDifference age = ages.totals().get(GOLDEN);

    assertThat(age.days()).isCloseTo((3 * 12 + 20) / 4.0, within(1e-9));
    assertThat(age.mostDays()).isEqualTo(20.0);
    assertThat(age.leastDays()).isEqualTo(12.0);
    assertThat(age.hours()).isEqualTo(3.0);
    assertThat(age.lag()).as("of both").isEqualTo(new Lag(4 * HOUR, 0, 0, 0));
  }

  /** The other rules take each of two images three days later, whatever is older by how much. */
  @Test
  void daysBehindAreThoseByWhichImagesAreTakenLater() {
    only("ami-new", AMD64, true, false);
    only("ami-old", AMD64, false, true);
    lasts(3 * 24 * HOUR);
    only("ami-new", AMD64, false, false);
    only("ami-old", AMD64, false, false);
    lasts(100 * HOUR);
    only("ami-arm", AMD64, true, false);
    only("ami-arm-old", AMD64, false, true);
    lasts(3 * 24 * HOUR);

    assertThat(ages.totals().get(GOLDEN).lag().daysBehind()).isEqualTo(6.0);
    assertThat(ages.totals().get(GOLDEN).lag().daysAhead()).isZero();
  }

  @Test
  void exposureIsInNodeHours() {
    long day = 24 * HOUR;
    Lag lag =
        ImageAgeDifference.of(2 * HOUR, 9 * day, 7)
            .plus(ImageAgeDifference.of(HOUR, -day, 3))
            .plus(ImageAgeDifference.of(HOUR, 0L, 5))
            .plus(ImageAgeDifference.of(HOUR, null, 5))
            .lag();

    assertThat(lag).isEqualTo(new Lag(2 * HOUR, HOUR, 14 * HOUR, 3 * HOUR));
    assertThat(lag.nodeHoursBehind()).isEqualTo(14.0);
    assertThat(lag.nodeHoursAhead()).isEqualTo(3.0);
  }

  @Test
  void whatIsNotKnownIsNeverZero() {
    only("ami-new", AMD64, true, false);
    only("ami-undated", AMD64, false, true);
    only("ami-arm", ARM64, true, false);
    lasts(HOUR);

    ImageAgeDifference age = ages.totals().get(GOLDEN);
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    age.write(json);

    assertThat(age.days()).isNull();
    assertThat(age.mostDays()).isNull();
    assertThat(age.unknown()).isEqualTo(2 * HOUR);
    assertThat(json.path("daysOlder").isNull()).isTrue();
    assertThat(json.path("mostOlderMilliseconds").isNull()).isTrue();
    assertThat(json.path("comparedMilliseconds").asLong()).isZero();
  }

  /** At another position, or deprecated by one side: the same image. */
  @Test
  void theSameImageIsNoOther() {
    ages.set(new AmiResolved("golden", "ami-new", AMD64, false, 1), true, false);
    ages.set(new AmiResolved("golden", "ami-new", AMD64, true, 2), false, true);
    lasts(HOUR);

    assertThat(ages.totals()).isEmpty();
  }

  /** Half a year of a region on images a year old exceeds 2^63, and 2^53 in JSON. */
  @Test
  void sumsAreExact() {
    long half = Duration.ofDays(182).toMillis();
    long year = Duration.ofDays(365).toMillis();
    ImageAgeDifference sum =
        ImageAgeDifference.of(half, year, 1_000).plus(ImageAgeDifference.of(1, 1L, 1));
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    sum.write(json);

    BigInteger expected =
        BigInteger.valueOf(half).multiply(BigInteger.valueOf(year)).add(BigInteger.ONE);
    assertThat(sum.age()).isEqualTo(expected);
    assertThat(json.path("ageProduct").textValue()).isEqualTo(expected.toString());
    assertThat(new BigInteger(json.path("nodeAgeProduct").textValue()))
        .isEqualTo(
            BigInteger.valueOf(half)
                .multiply(BigInteger.valueOf(year))
                .multiply(BigInteger.valueOf(1_000))
                .add(BigInteger.ONE));
  }

  @Test
  void anyOrderAndGroupingIsTheSameSum() {
    var random = new SplittableRandom(20261127);
    for (int round = 0; round < 50; round++) {
      var parts = new ArrayList<ImageAgeDifference>();
      for (int i = 0; i < 12; i++) {
        Long older = random.nextInt(4) == 0 ? null : Long.valueOf(random.nextLong(-9, 9) * HOUR);
        parts.add(
            ImageAgeDifference.lasting(7)
                .plus(ImageAgeDifference.of(random.nextLong(1 << 20), older, random.nextInt(9))));
      }
      ImageAgeDifference whole =
          parts.stream().reduce(ImageAgeDifference.NONE, ImageAgeDifference::plus);
      while (parts.size() > 1) {
        ImageAgeDifference one = parts.remove(random.nextInt(parts.size()));
        int at = random.nextInt(parts.size());
        parts.set(at, one.plus(parts.get(at)));
      }
      assertThat(parts).as("round %d", round).isEqualTo(List.of(whole));
      ObjectNode json = JsonNodeFactory.instance.objectNode();
      whole.write(json);
      assertThat(ImageAgeDifference.of(json)).as("round %d", round).isEqualTo(whole);
    }
  }

  private void only(String ami, Requirements requirements, boolean before, boolean after) {
    ages.set(new AmiResolved("golden", ami, requirements, false, 1), before, after);
  }

  private void lasts(long millis) {
    ages.lasts(millis, nodes, CREATED::get);
  }

  private static Requirements architecture(String name) {
    return Requirements.of(new Requirement("kubernetes.io/arch", Operator.IN, name));
  }
}
