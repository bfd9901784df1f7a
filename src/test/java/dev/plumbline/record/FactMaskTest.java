package dev.plumbline.record;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.plumbline.fact.Fact;
import dev.plumbline.source.FactSink;
import dev.plumbline.source.FactSource;
import dev.plumbline.source.FactUpdate;
import dev.plumbline.worlds.RandomWorld;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Values that may be secret are masked before anybody judges them. */
class FactMaskTest {

  private final SecretMask masked = new SecretMask(List.of("*token*", "stage"));
  private final FactMask mask = new FactMask(masked);

  @Test
  void equalValuesStayEqualAndDifferentOnesDifferent() {
    List<Fact> images =
        LongStream.range(0, 30)
            .boxed()
            .flatMap(seed -> RandomWorld.random(seed).stream())
            .filter(fact -> WireForms.of(fact).toString().contains("\"stage\":\"prod\""))
            .toList();
    assertThat(images).isNotEmpty();
    var values = new java.util.TreeSet<String>();
    for (Fact fact : images) {
      Fact now = mask.of(fact);
      assertThat(now.key()).isEqualTo(fact.key());
      assertThat(WireForms.of(now).toString()).doesNotContain("\"stage\":\"prod\"");
      WireForms.of(now).findValues("stage").forEach(value -> values.add(value.asText()));
    }
    assertThat(values).allMatch(value -> value.isEmpty() || value.startsWith("***"));
    assertThat(values).hasSizeLessThan(6);
  }

  @Test
  void aFactWithoutSuchAKeyIsTheSame() {
    var none = new FactMask(new SecretMask(List.of("*never*")));
    for (Fact fact : RandomWorld.random(1)) {
      assertThat(none.of(fact)).isSameAs(fact);
    }
  }

  @Test
  void sourcesAreMasked() {
    Fact image =
        LongStream.range(0, 50)
            .boxed()
            .flatMap(seed -> RandomWorld.random(seed).stream())
            .filter(fact -> !mask.of(fact).equals(fact))
            .findFirst()
            .orElseThrow();
    var told = new ArrayList<FactUpdate>();
    mask.over(
            new FactSource() {
              @Override
              public void start(FactSink sink) {
                sink.publish(List.of(new FactUpdate("x", List.of(image), null)));
              }

              @Override
              public void close() {}
            })
        .start(told::addAll);
    assertThat(told.getFirst().facts().getFirst()).isEqualTo(mask.of(image));
    // And the entry lists the place
    var body = JsonNodeFactory.instance.objectNode();
    body.putObject("facts").putArray("put").add(WireForms.of(mask.of(image)));
    masked.apply(body);
    assertThat(body.path("masked").toString()).contains("/facts/put/0/").contains("stage");
  }
}
