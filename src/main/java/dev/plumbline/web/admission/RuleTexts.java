package dev.plumbline.web.admission;

import jakarta.enterprise.context.ApplicationScoped;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Supplier;

/** The rule files that the ConfigMaps of the cluster hold now, as whoever reads them tells. */
@ApplicationScoped
public class RuleTexts {

  private volatile Supplier<? extends Map<String, String>> now = Map::of;

  /** Where they are asked for; from any thread. */
  public void from(Supplier<? extends Map<String, String>> now) {
    this.now = now;
  }

  /** Their texts by file name; none before anybody tells. */
  SortedMap<String, String> now() {
    return new TreeMap<>(now.get());
  }
}
