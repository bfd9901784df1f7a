package dev.plumbline.fact;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class ResourcesTest {

  private static final List<String> NAMES = List.of("cpu", "memory", "nvidia.com/gpu", "pods");

  @Test
  void twoRequestsAreHeldWhereTheirSumIs() {
    var random = new Random(21);
    int held = 0;
    for (int i = 0; i < 5_000; i++) {
      Resources node = some(random, 9);
      Resources pod = some(random, 4);
      Resources sets = some(random, 4);
      Values untold =
          random.nextInt(4) == 0 ? Values.of(NAMES.get(random.nextInt(4))) : Values.NONE;

      boolean both = node.hold(pod, sets, untold);

      assertThat(both)
          .as("%s and %s on %s, untold %s", pod, sets, node, untold)
          .isEqualTo(node.hold(pod.plus(sets), untold));
      held += both ? 1 : 0;
    }
    assertThat(held).isBetween(500, 4_500);
  }

  @Test
  void whatIsEqualIsHeldOnce() {
    var random = new Random(22);
    for (int i = 0; i < 50_000; i++) {
      Quantity cpu = Quantity.ofWhole(random.nextInt(200));
      Quantity memory = Quantity.ofWhole(random.nextInt(200));
      Resources each = Resources.of(Map.of("cpu", cpu, "memory", memory));
      assertThat(each.map()).isEqualTo(Map.of("cpu", cpu, "memory", memory));
      assertThat(Resources.of(Map.of("memory", memory, "cpu", cpu))).isSameAs(each);
    }
  }

  private static Resources some(Random random, int most) {
    var amounts = new TreeMap<String, Quantity>();
    for (String name : NAMES) {
      if (random.nextInt(3) > 0) {
        amounts.put(name, Quantity.ofWhole(random.nextInt(most)));
      }
    }
    return Resources.of(amounts);
  }
}
