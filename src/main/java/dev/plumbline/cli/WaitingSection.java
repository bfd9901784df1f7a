package dev.plumbline.cli;

import dev.plumbline.conclusion.GateClosed;
import dev.plumbline.conclusion.SourceFault;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** What waits, cause by cause: for what, since when, and whether that passes by itself. */
final class WaitingSection extends Section {

  /** Activities first, then kinds of action, which begin with a capital letter. */
  private static final Comparator<String> BY_KIND =
      Comparator.comparing((String gate) -> Character.isUpperCase(gate.charAt(0)))
          .thenComparing(Comparator.naturalOrder());

  private record Cause(String errorClass, @Nullable Instant since, String message) {}

  private static final Comparator<Cause> MOST_LASTING_FIRST =
      Comparator.comparing(Cause::errorClass)
          .thenComparing(Cause::since, Comparator.nullsLast(Comparator.naturalOrder()))
          .thenComparing(Cause::message);

  WaitingSection(Paper paper, Answer answer, boolean all, boolean explain) {
    super(paper, answer, all, explain);
  }

  void write() {
    List<GateClosed> gates = answer.of(GateClosed.class);
    List<SourceFault> faults =
        answer.of(SourceFault.class).stream()
            .filter(fault -> gates.stream().noneMatch(gate -> tells(gate, fault)))
            .toList();
    if (gates.isEmpty() && faults.isEmpty()) {
      return;
    }
    paper.blank();
    paper.line(0, paper.bold(paper.red("Waiting")));
    var causes = new TreeMap<Cause, List<GateClosed>>(MOST_LASTING_FIRST);
    for (GateClosed gate : gates) {
      causes
          .computeIfAbsent(
              new Cause(gate.errorClass(), gate.since(), gate.message()), none -> new ArrayList<>())
          .add(gate);
    }
    causes.forEach(this::cause);
    for (SourceFault fault : faults) {
      paper.line(
          2, paper.yellow("fault in " + fault.source()) + paper.dim("  " + fault.errorClass()));
      paper.wrapped(4, fault.operation() + ": " + fault.code());
      because(4, fault);
    }
  }

  /** Whether a fault is told with the gate that it closes. */
  private static boolean tells(GateClosed gate, SourceFault fault) {
    String told = fault.operation() + " failed with " + fault.code();
    return gate.message().equals(told)
        || gate.message().equals(told.replace("GetParameter ", "SSM parameter "));
  }

  private void cause(Cause cause, List<GateClosed> closed) {
    Set<String> gates = answer.closedGates();
    List<GateClosed> first =
        closed.stream().filter(gate -> !gates.contains(gate.waitsFor())).toList();
    List<GateClosed> direct = first.isEmpty() ? closed : first;
    var awaited = new TreeSet<String>();
    var objectsByGate = new TreeMap<String, List<String>>(BY_KIND);
    for (GateClosed gate : direct) {
      awaited.add(gate.waitsFor());
      List<String> objects = objectsByGate.computeIfAbsent(gate.gate(), g -> new ArrayList<>());
      if (!objects.contains(gate.blocks())) {
        objects.add(gate.blocks());
      }
    }
    heading(paper.red(String.join(", ", awaited)), cause.errorClass(), cause.since());
    paper.wrapped(4, cause.message());
    var gatesByObjects = new LinkedHashMap<List<String>, List<String>>();
    objectsByGate.forEach(
        (gate, objects) ->
            gatesByObjects.computeIfAbsent(objects, none -> new ArrayList<>()).add(gate));
    for (Map.Entry<List<String>, List<String>> held : gatesByObjects.entrySet()) {
      List<String> objects = held.getKey();
      paper.labelled(
          4,
          "holds",
          paper.dim("holds"),
          String.join(", ", held.getValue())
              + (objects.equals(List.of("Cluster"))
                  ? ""
                  : " of " + some(objects, all ? objects.size() : EXAMPLES)));
    }
    var followers = new TreeSet<String>(BY_KIND);
    closed.forEach(gate -> followers.add(gate.gate()));
    followers.removeAll(objectsByGate.keySet());
    if (!followers.isEmpty()) {
      paper.labelled(4, "and so", paper.dim("and so"), String.join(", ", followers));
    }
    because(4, direct.getFirst());
  }

  private void heading(String awaited, String errorClass, @Nullable Instant since) {
    paper.line(
        2,
        awaited
            + paper.dim(
                "  "
                    + errorClass
                    + (since == null
                        ? ""
                        : ", since " + since + " (" + Words.distance(since, answer.at()) + ")")));
  }
}
