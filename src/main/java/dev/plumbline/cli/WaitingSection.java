package dev.plumbline.cli;

import dev.plumbline.conclusion.GateClosed;
import dev.plumbline.conclusion.SourceFault;
import dev.plumbline.conclusion.SourceNotReady;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;

/** What waits, and for what. */
final class WaitingSection extends Section {

  WaitingSection(Paper paper, Answer answer, boolean all, boolean explain) {
    super(paper, answer, all, explain);
  }

  void write() {
    List<GateClosed> gates = answer.of(GateClosed.class);
    // A source that is not there and that nothing waits for is no news.
    List<SourceNotReady> sources =
        answer.of(SourceNotReady.class).stream()
            .filter(s -> s.errorClass().equals("transient"))
            .filter(s -> gates.stream().noneMatch(gate -> gate.waitsFor().equals(s.source())))
            .toList();
    List<SourceFault> faults = answer.of(SourceFault.class);
    if (gates.isEmpty() && sources.isEmpty() && faults.isEmpty()) {
      return;
    }
    paper.blank();
    paper.line(0, paper.bold(paper.red("Waiting")));
    var alike = new LinkedHashMap<GateClosed, List<GateClosed>>();
    for (GateClosed gate : gates) {
      var cause =
          new GateClosed(gate.gate(), "", gate.waitsFor(), gate.errorClass(), gate.message());
      alike.computeIfAbsent(cause, none -> new ArrayList<>()).add(gate);
    }
    for (List<GateClosed> closed : alike.values()) {
      GateClosed gate = closed.getFirst();
      List<String> blocked = closed.stream().map(GateClosed::blocks).toList();
      paper.line(
          2,
          paper.red(gate.gate() + " of " + some(blocked, all ? blocked.size() : EXAMPLES))
              + " for "
              + gate.waitsFor()
              + paper.dim("  " + gate.errorClass()));
      paper.wrapped(4, gate.message());
      because(4, gate);
    }
    for (SourceNotReady source : sources) {
      paper.line(
          2, paper.yellow("source " + source.source()) + paper.dim("  " + source.errorClass()));
      paper.wrapped(4, source.message());
      because(4, source);
    }
    for (SourceFault fault : faults) {
      paper.line(
          2, paper.yellow("fault in " + fault.source()) + paper.dim("  " + fault.errorClass()));
      paper.wrapped(4, fault.operation() + ": " + fault.code());
      because(4, fault);
    }
  }
}
