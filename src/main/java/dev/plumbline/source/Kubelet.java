package dev.plumbline.source;

import dev.plumbline.fact.KubeletConfiguration;
import dev.plumbline.fact.Quantity;
import dev.plumbline.fact.Resources;
import dev.plumbline.fact.Tags;
import dev.plumbline.fact.Values;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;

/**
 * {@code spec.kubelet} of an EC2NodeClass. As in Karpenter, a {@code maxPods} that is a string is
 * an expression, and so is a reservation that is no quantity; other fields are left alone.
 */
final class Kubelet {

  private Kubelet() {}

  static KubeletConfiguration configuration(Cursor kubelet, String nodeClass) {
    var expressions = new ArrayList<String>();
    Cursor maxPods = kubelet.at("maxPods");
    boolean expression = maxPods.node().isTextual();
    if (expression) {
      expressions.add("maxPods");
    }
    return new KubeletConfiguration(
        nodeClass,
        expression ? null : maxPods.countOrNull(),
        kubelet.at("podsPerCore").countOrNull(),
        reserved(kubelet, "kubeReserved", expressions),
        reserved(kubelet, "systemReserved", expressions),
        Tags.of(kubelet.at("evictionHard").scalars()),
        Values.of(expressions));
  }

  private static Resources reserved(Cursor kubelet, String field, List<String> expressions) {
    var amounts = new HashMap<String, Quantity>();
    kubelet
        .at(field)
        .fields(
            (name, value) -> {
              Quantity amount = Quantity.parse(value.scalar());
              if (amount == null) {
                expressions.add(field + "." + name);
              } else {
                amounts.put(name, amount);
              }
            });
    return Resources.of(amounts);
  }
}
