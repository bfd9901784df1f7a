package dev.plumbline.source;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.fact.Fact;
import dev.plumbline.fact.InstanceTypes.OnDemandPrice;
import dev.plumbline.fact.InstanceTypes.SpotPrice;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PricesTest {

  @TempDir Path folder;

  @Test
  void onDemandPricesAreNumbersOrText() {
    // Given
    Texts.write(
        folder,
        Map.of(
            "on_demand_prices.us-east-1.json",
            "{\"m5.large\": 0.096, \"t4g.nano\": \"0.0042\", \"x\": 1e-7, \"u\": 407.68}"));
    // When, Then
    assertThat(of(SnapshotFolder.read(folder, Texts.shipped(), null), OnDemandPrice.class))
        .containsExactly(
            new OnDemandPrice("m5.large", 96_000),
            new OnDemandPrice("t4g.nano", 4_200),
            new OnDemandPrice("x", 0),
            new OnDemandPrice("u", 407_680_000));
  }

  @Test
  void spotPriceIsTheLatestForLinux() {
    // Given
    String row =
        """
        {"InstanceType": "m5.large", "AvailabilityZone": "us-east-1%s", "SpotPrice": "%s",
         "Timestamp": "2026-01-31T%s:00:00Z", "ProductDescription": "%s"}\
        """;
    Texts.write(
        folder,
        Map.of(
            "spot-prices.json",
            "{\"SpotPriceHistory\": ["
                + String.join(
                    ",",
                    row.formatted("a", "0.0301", "09", "Linux/UNIX"),
                    row.formatted("a", "0.030200", "11", "Linux/UNIX"),
                    row.formatted("a", "0.0303", "10", "Linux/UNIX"),
                    row.formatted("a", "0.0909", "12", "Windows"),
                    row.formatted("b", "0.0401", "09", "Linux/UNIX"),
                    row.formatted("b", "0.0402", "09", "Linux/UNIX (Amazon VPC)"),
                    "{\"InstanceType\": \"c5.large\", \"AvailabilityZone\": \"us-east-1a\","
                        + " \"SpotPrice\": 0.02, \"Timestamp\": \"2026-01-31T12:00:00+00:00\"}")
                + "]}"));
    // When, Then
    assertThat(of(SnapshotFolder.read(folder, Texts.shipped(), null), SpotPrice.class))
        .containsExactly(
            new SpotPrice("m5.large", "us-east-1a", 30_200),
            new SpotPrice("m5.large", "us-east-1b", 40_200),
            new SpotPrice("c5.large", "us-east-1a", 20_000));
  }

  private static <T extends Fact> List<T> of(Snapshot snapshot, Class<T> type) {
    return snapshot.facts().stream().filter(type::isInstance).map(type::cast).toList();
  }
}
