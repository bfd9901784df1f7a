package dev.plumbline.twin;

import dev.plumbline.conclusion.Conclusion;
import dev.plumbline.conclusion.ConclusionTypes;
import dev.plumbline.conclusion.GateClosed;
import dev.plumbline.fact.RecordType;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Conclusions as they are drawn; given out sorted, each once. */
final class TwinConclusions {

  private final Map<Class<?>, List<Conclusion>> byType = new HashMap<>();

  void add(Conclusion conclusion) {
    byType.computeIfAbsent(conclusion.getClass(), type -> new ArrayList<>()).add(conclusion);
  }

  /** Whether an activity waits for one object. */
  boolean closed(String gate, String object) {
    for (Conclusion closed : byType.getOrDefault(GateClosed.class, List.of())) {
      if (closed instanceof GateClosed it && it.gate().equals(gate) && it.blocks().equals(object)) {
        return true;
      }
    }
    return false;
  }

  /** Those of a type so far. */
  <T extends Conclusion> List<T> of(Class<T> type) {
    return byType.getOrDefault(type, List.of()).stream().map(type::cast).toList();
  }

  List<Conclusion> sorted() {
    var all = new ArrayList<Conclusion>();
    for (RecordType type : ConclusionTypes.ALL) {
      List<Conclusion> list = byType.get(type.type());
      if (list == null) {
        continue;
      }
      list.sort(type.order());
      Conclusion last = null;
      for (Conclusion conclusion : list) {
        if (!conclusion.equals(last)) {
          all.add(conclusion);
        }
        last = conclusion;
      }
    }
    return all;
  }
}
