package dev.plumbline.query;

import static dev.plumbline.fact.RecordType.key;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plumbline.conclusion.FindingConclusions.Finding;
import dev.plumbline.conclusion.FindingConclusions.ObjectionWaived;
import dev.plumbline.conclusion.FindingConclusions.WaiverInForce;
import dev.plumbline.conclusion.ImageConclusions.AmiBehind;
import dev.plumbline.conclusion.ImageConclusions.AmiInUse;
import dev.plumbline.conclusion.RolloutConclusions.NodeClaimDrifted;
import dev.plumbline.conclusion.RolloutConclusions.NodeGone;
import dev.plumbline.conclusion.RolloutConclusions.ReplacementHeld;
import dev.plumbline.fact.Images.Ami;
import dev.plumbline.fact.Launches.PastLaunch;
import dev.plumbline.fact.NodeClasses.AmiSelectorTerm;
import dev.plumbline.fact.NodeClasses.EC2NodeClass;
import dev.plumbline.fact.Nodes.Instance;
import dev.plumbline.fact.Nodes.Node;
import dev.plumbline.fact.Nodes.NodeClaim;
import dev.plumbline.fact.Pools.NodePool;
import dev.plumbline.log.DecisionLog.LogHead;
import dev.plumbline.log.Entry;
import dev.plumbline.log.EntryKind;
import dev.plumbline.query.LogState.Conclusion;
import dev.plumbline.query.NodeAnswer.Line;
import dev.plumbline.query.NodeAnswer.Section;
import dev.plumbline.query.NodePopulation.PopulationNode;
import dev.plumbline.query.RuleBook.RuleHeader;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The questions of an auditor about one node: which image it ran, why that one and no other, by
 * whose rules, what was done, and whether the log is complete; or about one release of images: its
 * states, its failures, decisions.
 */
public final class NodeQuestions {

  private final LogArchive archive;
  private static final int MAX_RUNS = 20;

  private final EntryHistory history;

  public NodeQuestions(LogArchive archive) {
    this.archive = archive;
    this.history = new EntryHistory(archive);
  }

  /**
   * All answers about a node, or about a release of images (ImageVerdict/al2023-v20260714).
   *
   * @throws NothingKnownException when the log says nothing about it at that time
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
    var evidence = new Evidence(archive.rules());
    evidence.entry(sequence);
    var sections = new ArrayList<Section>();
    if (ReleaseHistory.isRelease(node)) {
      sections.addAll(ReleaseHistory.sections(archive, node, state, evidence));
      sections.add(rules(sequence, evidence));
      sections.add(done(Set.of(node), "its ImageVerdict", sequence, evidence));
    } else {
      node(NodeQuery.of(node, state), at, state, evidence, sections);
    }
    sections.add(population(at));
    sections.add(record(sequence, evidence));
    return new NodeAnswer(
        node,
        at,
        sequence,
        archive.log().head(),
        List.copyOf(sections),
        evidence.entries(),
        evidence.cited(),
        evidence.files());
  }

  private void node(
      NodeQuery query, Instant at, LogState state, Evidence evidence, List<Section> sections) {
    long sequence = state.sequence();
    query.keys(state).forEach(key -> evidence.fact(key, state));
    sections.add(image(query, at, state, evidence));
    sections.add(place(query, state));
    removal(query, state, evidence).ifPresent(sections::add);
    sections.add(allowed(query, at, state, evidence));
    sections.add(others(query, state, evidence));
    sections.add(waivers(query, state, evidence));
    sections.add(rules(sequence, evidence));
    sections.add(done(query, sequence, evidence));
    sections.add(openFindings(query, state, evidence));
  }

  private Section image(NodeQuery query, Instant at, LogState state, Evidence evidence) {
    var lines = new ArrayList<Line>();
    if (!query.claim().isEmpty()) {
      String claim = key(NodeClaim.class, query.claim());
      String known = state.fact(claim) == null ? key(PastLaunch.class, query.claim()) : claim;
      lines.add(known(known, "ami", query.ami(), state, evidence));
    }
    if (!query.amiOfInstance().isEmpty()) {
      lines.add(
          known(
              key(Instance.class, query.instance()),
              "ami",
              query.amiOfInstance(),
              state,
              evidence));
    }
    String answer =
        query.ami().isEmpty()
            ? "The log does not say which image it ran."
            : "At %s it ran %s."
                .formatted(at, new ImageCandidates(state, evidence).named(query.ami()));
    if (!query.amiOfInstance().isEmpty() && !query.amiOfInstance().equals(query.ami())) {
      answer += " EC2 reported another image: " + query.amiOfInstance() + ".";
    }
    return new Section("image", "Which image did the node run?", answer, lines);
  }

  private Line known(
      String key, String component, String value, LogState state, Evidence evidence) {
    Entry since = history.since(key, component, value, state.sequence());
    String what = key + " " + component + " " + value;
    if (since == null) {
      return Line.of(what + ", known since before the log began");
    }
    evidence.entry(since.sequence());
    return Line.of(what + ", known since " + since.at(), since.sequence());
  }

  private static Section place(NodeQuery query, LogState state) {
    var lines = new ArrayList<Line>();
    for (String key : query.keys(state)) {
      JsonNode fact = state.fact(key);
      lines.add(Line.of(key + (fact == null ? "" : ": " + Justification.values(fact))));
    }
    for (JsonNode term : state.facts(AmiSelectorTerm.class).values()) {
      if (BodyReader.text(term, "nodeClass").equals(query.nodeClass())) {
        lines.add(Line.of("AmiSelectorTerm: " + Justification.values(term)));
      }
    }
    return new Section(
        "place",
        "What did it belong to?",
        "Node %s, NodeClaim %s, instance %s of type %s, of NodePool %s and EC2NodeClass %s."
            .formatted(
                orNone(query.node()),
                orNone(query.claim()),
                orNone(query.instance()),
                orNone(query.instanceType()),
                orNone(query.nodePool()),
                orNone(query.nodeClass())),
        lines);
  }

  /** Why it went, if it has by then, and what was done to its node class and pool before. */
  private Optional<Section> removal(NodeQuery query, LogState state, Evidence evidence) {
    return state.conclusions(NodeGone.class).stream()
        .filter(gone -> gone.text("nodeClaim").equals(query.claim()))
        .findFirst()
        .map(
            gone ->
                new Section(
                    "removal",
                    "Why did it go?",
                    "%s: deleted at %s, since %s%s"
                        .formatted(
                            gone.text("reason"),
                            gone.text("deleted"),
                            gone.text("message"),
                            gone.text("message").endsWith(".") ? "" : "."),
                    List.of(
                        new Justification(state, evidence).of(gone),
                        Line.of(
                            "what Plumbline had done to its node class and pool",
                            history.done(
                                Set.of(
                                    key(EC2NodeClass.class, query.nodeClass()),
                                    key(NodePool.class, query.nodePool())),
                                state.sequence(),
                                evidence)))));
  }

  private static String orNone(String text) {
    return text.isEmpty() ? "(unknown)" : text;
  }

  private Section allowed(NodeQuery query, Instant at, LogState state, Evidence evidence) {
    var now = new ImageCandidates(state, evidence);
    var lines = new ArrayList<Line>();
    boolean allowed = now.allowed(query);
    lines.add(Line.of("at " + at, both(now, query)));
    String answer =
        allowed
            ? "It was allowed: a rule approved it and none objected."
            : "It was not allowed at that time.";
    Long launch = launch(query.created());
    if (launch != null && launch < state.sequence()) {
      LogState then = archive.stateAt(launch);
      var before = new ImageCandidates(then, evidence);
      answer +=
          before.allowed(query)
              ? " When it was launched, at " + query.created() + ", it was allowed."
              : " When it was launched, at "
                  + query.created()
                  + ", it was not known to be allowed.";
      lines.add(
          Line.of(
              "when it was launched, " + query.created() + ", after entry " + launch,
              both(before, query)));
    }
    answer += notCovered(query.created(), entry(0).at());
    return new Section("allowed", "Why was it allowed?", answer, lines);
  }

  private static List<Line> both(ImageCandidates candidates, NodeQuery query) {
    var lines = new ArrayList<>(candidates.approvals(query));
    lines.addAll(candidates.objections(query));
    return lines.isEmpty() ? List.of(Line.of("no conclusion is about it")) : lines;
  }

  /** The last entry at the time it was created; null when the log begins later. */
  private @Nullable Long launch(String created) {
    try {
      long sequence = created.isEmpty() ? -1 : archive.query().at(Instant.parse(created));
      return sequence < 0 ? null : sequence;
    } catch (DateTimeException e) {
      return null;
    }
  }

  private static Section others(NodeQuery query, LogState state, Evidence evidence) {
    List<Line> others = new ImageCandidates(state, evidence).others(query);
    return new Section(
        "others",
        "Which other images were considered, and why were they not used?",
        others.isEmpty()
            ? "No other image was considered for EC2NodeClass " + query.nodeClass() + "."
            : others.size()
                + (others.size() == 1 ? " other image was" : " other images were")
                + " considered for EC2NodeClass "
                + query.nodeClass()
                + ".",
        others);
  }

  private static Section waivers(NodeQuery query, LogState state, Evidence evidence) {
    var grounds = new Justification(state, evidence);
    List<Conclusion> inForce = state.conclusions(WaiverInForce.class);
    List<Conclusion> lifted =
        state.conclusions(ObjectionWaived.class).stream()
            .filter(
                c ->
                    c.text("subject").equals(key(EC2NodeClass.class, query.nodeClass()))
                        || c.text("subject").equals(key(NodePool.class, query.nodePool()))
                        || c.text("subject")
                            .startsWith(
                                key(EC2NodeClass.class, query.nodeClass())
                                    + "/"
                                    + key(Ami.class, query.ami())))
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
        answer + " Waivers in force overall: " + inForce.size() + ".",
        lines);
  }

  private Section done(NodeQuery query, long sequence, Evidence evidence) {
    Set<String> objects = new TreeSet<>();
    objects.add(key(EC2NodeClass.class, query.nodeClass()));
    objects.add(key(NodePool.class, query.nodePool()));
    objects.add(key(NodeClaim.class, query.claim()));
    objects.add(key(Node.class, query.node()));
    objects.add(key(Ami.class, query.ami()));
    return done(objects, "the node, its pool, its node class and its image", sequence, evidence);
  }

  private Section done(Set<String> objects, String named, long sequence, Evidence evidence) {
    List<Line> lines = history.done(objects, sequence, evidence);
    return new Section(
        "done",
        "What did Plumbline do?",
        lines.isEmpty()
            ? "Nothing was planned or done to "
                + named.replace(" and its image", " or its image")
                + "."
            : "Planned and done to " + named + " until then:",
        lines);
  }

  private static Section openFindings(NodeQuery query, LogState state, Evidence evidence) {
    var grounds = new Justification(state, evidence);
    var lines = new ArrayList<Line>();
    for (var type :
        List.of(
            NodeClaimDrifted.class,
            ReplacementHeld.class,
            AmiBehind.class,
            AmiInUse.class,
            Finding.class)) {
      for (Conclusion each : state.conclusions(type)) {
        boolean mine =
            each.text("nodeClaim").equals(query.claim()) && !query.claim().isEmpty()
                || type == AmiInUse.class && each.text("ami").equals(query.ami())
                || each.text("subject").equals(key(NodeClaim.class, query.claim()))
                || each.text("subject").equals(key(EC2NodeClass.class, query.nodeClass()));
        if (mine) {
          lines.add(grounds.of(each));
        }
      }
    }
    return new Section(
        "standing",
        "Which findings were open?",
        switch (lines.size()) {
          case 0 -> "Nothing was found.";
          case 1 -> "1 finding was open.";
          default -> lines.size() + " findings were open.";
        },
        lines);
  }

  /** That a launch is older than the record; empty when it is not, or its time is unknown. */
  static String notCovered(String created, Instant begins) {
    try {
      return created.isEmpty() || !Instant.parse(created).isBefore(begins)
          ? ""
          : " It was launched at %s, before the record begins (%s): this record does not cover that launch."
              .formatted(created, begins);
    } catch (DateTimeException e) {
      return "";
    }
  }

  private Entry entry(long sequence) {
    var found = new ArrayList<Entry>();
    archive.log().readEach(new long[] {sequence}, found::add);
    return found.getFirst();
  }

  /** Who approved a revision, or why nobody did. */
  private static String approval(Entry serving) {
    JsonNode revision = serving.body().path("revision");
    String by = BodyReader.text(revision, "approvedBy");
    if (!by.isEmpty()) {
      return "approved by " + by;
    }
    if (BodyReader.text(serving.body(), "how").equals("first")) {
      return "approved by nobody: they were there when the program started, which asks for none";
    }
    return revision.path("reasons").isEmpty()
        ? "approved by nobody: no reason to ask for an approval is recorded"
        : "approved by nobody, as far as is recorded";
  }

  /** When nobody recorded: from the last entry before each start until that start. */
  private List<Line> gaps(List<Entry> runs, Evidence evidence) {
    var gaps = new ArrayList<Line>();
    for (Entry each : runs) {
      if (each.kind() == EntryKind.START && each.sequence() > 0) {
        Entry before = entry(each.sequence() - 1);
        gaps.add(
            Line.of(
                "nobody recorded from "
                    + before.at()
                    + (before.kind() == EntryKind.STOP ? " (shut down)" : " (without a stop)")
                    + " to "
                    + each.at(),
                evidence.entry(each.sequence())));
      }
    }
    return gaps;
  }

  /** The revision that served after the entry at {@code sequence}. */
  private Section rules(long sequence, Evidence evidence) {
    String question = "Which rules were active, and who changed them?";
    Entry serving = archive.rules().servingAt(sequence);
    if (serving == null) {
      return new Section("rules", question, "The log does not say.", List.of());
    }
    evidence.entry(serving.sequence());
    JsonNode revision = serving.body().path("revision");
    String digest = BodyReader.text(serving.body(), "digest");
    var lines = new ArrayList<Line>();
    lines.add(Line.of("digest of all files: " + digest, serving.sequence()).asDigest());
    line("from", BodyReader.text(revision, "origin"), lines);
    line("changed by", BodyReader.text(revision, "author"), lines);
    line("change", BodyReader.text(revision, "changeRef"), lines);
    lines.add(Line.of(approval(serving), serving.sequence()));
    line("received", BodyReader.text(revision, "received"), lines);
    line("served from", activated(serving), lines);
    JsonNode tests = revision.path("tests");
    if (tests.isObject()) {
      lines.add(Line.of("tests: " + Justification.values(tests)));
    }
    for (JsonNode summary : revision.path("difference").path("summary")) {
      lines.add(Line.of("preview: " + summary.asText()));
    }
    for (JsonNode off : serving.body().path("switchedOff")) {
      lines.add(
          Line.of("switched off: " + (off.isObject() ? Justification.values(off) : off.asText())));
    }
    List<Line> files = new ArrayList<>();
    archive
        .rules()
        .files(serving)
        .forEach((name, file) -> files.add(Line.of(name + " " + file, serving.sequence())));
    lines.add(Line.of("files, each stored under its digest", files).asDigest());
    lines.add(Line.of("revisions before it", before(serving, evidence)));
    String author = BodyReader.text(revision, "author");
    String change = BodyReader.text(revision, "changeRef");
    return new Section(
        "rules",
        question,
        "Revision %s (%s), %s since %s%s%s."
            .formatted(
                RuleHeader.brief(digest),
                how(serving),
                "served",
                activated(serving),
                author.isEmpty() ? "" : ", changed by " + author,
                change.isEmpty() ? "" : " under " + change),
        lines);
  }

  private List<Line> before(Entry serving, Evidence evidence) {
    var lines = new ArrayList<Line>();
    for (Entry each : archive.rules().revisions()) {
      if (each.sequence() < serving.sequence()) {
        String author = BodyReader.text(each.body().path("revision"), "author");
        lines.add(
            Line.of(
                "%s %s %s%s"
                    .formatted(
                        activated(each),
                        RuleHeader.brief(BodyReader.text(each.body(), "digest")),
                        how(each),
                        author.isEmpty() ? "" : " by " + author),
                evidence.entry(each.sequence())));
      }
    }
    return lines.isEmpty() ? List.of(Line.of("none in this log")) : lines;
  }

  private static String activated(Entry rules) {
    String activated = BodyReader.text(rules.body().path("revision"), "activated");
    return activated.isEmpty() ? rules.at().toString() : activated;
  }

  private static String how(Entry rules) {
    return switch (BodyReader.text(rules.body(), "how")) {
      case "first" -> "first of this run";
      case "rolled-back" -> "rolled back to";
      case "followed" -> "following the leader";
      case "activated" -> "activated";
      default -> "served";
    };
  }

  private static void line(String label, String value, List<Line> lines) {
    if (!value.isEmpty()) {
      lines.add(Line.of(label + " " + value));
    }
  }

  private Section population(Instant at) {
    NodePopulation population = NodePopulation.between(archive, at, at);
    var lines = new ArrayList<Line>();
    for (PopulationNode each : population.nodes()) {
      lines.add(
          Line.of(
              each.node()
                  + (each.judged()
                      ? " judged"
                      : " not judged: " + String.join(", ", each.notJudged()))
                  + (each.launch().isEmpty() ? "" : "; " + each.launch())));
    }
    return new Section(
        "population",
        "Which nodes were there then, and which were judged?",
        population.text() + ".",
        lines);
  }

  /** Where the log begins, ends and was interrupted, up to an entry. */
  private Section record(long sequence, Evidence evidence) {
    LogHead head = archive.log().head();
    var lines = new ArrayList<Line>();
    lines.add(Line.of("log " + head.origin()));
    for (RecordedProgram each : RecordedProgram.between(archive, sequence, sequence)) {
      lines.add(Line.of("judged by " + each.text(), evidence.entry(each.entry())));
    }
    lines.add(
        Line.of(
            "the record begins at " + entry(0).at() + "; nothing before is covered",
            evidence.entry(0)));
    lines.add(Line.of("entries 0 to " + (head.size() - 1) + ", without gaps in their sequence"));
    lines.add(Line.of("root of their Merkle tree " + head.root()).asDigest());
    List<Entry> runs = new ArrayList<>();
    for (EntryKind kind : List.of(EntryKind.START, EntryKind.STOP, EntryKind.LEADER)) {
      runs.addAll(archive.query().before(EntryFilter.of(kind), sequence + 1, MAX_RUNS));
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
                  + (cut ? ", after truncating a torn tail: " : " ")
                  + Justification.values(cut ? each.body().path("cut") : each.body()),
              evidence.entry(each.sequence())));
    }
    lines.add(Line.of("when and by whom the log was written", interruptions));
    List<Line> gaps = gaps(runs, evidence);
    lines.add(
        gaps.isEmpty()
            ? Line.of("no gap: since then it was never begun again")
            : Line.of("gaps, the last " + MAX_RUNS + " at most", gaps));
    return new Section(
        "record",
        "Is the log complete and unaltered?",
        "The log has "
            + head.size()
            + " entries, each hashed over the one before; "
            + (cuts == 0 ? "no torn tail was truncated" : cuts + " times a torn tail was truncated")
            + (gaps.isEmpty()
                ? ""
                : "; nobody recorded in " + gaps.size() + " of the times between")
            + ". Check it with plumbline audit verify, or as VERIFY.md of a bundle says.",
        lines);
  }
}
