package dev.plumbline.audit.ask;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plumbline.audit.Entry;
import dev.plumbline.audit.EntryKind;
import dev.plumbline.audit.ask.NodeAnswer.Line;
import dev.plumbline.audit.ask.NodeAnswer.Section;
import dev.plumbline.audit.index.Question;
import dev.plumbline.audit.read.BodyReader;
import dev.plumbline.audit.read.LogState;
import dev.plumbline.audit.read.LogState.Conclusion;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What an auditor asks of one node: which image it ran, why that one and no other, by whose rules,
 * what was done, and whether the record is whole.
 */
public final class NodeQuestions {

  private final Archive archive;
  private final EntryHistory history;

  /** Questions to {@code archive}. */
  public NodeQuestions(Archive archive) {
    this.archive = archive;
    this.history = new EntryHistory(archive);
  }

  /**
   * All answers.
   *
   * @param node its name, that of its NodeClaim, or the id of its instance
   * @throws NothingKnownException when the log tells nothing of it then
   */
  public NodeAnswer ask(String node, Instant at) {
    long sequence = archive.query().at(at);
    if (sequence < 0) {
      throw new NothingKnownException(
          "the log begins after "
              + at
              + (archive.log().head().size() == 0 ? ": it is empty." : "."));
    }
    LogState state = archive.stateAt(sequence);
    NodeQuery asked = NodeQuery.of(node, state);
    var evidence = new Evidence(archive.rules());
    asked.keys(state).forEach(key -> evidence.fact(key, state));
    evidence.entry(sequence);
    var sections = new ArrayList<Section>();
    sections.add(image(asked, at, state, evidence));
    sections.add(place(asked, state));
    sections.add(allowed(asked, at, state, evidence));
    sections.add(others(asked, state, evidence));
    sections.add(waivers(asked, state, evidence));
    sections.add(new RuleQuestions(archive).serving(sequence, evidence));
    sections.add(done(asked, sequence, evidence));
    sections.add(status(asked, state, evidence));
    sections.add(new RecordQuestions(archive).whole(sequence, evidence));
    return new NodeAnswer(
        node,
        at,
        sequence,
        archive.log().head(),
        List.copyOf(sections),
        evidence.entries(),
        evidence.told(),
        evidence.files());
  }

  private Section image(NodeQuery asked, Instant at, LogState state, Evidence evidence) {
    var lines = new ArrayList<Line>();
    if (!asked.claim().isEmpty()) {
      lines.add(known("NodeClaim/" + asked.claim(), "ami", asked.ami(), state, evidence));
    }
    if (!asked.amiOfInstance().isEmpty()) {
      lines.add(
          known("Instance/" + asked.instance(), "ami", asked.amiOfInstance(), state, evidence));
    }
    String answer =
        asked.ami().isEmpty()
            ? "The record does not tell which image it ran."
            : "At %s it ran %s."
                .formatted(at, new ImageCandidates(state, evidence).named(asked.ami()));
    if (!asked.amiOfInstance().isEmpty() && !asked.amiOfInstance().equals(asked.ami())) {
      answer += " EC2 told another one: " + asked.amiOfInstance() + ".";
    }
    return new Section("image", "Which image did the node run?", answer, lines);
  }

  private Line known(
      String key, String component, String value, LogState state, Evidence evidence) {
    Entry since = history.since(key, component, value, state.sequence());
    String what = key + " " + component + " " + value;
    if (since == null) {
      return Line.of(what + ", known when the record of it begins");
    }
    evidence.entry(since.sequence());
    return Line.of(what + ", known since " + since.at(), since.sequence());
  }

  private static Section place(NodeQuery asked, LogState state) {
    var lines = new ArrayList<Line>();
    for (String key : asked.keys(state)) {
      JsonNode fact = state.fact(key);
      lines.add(Line.of(key + (fact == null ? "" : ": " + Justification.values(fact))));
    }
    for (JsonNode term : state.facts("AmiSelectorTerm").values()) {
      if (BodyReader.text(term, "nodeClass").equals(asked.nodeClass())) {
        lines.add(Line.of("AmiSelectorTerm: " + Justification.values(term)));
      }
    }
    return new Section(
        "place",
        "To what did it belong?",
        "Node %s, NodeClaim %s, instance %s of type %s, of NodePool %s and EC2NodeClass %s."
            .formatted(
                orNone(asked.node()),
                orNone(asked.claim()),
                orNone(asked.instance()),
                orNone(asked.instanceType()),
                orNone(asked.nodePool()),
                orNone(asked.nodeClass())),
        lines);
  }

  private static String orNone(String text) {
    return text.isEmpty() ? "(not told)" : text;
  }

  private Section allowed(NodeQuery asked, Instant at, LogState state, Evidence evidence) {
    var now = new ImageCandidates(state, evidence);
    var lines = new ArrayList<Line>();
    boolean allowed = now.allowed(asked);
    lines.add(Line.of("at " + at, both(now, asked)));
    String answer =
        allowed
            ? "It was allowed: every rule that was asked approved or did not object."
            : "At that time it was not allowed (any more).";
    Long launch = launch(asked.created());
    if (launch != null && launch < state.sequence()) {
      LogState then = archive.stateAt(launch);
      var before = new ImageCandidates(then, evidence);
      answer +=
          before.allowed(asked)
              ? " When it was launched, at " + asked.created() + ", it was allowed."
              : " When it was launched, at "
                  + asked.created()
                  + ", it was not known to be allowed.";
      lines.add(
          Line.of(
              "when it was launched, " + asked.created() + ", after entry " + launch,
              both(before, asked)));
    }
    return new Section("allowed", "Why was it allowed?", answer, lines);
  }

  private static List<Line> both(ImageCandidates candidates, NodeQuery asked) {
    var lines = new ArrayList<>(candidates.approvals(asked));
    lines.addAll(candidates.objections(asked));
    return lines.isEmpty() ? List.of(Line.of("nothing was concluded of it")) : lines;
  }

  /** The last entry by the time it was asked for; null when the log does not reach back. */
  private @Nullable Long launch(String created) {
    try {
      long sequence = created.isEmpty() ? -1 : archive.query().at(Instant.parse(created));
      return sequence < 0 ? null : sequence;
    } catch (DateTimeException e) {
      return null;
    }
  }

  private static Section others(NodeQuery asked, LogState state, Evidence evidence) {
    List<Line> others = new ImageCandidates(state, evidence).others(asked);
    return new Section(
        "others",
        "Which other images were looked at, and why not they?",
        others.isEmpty()
            ? "No other image was looked at for EC2NodeClass " + asked.nodeClass() + "."
            : others.size()
                + (others.size() == 1 ? " other image was" : " other images were")
                + " looked at for EC2NodeClass "
                + asked.nodeClass()
                + ".",
        others);
  }

  private static Section waivers(NodeQuery asked, LogState state, Evidence evidence) {
    var grounds = new Justification(state, evidence);
    List<Conclusion> inForce = state.conclusions("WaiverInForce");
    List<Conclusion> lifted =
        state.conclusions("ObjectionWaived").stream()
            .filter(
                c ->
                    c.text("subject").equals("EC2NodeClass/" + asked.nodeClass())
                        || c.text("subject").equals("NodePool/" + asked.nodePool())
                        || c.text("subject")
                            .startsWith(
                                "EC2NodeClass/" + asked.nodeClass() + "/Ami/" + asked.ami()))
            .toList();
    var lines = new ArrayList<Line>();
    lifted.forEach(each -> lines.add(grounds.of(each)));
    inForce.forEach(each -> lines.add(grounds.of(each)));
    String answer =
        lifted.isEmpty()
            ? "No: no objection that concerned it was waived."
            : "Yes: %d of the objections that concerned it were waived.".formatted(lifted.size());
    return new Section(
        "waivers",
        "Was an exception made?",
        answer + " Waivers in force at all: " + inForce.size() + ".",
        lines);
  }

  private Section done(NodeQuery asked, long sequence, Evidence evidence) {
    Set<String> objects = new TreeSet<>();
    objects.add("EC2NodeClass/" + asked.nodeClass());
    objects.add("NodePool/" + asked.nodePool());
    objects.add("NodeClaim/" + asked.claim());
    objects.add("Node/" + asked.node());
    objects.add("Ami/" + asked.ami());
    List<Line> lines = history.done(objects, sequence, evidence);
    return new Section(
        "done",
        "What did Plumbline do?",
        lines.isEmpty()
            ? "Nothing was planned or done to the node, its pool, its node class or its image."
            : "To the node, its pool, its node class and its image, up to then:",
        lines);
  }

  private static Section status(NodeQuery asked, LogState state, Evidence evidence) {
    var grounds = new Justification(state, evidence);
    var lines = new ArrayList<Line>();
    for (String type :
        List.of("NodeClaimDrifted", "ReplacementHeld", "AmiBehind", "AmiInUse", "Finding")) {
      for (Conclusion each : state.conclusions(type)) {
        boolean mine =
            each.text("nodeClaim").equals(asked.claim()) && !asked.claim().isEmpty()
                || type.equals("AmiInUse") && each.text("ami").equals(asked.ami())
                || each.text("subject").equals("NodeClaim/" + asked.claim())
                || each.text("subject").equals("EC2NodeClass/" + asked.nodeClass());
        if (mine) {
          lines.add(grounds.of(each));
        }
      }
    }
    return new Section(
        "standing",
        "What was said of it then?",
        switch (lines.size()) {
          case 0 -> "Nothing was found.";
          case 1 -> "1 finding stood.";
          default -> lines.size() + " findings stood.";
        },
        lines);
  }

  /** Entries of a kind before a place, the newest, in order. */
  static List<Entry> before(Archive archive, EntryKind kind, long sequence, int limit) {
    return archive.query().before(Question.of(kind), sequence + 1, limit);
  }
}
