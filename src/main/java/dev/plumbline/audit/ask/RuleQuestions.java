package dev.plumbline.audit.ask;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plumbline.audit.Entry;
import dev.plumbline.audit.ask.NodeAnswer.Line;
import dev.plumbline.audit.ask.NodeAnswer.Section;
import dev.plumbline.audit.read.BodyReader;
import dev.plumbline.audit.read.RuleBook.RuleHeader;
import java.util.ArrayList;
import java.util.List;

/** Which rules judged, and how they came to. */
final class RuleQuestions {

  private final Archive archive;

  RuleQuestions(Archive archive) {
    this.archive = archive;
  }

  /** The revision that served after the entry at {@code sequence}. */
  Section serving(long sequence, Evidence evidence) {
    String question = "Which rules judged, and who changed them?";
    Entry serving = archive.rules().servingAt(sequence);
    if (serving == null) {
      return new Section("rules", question, "The record does not tell.", List.of());
    }
    evidence.entry(serving.sequence());
    JsonNode revision = serving.body().path("revision");
    String digest = BodyReader.text(serving.body(), "digest");
    var lines = new ArrayList<Line>();
    lines.add(Line.of("digest of all files: " + digest, serving.sequence()));
    line("from", BodyReader.text(revision, "origin"), lines);
    line("changed by", BodyReader.text(revision, "author"), lines);
    line("change", BodyReader.text(revision, "changeRef"), lines);
    line("approved by", BodyReader.text(revision, "approvedBy"), lines);
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
    lines.add(Line.of("files, each kept whole under its digest", files));
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
    return lines.isEmpty() ? List.of(Line.of("none in this record")) : lines;
  }

  private static String activated(Entry rules) {
    String told = BodyReader.text(rules.body().path("revision"), "activated");
    return told.isEmpty() ? rules.at().toString() : told;
  }

  private static String how(Entry rules) {
    return switch (BodyReader.text(rules.body(), "how")) {
      case "first" -> "the first of this run";
      case "rolled-back" -> "taken back to";
      case "followed" -> "as the leader served";
      case "activated" -> "put into service";
      default -> "served";
    };
  }

  private static void line(String label, String value, List<Line> lines) {
    if (!value.isEmpty()) {
      lines.add(Line.of(label + " " + value));
    }
  }
}
