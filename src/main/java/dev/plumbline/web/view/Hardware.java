package dev.plumbline.web.view;

import dev.plumbline.fact.AliasPath;
import dev.plumbline.fact.ImageNaming;
import dev.plumbline.fact.InstanceType;
import dev.plumbline.fact.Requirement;
import dev.plumbline.fact.Requirements;
import dev.plumbline.host.Live;
import java.util.Comparator;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What sets of requirements are called in {@code ami-families.yaml}: standard, nvidia, neuron. */
final class Hardware {

  static final String ARCHITECTURE = "kubernetes.io/arch";

  private final Map<String, Requirements> byName = new TreeMap<>();

  Hardware(Live live) {
    for (AliasPath path : Known.facts(live, AliasPath.class)) {
      byName.putIfAbsent(path.hardware(), path.requirements());
    }
    for (ImageNaming naming : Known.facts(live, ImageNaming.class)) {
      byName.putIfAbsent(naming.hardware(), naming.requirements());
    }
  }

  /**
   * What an image that asks for {@code asked} is called beside its architecture: the name of the
   * set, in words where it has none; null when it asks for nothing else.
   */
  @Nullable String of(Requirements asked) {
    Requirements own =
        Requirements.of(
            asked.list().stream().filter(each -> !each.key().equals(ARCHITECTURE)).toList());
    if (own.none()) {
      return null;
    }
    return byName.entrySet().stream()
        .filter(each -> each.getValue().equals(own))
        .map(Map.Entry::getKey)
        .findFirst()
        .orElseGet(() -> words(own));
  }

  /** What an image for {@code type} would be called; null when no set fits. */
  @Nullable String of(InstanceType type) {
    return byName.entrySet().stream()
        .filter(each -> each.getValue().compatible(type.labels()))
        .max(Comparator.comparingInt(each -> each.getValue().specificity()))
        .map(Map.Entry::getKey)
        .orElse(null);
  }

  private static String words(Requirements asked) {
    var text = new StringBuilder();
    for (Requirement each : asked.list()) {
      text.append(text.isEmpty() ? "" : ", ").append(each);
    }
    return text.toString();
  }
}
