package dev.plumbline.query;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plumbline.conclusion.FindingConclusions.WaiverInForce;
import dev.plumbline.fact.Policy.Waiver;
import dev.plumbline.log.Entry;
import dev.plumbline.query.RuleBook.RuleHeader;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The status of the controls that the rules serve, from the log alone. */
public final class ControlReport {

  private final LogArchive archive;

  public ControlReport(LogArchive archive) {
    this.archive = archive;
  }

  /**
   * Every control of the revision that served at a time, sorted.
   *
   * @param covered the rules that a scenario covers; null when that was not checked
   */
  public List<ControlStatus> at(Instant at, @Nullable Set<String> covered) {
    long sequence = archive.query().at(at);
    Entry serving = archive.rules().servingAt(sequence);
    if (serving == null) {
      throw new NothingKnownException("no rules were recorded by " + at + ".");
    }
    SortedMap<String, RuleHeader> rules = archive.rules().rules(serving);
    SortedMap<String, SortedSet<String>> byControl = new TreeMap<>();
    rules
        .values()
        .forEach(
            rule ->
                rule.controls()
                    .forEach(
                        control ->
                            byControl
                                .computeIfAbsent(control, none -> new TreeSet<>())
                                .add(rule.id())));
    LogState state = archive.stateAt(sequence);
    Map<String, RuleObservation> observed = new TreeMap<>();
    RuleObservation.of(archive, state).forEach(each -> observed.put(each.rule().id(), each));
    List<ControlFinding> findings = ControlFindings.between(archive, null, at);
    List<ControlStatus.Exception> waivers = waivers(state);
    var statuses = new ArrayList<ControlStatus>();
    byControl.forEach(
        (control, ids) -> {
          var subjects = new TreeSet<String>();
          List<RuleObservation> observations =
              ids.stream().filter(observed::containsKey).map(observed::get).toList();
          observations.forEach(each -> subjects.addAll(each.objects()));
          List<ControlFinding> found =
              findings.stream().filter(each -> each.controls().contains(control)).toList();
          statuses.add(
              new ControlStatus(
                  control,
                  ControlState.of(found, !observations.isEmpty()),
                  List.copyOf(ids),
                  observations.stream().map(each -> each.rule().id()).toList(),
                  subjects.size(),
                  found.stream().filter(ControlFinding::violation).toList(),
                  waivers.stream().filter(each -> ids.contains(each.rule())).toList(),
                  entries(control, at),
                  covered == null
                      ? null
                      : ids.stream().filter(id -> !covered.contains(id)).toList()));
        });
    return List.copyOf(statuses);
  }

  /** Which nodes there were at a time: of a whole period they are in an export. */
  public NodePopulation population(Instant at) {
    return NodePopulation.between(archive, at, at);
  }

  /** What judged from the beginning of the log until a time. */
  public List<RecordedProgram> programs(Instant at) {
    return RecordedProgram.between(archive, 0, archive.query().at(at));
  }

  /** All of it as JSON. */
  public ObjectNode toJson(Instant at, @Nullable Set<String> covered) {
    return ControlStatus.toJson(at(at, covered), population(at), programs(at));
  }

  private static List<ControlStatus.Exception> waivers(LogState state) {
    var waivers = new ArrayList<ControlStatus.Exception>();
    Set<String> inForce = new TreeSet<>();
    state.conclusions(WaiverInForce.class).forEach(each -> inForce.add(each.text("waiver")));
    for (JsonNode each : state.facts(Waiver.class).values()) {
      waivers.add(
          new ControlStatus.Exception(
              BodyReader.text(each, "id"),
              BodyReader.text(each, "rule"),
              BodyReader.text(each, "subject"),
              BodyReader.text(each, "owner"),
              BodyReader.text(each, "until"),
              inForce.contains(BodyReader.text(each, "id"))));
    }
    return waivers;
  }

  private ControlStatus.Entries entries(String control, Instant at) {
    var filter = new EntryFilter(null, at.plusNanos(1), null, EntryFilter.About.control(control));
    List<Entry> first = archive.query().after(filter, -1, 1);
    List<Entry> last = archive.query().newest(filter, 1);
    return new ControlStatus.Entries(
        first.isEmpty() ? null : first.getFirst().sequence(),
        last.isEmpty() ? null : last.getFirst().sequence(),
        archive.query().count(filter));
  }
}
