package dev.plumbline.audit.ask;

import dev.plumbline.audit.Entry;
import dev.plumbline.audit.EntryKind;
import dev.plumbline.audit.LogHead;
import dev.plumbline.audit.ask.NodeAnswer.Line;
import dev.plumbline.audit.ask.NodeAnswer.Section;
import dev.plumbline.audit.index.Question;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Whether anything is missing from the record. */
final class RecordQuestions {

  private static final int MOST = 20;

  private final Archive archive;

  RecordQuestions(Archive archive) {
    this.archive = archive;
  }

  /** Where the record begins, stands and was interrupted, up to a place. */
  Section whole(long sequence, Evidence evidence) {
    LogHead head = archive.log().head();
    var lines = new ArrayList<Line>();
    lines.add(Line.of("log " + head.origin()));
    lines.add(Line.of("entries 0 to " + (head.size() - 1) + ", without gaps in their sequence"));
    lines.add(Line.of("root of their Merkle tree " + head.root()));
    List<Entry> runs = new ArrayList<>();
    for (EntryKind kind : List.of(EntryKind.START, EntryKind.STOP, EntryKind.LEADER)) {
      runs.addAll(archive.query().before(Question.of(kind), sequence + 1, MOST));
    }
    runs.sort(Comparator.comparingLong(Entry::sequence));
    var interruptions = new ArrayList<Line>();
    int cuts = 0;
    for (Entry each : runs) {
      boolean cut = each.body().path("cut").isObject();
      cuts += cut ? 1 : 0;
      interruptions.add(
          Line.of(
              each.at()
                  + " "
                  + each.kind().wire()
                  + (cut ? ", after cutting off a torn end: " : " ")
                  + Justification.values(cut ? each.body().path("cut") : each.body()),
              evidence.entry(each.sequence())));
    }
    lines.add(Line.of("when something was recorded, by whom", interruptions));
    return new Section(
        "record",
        "Is the record whole and unaltered?",
        "The log has "
            + head.size()
            + " entries, each hashed over the one before; "
            + (cuts == 0 ? "none was cut off" : cuts + " times a torn end was cut off")
            + ". Check it with plumbline audit verify, or as VERIFY.md of a bundle says.",
        lines);
  }
}
