package dev.plumbline.cli.audit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.backtest.ClusterNodeClass;
import dev.plumbline.backtest.ImageAgeDifference;
import dev.plumbline.backtest.ImageAgeDifference.Lag;
import java.math.BigInteger;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A line for each node class, the most node-days on older images first. */
class ImageAgeLinesTest {

  private static final long HOUR = 3_600_000;
  private static final long DAY = 24 * HOUR;

  @Test
  void oldestFirstAndWhatIsNotKnownIsWritten() {
    var images = new TreeMap<ClusterNodeClass, ImageAgeDifference>();
    images.put(
        new ClusterNodeClass("dev", "default"), age(2 * HOUR, 0, 2 * HOUR, 0, 0, null, null));
    images.put(
        new ClusterNodeClass("dev", "golden"), age(HOUR, HOUR, 0, -3 * DAY, 0, -2 * DAY, -4 * DAY));
    images.put(
        new ClusterNodeClass("prod", "golden"),
        age(34 * HOUR, 30 * HOUR, 4 * HOUR, 12 * DAY, 10, 20 * DAY, DAY));

    assertThat(ImageAgeLines.of(images))
        .containsExactly(
            "EC2NodeClass/golden in prod: images are 12.0 days older on average (over node-hours:"
                + " 12.0 days older), at most 20.0 days older, for 34.0 hours, 1.0 days (240.0"
                + " node-hours) behind, 0.3 days (60.0 node-hours) ahead, not known for 4.0"
                + " image-hours",
            "EC2NodeClass/default in dev: images differ for 2.0 hours, how much older or newer is"
                + " not known",
            "EC2NodeClass/golden in dev: images are 3.0 days newer on average, at least 2.0 days"
                + " newer, for 1.0 hours, 0.0417 days ahead");
  }

  private static ImageAgeDifference age(
      long lasted,
      long compared,
      long unknown,
      long older,
      long nodes,
      @Nullable Long most,
      @Nullable Long least) {
    BigInteger product = BigInteger.valueOf(compared).multiply(BigInteger.valueOf(older));
    return new ImageAgeDifference(
        lasted,
        compared,
        unknown,
        product,
        compared * nodes,
        product.multiply(BigInteger.valueOf(nodes)),
        most,
        least,
        older > 0
            ? new Lag(compared - DAY / 4, DAY / 4, (compared - DAY / 4) * nodes, DAY / 4 * nodes)
            : new Lag(0, compared, 0, compared * nodes));
  }
}
