package dev.plumbline.source;

import dev.plumbline.fact.OnDemandPrice;
import dev.plumbline.fact.SpotPrice;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What instance types cost, in US dollars an hour where it is read. */
final class Prices {

  private static final String NO_PRICE =
      "Maybe this is not what aws ec2 describe-spot-price-history prints, or a --query cut it.";

  /** Those that Karpenter asks for. */
  private static final List<String> LINUX = List.of("Linux/UNIX", "Linux/UNIX (Amazon VPC)");

  /** The price of one type and zone as of one moment. */
  private record Told(Instant when, SpotPrice price, Cursor place) {}

  private Prices() {}

  /** Adds the prices of a map of instance types; how many there are. */
  static int onDemand(Cursor map, FactSet facts) {
    map.fields((type, price) -> facts.add(new OnDemandPrice(type, microUsd(price)), price));
    return map.node().size();
  }

  /** Adds the latest price of each type and zone in {@code SpotPriceHistory[]}. */
  static void spot(List<Cursor> history, FactSet facts) {
    var latest = new LinkedHashMap<String, Told>();
    for (Cursor row : history) {
      Told told = told(row);
      if (told != null) {
        latest.merge(told.price().key(), told, Prices::later);
      }
    }
    for (Map.Entry<String, Told> told : latest.entrySet()) {
      facts.add(told.getValue().price(), told.getValue().place());
    }
  }

  private static @Nullable Told told(Cursor row) {
    String product = row.at("ProductDescription").textOrNull();
    String type = row.required("InstanceType", NO_PRICE).text();
    String zone = row.required("AvailabilityZone", NO_PRICE).text();
    long price = microUsd(row.required("SpotPrice", NO_PRICE));
    Instant when = row.required("Timestamp", NO_PRICE).instant();
    return product == null || LINUX.contains(product)
        ? new Told(when, new SpotPrice(type, zone, price), row)
        : null;
  }

  /** The later of two; of two at one time the dearer, so that their order does not matter. */
  private static Told later(Told one, Told other) {
    int order = one.when().compareTo(other.when());
    return order > 0
            || order == 0 && one.price().microUsdPerHour() >= other.price().microUsdPerHour()
        ? one
        : other;
  }

  private static long microUsd(Cursor price) {
    try {
      BigDecimal micro = new BigDecimal(price.scalar()).movePointRight(6);
      if (micro.signum() >= 0 && micro.precision() - micro.scale() < 18) {
        return micro.setScale(0, RoundingMode.HALF_UP).longValueExact();
      }
    } catch (NumberFormatException e) {
      // Told below, as an amount that none can be is.
    }
    throw price.wrong(
        "is " + price.shown() + ", which is no price", "Maybe write it in US dollars: 0.0104.");
  }
}
