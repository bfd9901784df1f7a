package dev.plumbline.web.view;

import dev.plumbline.fact.Images.AliasPath;
import dev.plumbline.fact.Images.ImageNaming;
import dev.plumbline.fact.InstanceTypes.InstanceType;
import dev.plumbline.fact.Requirement;
import dev.plumbline.fact.Requirements;
import dev.plumbline.view.SettlementIndex;
import java.util.Comparator;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The names of sets of requirements in {@code ami-families.yaml}: standard, nvidia, neuron. */
final class Hardware {

  static final String ARCHITECTURE = "kubernetes.io/arch";

  private final Map<String, Requirements> byName = new TreeMap<>();

  Hardware(SettlementIndex index) {
    for (AliasPath path : index.facts(AliasPath.class)) {
      byName.putIfAbsent(path.hardware(), path.requirements());
    }
    for (ImageNaming naming : index.facts(ImageNaming.class)) {
      byName.putIfAbsent(naming.hardware(), naming.requirements());
    }
  }

  /**
   * The name of the requirements of an image beside its architecture, as text where they have none;
   * null when there are none.
   */
  @Nullable String of(Requirements required) {
    Requirements own =
        Requirements.of(
            required.list().stream().filter(each -> !each.key().equals(ARCHITECTURE)).toList());
    if (own.none()) {
      return null;
    }
    return byName.entrySet().stream()
        .filter(each -> each.getValue().equals(own))
        .map(Map.Entry::getKey)
        .findFirst()
        .orElseGet(() -> words(own));
  }

  @Nullable String of(InstanceType type) {
    return byName.entrySet().stream()
        .filter(each -> each.getValue().compatible(type.labels()))
        .max(Comparator.comparingInt(each -> each.getValue().specificity()))
        .map(Map.Entry::getKey)
        .orElse(null);
  }

  private static String words(Requirements required) {
    var text = new StringBuilder();
    for (Requirement each : required.list()) {
      text.append(text.isEmpty() ? "" : ", ").append(each);
    }
    return text.toString();
  }
}
