package dev.plumbline.wiring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.source.ec2.Ec2Source.IamActions;
import dev.plumbline.source.ec2.Ec2SourceSettings;
import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** What is configured reaches the source, and what is documented is what is called. */
class Ec2WiringTest {

  private static Ec2Settings settings(Map<String, String> set) {
    return new SmallRyeConfigBuilder()
        .withMapping(Ec2Settings.class)
        .withSources(new PropertiesConfigSource(set, "test", 100))
        .build()
        .getConfigMapping(Ec2Settings.class);
  }

  @Test
  void defaultsAskEverySourceAndNoQueue() {
    Ec2SourceSettings source = Ec2Wiring.source(settings(Map.of()));

    assertThat(source.intervals()).containsOnlyKeys(Ec2SourceSettings.SOURCES);
    assertThat(source.intervals()).containsEntry("instance-types", Duration.ofHours(12));
    assertThat(source.scope())
        .isEqualTo(new Ec2SourceSettings.Scope(null, "karpenter.sh/nodepool", null, null));
    assertThat(Ec2Wiring.aws(settings(Map.of())).endpoint()).isNull();
  }

  @Test
  void whatIsSetIsUsed() {
    Ec2Settings set =
        settings(
            Map.of(
                "plumbline.ec2.queue-url", "https://sqs/queue",
                "plumbline.ec2.endpoint", "http://127.0.0.1:1",
                "plumbline.ec2.interval.images", "PT7S",
                "plumbline.ec2.timeout.read", "PT3S"));

    assertThat(Ec2Wiring.source(set).scope().queue()).isEqualTo("https://sqs/queue");
    assertThat(Ec2Wiring.source(set).intervals()).containsEntry("images", Duration.ofSeconds(7));
    assertThat(Ec2Wiring.aws(set).endpoint()).isEqualTo(URI.create("http://127.0.0.1:1"));
    assertThat(Ec2Wiring.aws(set).timeouts().read()).isEqualTo(Duration.ofSeconds(3));
  }

  @Test
  void documentedActionsAreThoseThatAreCalled() throws IOException {
    var documented = new TreeSet<String>();
    Pattern.compile("`((?:ec2|pricing|ssm|sqs|sts):[A-Za-z]+)`")
        .matcher(Files.readString(Path.of("docs/sources.md")))
        .results()
        .forEach(found -> documented.add(found.group(1)));

    assertThat(documented).containsAll(IamActions.SOURCES);
    assertThat(documented).containsAll(IamActions.EVENTS);
    assertThat(documented).containsAll(IamActions.FREE);
    assertThat(documented)
        .hasSize(IamActions.SOURCES.size() + IamActions.EVENTS.size() + IamActions.FREE.size());
  }
}
