package dev.plumbline.exchange;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumbline.language.InvalidInputException;
import dev.plumbline.log.SigningKey;
import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Objects;
import org.eclipse.microprofile.config.spi.Converter;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What settings mean, and which are refused. */
class VerdictExchangeTest {

  @TempDir private Path folder;

  private @Nullable VerdictExchange of(String... settings) {
    var set = new HashMap<String, String>();
    for (int i = 0; i < settings.length; i += 2) {
      set.put("plumbline." + settings[i], settings[i + 1]);
    }
    ExchangeSettings mapped =
        new SmallRyeConfigBuilder()
            .addDefaultInterceptors()
            .withConverter(
                Duration.class, 200, (Converter<Duration>) text -> Duration.parse("PT" + text))
            .withMapping(ExchangeSettings.class)
            .withSources(new PropertiesConfigSource(set, "test", 100))
            .build()
            .getConfigMapping(ExchangeSettings.class);
    return VerdictExchange.of(mapped, "https://127.0.0.1", InstantSource.system());
  }

  private Path file(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text);
  }

  @Test
  void withoutABucketThereIsNone() {
    assertThat((Object) of()).isNull();
    assertThat((Object) of("verdicts.bucket", "", "verdicts.cluster", "dev-1")).isNull();
  }

  @Test
  void theKeyAndTheNameOfTheDecisionLogServeUnlessOthersAreSet() throws IOException {
    SigningKey key = SigningKey.create("plumbline.dev/log/dev-1");
    Path file = file("key.pem", key.pem());
    file("dev-1.pub", key.verifier().pem());
    file("dev-2.pub", SigningKey.create("whatever").verifier().note());
    file("readme.txt", "not a key");
    try (VerdictExchange exchange =
        Objects.requireNonNull(
            of(
                "verdicts.bucket", folder.resolve("shared").toString(),
                "verdicts.keys", folder.toString(),
                "audit.name", "dev-1",
                "audit.key-file", file.toString()))) {
      assertThat(exchange.publisher()).isNotNull();
      Files.createDirectories(folder.resolve("shared"));
      assertThat(exchange.source().read())
          .extracting(each -> each.owner())
          .containsExactly("FleetMember/dev-1", "FleetMember/dev-2", "SourceStatus/fleet-verdicts");
    }
  }

  @Test
  void withoutAKeyItReadsAndDoesNotPublish() throws IOException {
    file("dev-2.pub", SigningKey.create("whatever").verifier().pem());
    try (VerdictExchange exchange =
        Objects.requireNonNull(
            of(
                "verdicts.bucket", folder.toString(),
                "verdicts.keys", folder.toString(),
                "verdicts.cluster", "dev-1"))) {
      assertThat(exchange.publisher()).isNull();
      assertThat(exchange.source().read())
          .extracting(each -> each.owner())
          .containsExactly("FleetMember/dev-2", "SourceStatus/fleet-verdicts");
    }
  }

  @Test
  void whatCannotBeUsedIsRefusedInWords() throws IOException {
    refused("plumbline.verdicts.cluster is ''", "verdicts.bucket", "s3://acme");
    refused(
        "plumbline.verdicts.cluster is 'Prod 1', which is no name of a cluster. Try: prod-eu-1",
        "verdicts.bucket",
        "s3://acme",
        "verdicts.cluster",
        "Prod 1");
    refused(
        "plumbline.verdicts.bucket is 'oci://acme', neither s3://bucket/prefix nor a folder. Try: ",
        "verdicts.bucket",
        "oci://acme",
        "verdicts.cluster",
        "prod-1");
    refused(
        "gone.pem: cannot be read: ",
        "verdicts.bucket",
        "x",
        "verdicts.cluster",
        "prod-1",
        "verdicts.key-file",
        "gone.pem");
    refused(
        "gone: cannot be read: ",
        "verdicts.bucket",
        "x",
        "verdicts.cluster",
        "prod-1",
        "verdicts.keys",
        "gone");
    file("dev-1.pub", "no key");
    refused(
        "dev-1.pub: neither PEM nor a verifier key",
        "verdicts.bucket",
        "x",
        "verdicts.cluster",
        "prod-1",
        "verdicts.keys",
        folder.toString());
    Files.delete(folder.resolve("dev-1.pub"));
    file("DEV.pub", "no key");
    refused(
        "'DEV' is no name of a cluster",
        "verdicts.bucket",
        "x",
        "verdicts.cluster",
        "prod-1",
        "verdicts.keys",
        folder.toString());
  }

  private void refused(String message, String... settings) {
    assertThatThrownBy(() -> of(settings))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining(message);
  }
}
