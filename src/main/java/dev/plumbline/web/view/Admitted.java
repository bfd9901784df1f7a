package dev.plumbline.web.view;

import dev.plumbline.conclusion.NodeClassPlatform;
import dev.plumbline.fact.InstanceType;
import dev.plumbline.fact.Labels;
import dev.plumbline.fact.NodePool;
import dev.plumbline.host.Live;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;

/** The instance types that the requirements of pools leave, whatever images there are. */
final class Admitted {

  private final List<InstanceType> types;
  private final List<NodePool> pools;
  private final Map<String, Labels> platforms = new HashMap<>();

  Admitted(Live live, Known known) {
    types = known.facts(InstanceType.class);
    pools = known.facts(NodePool.class);
    live.settlement()
        .of(NodeClassPlatform.class)
        .forEach(each -> platforms.put(each.nodeClass(), each.labels()));
  }

  /** Those that {@code pool} admits, by name. */
  List<String> by(NodePool pool) {
    Labels platform = platforms.getOrDefault(pool.nodeClass(), Labels.NONE);
    if (!pool.requirements().admit(platform)) {
      return List.of();
    }
    return types.stream()
        .filter(type -> pool.requirements().admit(type.labels()))
        .map(InstanceType::name)
        .toList();
  }

  /** Those that any pool of {@code nodeClass} admits, by name. */
  SortedSet<String> byAny(String nodeClass) {
    var admitted = new TreeSet<String>();
    pools.stream()
        .filter(pool -> pool.nodeClass().equals(nodeClass))
        .forEach(pool -> admitted.addAll(by(pool)));
    return admitted;
  }

  /** All there are, by name. */
  SortedSet<String> all() {
    var all = new TreeSet<String>();
    types.forEach(type -> all.add(type.name()));
    return all;
  }
}
