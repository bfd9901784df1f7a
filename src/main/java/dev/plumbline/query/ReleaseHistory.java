package dev.plumbline.query;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plumbline.conclusion.ImageConclusions.AmiResolved;
import dev.plumbline.conclusion.VerdictConclusions.AmiHeldBack;
import dev.plumbline.conclusion.VerdictConclusions.ImageRelease;
import dev.plumbline.conclusion.VerdictConclusions.ImageState;
import dev.plumbline.conclusion.VerdictConclusions.NodeOutcome;
import dev.plumbline.conclusion.VerdictConclusions.ReleaseWait;
import dev.plumbline.fact.ObjectKind;
import dev.plumbline.fact.RecordType;
import dev.plumbline.fact.Verdicts.ImageVerdict;
import dev.plumbline.log.Entry;
import dev.plumbline.log.EntryKind;
import dev.plumbline.query.EntryFilter.About;
import dev.plumbline.query.LogState.Conclusion;
import dev.plumbline.query.NodeAnswer.Line;
import dev.plumbline.query.NodeAnswer.Section;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What became of a release of images until an entry: its states, its failures, decisions. */
final class ReleaseHistory {

  private static final List<String> DECISION = List.of("decision", "author", "reason", "expires");

  private final LogArchive archive;
  private final String key;
  private final String release;
  private final LogState state;
  private final Evidence evidence;

  private ReleaseHistory(LogArchive archive, String key, LogState state, Evidence evidence) {
    this.archive = archive;
    this.key = key;
    this.release = ImageVerdict.release(key.substring(key.indexOf('/') + 1));
    this.state = state;
    this.evidence = evidence;
  }

  /** Whether this is the key of a release: ImageVerdict/al2023-v20260714. */
  static boolean isRelease(String name) {
    return name.startsWith(ObjectKind.IMAGE_VERDICT.key(""));
  }

  /**
   * The answers until the last entry of {@code state}.
   *
   * @throws NothingKnownException when the log says nothing about it
   */
  static List<Section> sections(LogArchive archive, String key, LogState state, Evidence evidence) {
    var history = new ReleaseHistory(archive, key, state, evidence);
    Section course = history.course();
    if (course.lines().isEmpty() && state.fact(key) == null) {
      throw new NothingKnownException(
          "the log says nothing about " + key + " until then. Try: plumbline audit verdicts.");
    }
    evidence.fact(key, state);
    return List.of(
        history.now(), course, history.decisions(), history.failures(), history.launches());
  }

  private Section now() {
    List<Conclusion> held = mine(ImageState.class);
    var grounds = new Justification(state, evidence);
    return new Section(
        "state",
        "In which state was it, and why?",
        held.isEmpty()
            ? "It had no state then."
            : held.stream()
                .map(each -> release + " was " + each.text("state") + ": " + each.text("message"))
                .collect(Collectors.joining()),
        Stream.concat(held.stream(), mine(ReleaseWait.class).stream()).map(grounds::of).toList());
  }

  /** Each state with its first reason: a message that changes is no new state. */
  private Section course() {
    var lines = new ArrayList<Line>();
    var last = new String[] {""};
    concluded(
        ImageState.class,
        (entry, conclusion) -> {
          String now = BodyReader.text(conclusion, "state");
          if (!now.equals(last[0])) {
            last[0] = now;
            lines.add(line(entry, now + ": " + BodyReader.text(conclusion, "message")));
          }
        });
    return new Section(
        "course",
        "Which states did it have?",
        lines.isEmpty() ? "None is recorded." : "As recorded, since when and why:",
        lines);
  }

  private Section decisions() {
    var lines = new ArrayList<Line>();
    var last = new ArrayList<String>(List.of("", "", "", ""));
    archive
        .query()
        .each(
            new EntryFilter(null, null, EntryKind.DECISION, About.object(key)),
            -1,
            entry -> {
              if (entry.sequence() > state.sequence()) {
                return false;
              }
              for (JsonNode put : archive.bodies().part(entry, "facts").path("put")) {
                if (archive.keys().of(put).equals(key)) {
                  JsonNode fact = put.elements().next();
                  List<String> now =
                      DECISION.stream().map(field -> BodyReader.text(fact, field)).toList();
                  if (!now.equals(last)) {
                    last.clear();
                    last.addAll(now);
                    lines.add(line(entry, decision(now)));
                  }
                }
              }
              return true;
            });
    return new Section(
        "decisions",
        "Who decided something about it?",
        lines.isEmpty() ? "Nobody whose decision is recorded." : "As its ImageVerdict said:",
        lines);
  }

  private static String decision(List<String> fields) {
    return fields.getFirst().isEmpty()
        ? "no decision"
        : fields.getFirst()
            + (fields.get(1).isEmpty() ? "" : " by " + fields.get(1))
            + (fields.get(2).isEmpty() ? "" : ": " + fields.get(2))
            + (fields.get(3).isEmpty() ? "" : ", until " + fields.get(3));
  }

  private Section failures() {
    var lines = new ArrayList<Line>();
    Set<String> told = new HashSet<>();
    concluded(
        NodeOutcome.class,
        (entry, outcome) -> {
          if (NodeOutcome.isFailure(BodyReader.text(outcome, "outcome"))
              && told.add(BodyReader.text(outcome, "nodeClaim"))) {
            lines.add(
                line(
                    entry,
                    "%s of %s %s: %s"
                        .formatted(
                            BodyReader.text(outcome, "nodeClaim"),
                            BodyReader.text(outcome, "nodePool"),
                            BodyReader.text(outcome, "outcome"),
                            BodyReader.text(outcome, "message"))));
          }
        });
    return new Section(
        "failures",
        "Which of its nodes failed?",
        lines.isEmpty() ? "None that is recorded." : lines.size() + " are recorded:",
        lines);
  }

  private Section launches() {
    Set<String> images =
        state.conclusions(ImageRelease.class).stream()
            .filter(each -> each.text("release").equals(release))
            .map(each -> each.text("ami"))
            .collect(Collectors.toSet());
    var grounds = new Justification(state, evidence);
    List<Conclusion> resolved =
        state.conclusions(AmiResolved.class).stream()
            .filter(each -> images.contains(each.text("ami")))
            .toList();
    List<Line> lines =
        Stream.concat(
                resolved.stream(),
                state.conclusions(AmiHeldBack.class).stream()
                    .filter(each -> images.contains(each.text("ami"))))
            .map(grounds::of)
            .toList();
    return new Section(
        "launches",
        "Which node classes launched it, which held it back?",
        resolved.isEmpty()
            ? "No node class launched it then."
            : resolved.stream()
                .map(each -> each.text("nodeClass"))
                .distinct()
                .collect(Collectors.joining(", ", "Launched by ", ".")),
        lines);
  }

  private List<Conclusion> mine(Class<? extends dev.plumbline.conclusion.Conclusion> type) {
    return state.conclusions(type).stream()
        .filter(each -> each.text("release").equals(release))
        .toList();
  }

  /** Every conclusion of a type about the release that was added, in log order. */
  private void concluded(
      Class<? extends dev.plumbline.conclusion.Conclusion> type, BiConsumer<Entry, JsonNode> each) {
    String name = RecordType.name(type);
    archive
        .query()
        .each(
            new EntryFilter(null, null, EntryKind.DECISION, About.conclusion(name)),
            -1,
            entry -> {
              if (entry.sequence() > state.sequence()) {
                return false;
              }
              for (JsonNode added : archive.bodies().part(entry, "conclusions").path("added")) {
                JsonNode conclusion = added.path("conclusion");
                if (BodyReader.text(conclusion, "type").equals(name)
                    && BodyReader.text(conclusion, "release").equals(release)) {
                  each.accept(entry, conclusion);
                }
              }
              return true;
            });
  }

  private Line line(Entry entry, String text) {
    return Line.of(entry.at() + " " + text, evidence.entry(entry.sequence()));
  }
}
