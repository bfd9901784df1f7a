package dev.plumbline.twin;

import dev.plumbline.conclusion.Conclusion;
import dev.plumbline.conclusion.ConclusionTypes;
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

  /** What was concluded so far of one type, as often as it was. */
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
