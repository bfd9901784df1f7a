package dev.plumbline.query;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plumbline.conclusion.FindingConclusions.Finding;
import dev.plumbline.fact.RecordType;
import dev.plumbline.log.DerivationChange;
import dev.plumbline.log.Entry;
import dev.plumbline.log.EntryKind;
import dev.plumbline.log.StatePart;
import dev.plumbline.query.RuleBook.RuleHeader;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The findings about objects over time: when each opened and closed. */
public final class ControlFindings {

  private static final String TYPE = RecordType.name(Finding.class);

  private final LogArchive archive;
  private final Map<String, ControlFinding> open = new TreeMap<>();
  private final Map<String, List<Derivation>> standing = new HashMap<>();
  private final List<ControlFinding> closed = new ArrayList<>();

  private ControlFindings(LogArchive archive) {
    this.archive = archive;
  }

  /**
   * The findings that were open at any time between two, by when they opened.
   *
   * @param from null for the beginning of the log
   * @param to null for its end
   */
  public static List<ControlFinding> between(
      LogArchive archive, @Nullable Instant from, @Nullable Instant to) {
    var findings = new ControlFindings(archive);
    findings.read(to == null ? archive.log().head().size() - 1 : archive.query().at(to));
    var all = new ArrayList<>(findings.closed);
    all.addAll(findings.open.values());
    all.removeIf(
        each -> {
          Instant end = each.span().closed();
          return from != null && end != null && !end.isAfter(from);
        });
    all.sort(
        Comparator.comparing((ControlFinding each) -> each.span().openedBy())
            .thenComparing(ControlFinding::subject)
            .thenComparing(ControlFinding::id));
    return List.copyOf(all);
  }

  private void read(long upTo) {
    var states = new ArrayDeque<Long>(begun(upTo));
    // Those without a finding too: findings rest on what they conclude.
    archive
        .query()
        .each(
            EntryFilter.of(EntryKind.DECISION),
            -1,
            entry -> {
              if (entry.sequence() <= upTo) {
                states(states, entry.sequence());
                decision(entry);
              }
              return entry.sequence() < upTo;
            });
    states(states, Long.MAX_VALUE);
  }

  private void states(ArrayDeque<Long> waiting, long before) {
    while (!waiting.isEmpty() && waiting.getFirst() < before) {
      archive
          .log()
          .readEach(
              new long[] {waiting.removeFirst()},
              entry -> {
                state(entry);
                return false;
              });
    }
  }

  /**
   * The first state after each start: findings that closed while nothing was recorded close there.
   */
  private SortedSet<Long> begun(long upTo) {
    var states = new TreeSet<Long>();
    archive
        .query()
        .each(
            EntryFilter.of(EntryKind.START),
            -1,
            start -> {
              archive.query().after(EntryFilter.of(EntryKind.STATE), start.sequence(), 1).stream()
                  .map(Entry::sequence)
                  .filter(sequence -> sequence <= upTo)
                  .forEach(states::add);
              return start.sequence() < upTo;
            });
    return states;
  }

  private void decision(Entry entry) {
    JsonNode conclusions = archive.bodies().part(entry, "conclusions");
    for (JsonNode gone : conclusions.path("removed")) {
      standing.remove(BodyReader.text(gone, "id"));
      close(BodyReader.text(gone, "id"), entry);
    }
    conclusions.path("added").forEach(this::stand);
    for (JsonNode added : conclusions.path("added")) {
      open(added, entry);
    }
  }

  /** The rules of a derivation and its steps, and the conclusions that they matched. */
  private record Derivation(Set<String> rules, Set<String> from) {

    static Derivation of(JsonNode because) {
      var derivation = new Derivation(new TreeSet<>(), new TreeSet<>());
      derivation.add(because);
      return derivation;
    }

    private void add(JsonNode because) {
      rules.add(BodyReader.text(because, "rule"));
      because.path("conclusions").forEach(id -> from.add(id.asText()));
      because.path("via").forEach(step -> step.forEach(this::add));
    }
  }

  private void stand(JsonNode concluded) {
    String id = BodyReader.text(concluded, "id");
    List<Derivation> before = standing.get(id);
    standing.put(
        id,
        before == null && !DerivationChange.isWhole(concluded)
            // A copy of a log may begin after the others were recorded.
            ? List.of(new Derivation(Set.copyOf(DerivationChange.rules(concluded)), Set.of()))
            : DerivationChange.apply(
                before == null ? List.of() : before, concluded, Derivation::of));
  }

  /** All rules that a conclusion rests on. */
  private Set<String> rulesOf(String id) {
    var rules = new TreeSet<String>();
    var seen = new HashSet<String>();
    var left = new ArrayDeque<>(List.of(id));
    while (!left.isEmpty()) {
      String next = left.removeFirst();
      List<Derivation> derivations = seen.add(next) ? standing.get(next) : null;
      if (derivations != null) {
        for (Derivation each : derivations) {
          rules.addAll(each.rules());
          left.addAll(each.from());
        }
      }
    }
    return rules;
  }

  private void state(Entry entry) {
    if (!BodyReader.stored(entry.body().path("conclusions"))) {
      return;
    }
    var there = new HashSet<String>();
    var all = new ArrayList<JsonNode>();
    archive
        .bodies()
        .state(entry, StatePart.CONCLUSIONS, (line, kept) -> all.add(BodyReader.tree(line, entry)));
    standing.clear();
    all.forEach(this::stand);
    for (JsonNode each : all) {
      if (open(each, entry)) {
        there.add(BodyReader.text(each, "id"));
      }
    }
    for (String id : List.copyOf(open.keySet())) {
      if (!there.contains(id)) {
        close(id, entry);
      }
    }
  }

  private void close(String id, Entry entry) {
    ControlFinding finding = open.remove(id);
    if (finding != null) {
      closed.add(finding.closed(entry.at(), entry.sequence()));
    }
  }

  private boolean open(JsonNode concluded, Entry entry) {
    JsonNode fields = concluded.path("conclusion");
    if (!BodyReader.text(fields, "type").equals(TYPE)) {
      return false;
    }
    String id = BodyReader.text(concluded, "id");
    if (!open.containsKey(id)) {
      String rule = BodyReader.text(fields, "rule");
      open.put(
          id,
          new ControlFinding(
              id,
              rule,
              controls(rule, id, entry),
              BodyReader.text(fields, "subject"),
              BodyReader.text(fields, "result"),
              BodyReader.text(fields, "severity"),
              BodyReader.text(fields, "reason"),
              BodyReader.text(fields, "message"),
              new ControlFinding.Span(entry.at(), entry.sequence(), null, null)));
    }
    return true;
  }

  /** The controls of all rules that a finding rests on: its own and those of what it tells of. */
  private List<String> controls(String rule, String id, Entry entry) {
    var controls = new TreeSet<String>();
    Set<String> rules = rulesOf(id);
    rules.add(rule);
    for (String each : rules) {
      RuleHeader found = archive.rules().rule(each, entry.sequence());
      if (found != null) {
        controls.addAll(found.controls());
      }
    }
    return List.copyOf(controls);
  }
}
