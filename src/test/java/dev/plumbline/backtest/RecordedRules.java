package dev.plumbline.backtest;

import dev.plumbline.log.Entry;
import dev.plumbline.log.LogReader;
import dev.plumbline.loop.Evaluation;
import dev.plumbline.record.RecordedEntries;
import java.util.ArrayList;
import java.util.List;

/** The rules that an entry of a log holds. */
final class RecordedRules {

  private RecordedRules() {}

  static Evaluation of(LogReader log, long entry) {
    List<Entry> found = new ArrayList<>();
    log.read(entry, entry + 1, found::add);
    return Evaluation.with(new RecordedEntries(log).rules(found.getFirst().body()));
  }
}
