package dev.plumbline.web.view;

import dev.plumbline.conclusion.NodeClassConclusions.NodeClassPlatform;
import dev.plumbline.fact.InstanceTypes.InstanceType;
import dev.plumbline.fact.Labels;
import dev.plumbline.fact.Pools.NodePool;
import dev.plumbline.view.SettlementIndex;
import java.util.List;

/** The families of instance types, and the types that the requirements of pools admit. */
final class Families {

  private final SettlementIndex index;

  Families(SettlementIndex index) {
    this.index = index;
  }

  /** The family of a type; the part before the dot when the type is unknown. */
  String of(String type) {
    InstanceType known = index.type(type);
    int dot = type.indexOf('.');
    return known != null ? known.family() : dot < 0 ? type : type.substring(0, dot);
  }

  List<String> admitted(NodePool pool) {
    NodeClassPlatform platform = index.first(NodeClassPlatform.class, pool.nodeClass());
    return pool.requirements().admit(platform == null ? Labels.NONE : platform.labels())
        ? index.facts(InstanceType.class).stream()
            .filter(type -> pool.requirements().admit(type.labels()))
            .map(InstanceType::name)
            .toList()
        : List.of();
  }

  /** The same of all pools of a node class, sorted. */
  List<String> admitted(String nodeClass) {
    return index.facts(NodePool.class).stream()
        .filter(pool -> pool.nodeClass().equals(nodeClass))
        .flatMap(pool -> admitted(pool).stream())
        .distinct()
        .sorted()
        .toList();
  }

  /** All known types, sorted. */
  List<String> all() {
    return index.facts(InstanceType.class).stream().map(InstanceType::name).sorted().toList();
  }
}
