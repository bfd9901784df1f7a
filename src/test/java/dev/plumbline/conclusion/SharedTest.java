package dev.plumbline.conclusion;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.conclusion.CapacityConclusions.InstanceTypeCapacity;
import dev.plumbline.conclusion.PodConclusions.PodFit;
import dev.plumbline.fact.Quantity;
import dev.plumbline.fact.Resources;
import dev.plumbline.fact.Values;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class SharedTest {

  @Test
  void whatIsSharedIsEqual() {
    var random = new Random(22);
    for (int i = 0; i < 50_000; i++) {
      Resources each = some(random.nextInt(200), random.nextInt(200));
      assertThat(Shared.RESOURCES.of(each)).isEqualTo(each);
    }
  }

  @Test
  void nodesOfATypeShareWhatTheyHave() {
    InstanceTypeCapacity one = capacity("default");
    InstanceTypeCapacity other = capacity("batch");

    assertThat(other.capacity()).isSameAs(one.capacity()).isEqualTo(some(2, 8));
    assertThat(other.allocatable()).isSameAs(one.allocatable()).isEqualTo(some(1, 7));
  }

  @Test
  void podsShareTheTypesThatHoldThem() {
    PodFit one = fit("web", "m5.large", "m5.xlarge");
    PodFit other = fit("batch", "m5.large", "m5.xlarge");

    assertThat(other.holding())
        .isSameAs(one.holding())
        .isEqualTo(Values.of("m5.large", "m5.xlarge"));
    assertThat(fit("web", "m5.xlarge").holding()).isEqualTo(Values.of("m5.xlarge"));
  }

  private static PodFit fit(String shape, String... holding) {
    return new PodFit(
        shape, "general", 3, 3, Values.of(List.of(holding)), "m5.large", "m5.large", null);
  }

  private static InstanceTypeCapacity capacity(String nodeClass) {
    return new InstanceTypeCapacity(
        nodeClass, "m5.large", "ami-1", some(2, 8), some(1, 7), "estimated", Values.NONE);
  }

  private static Resources some(int cpu, int memory) {
    return Resources.of(Map.of("cpu", Quantity.ofWhole(cpu), "memory", Quantity.ofWhole(memory)));
  }
}
