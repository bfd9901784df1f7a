package dev.plumbline.query;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plumbline.log.Entry;
import dev.plumbline.log.EntryKind;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * The program that judged from an entry on, as it recorded itself; what it did not record is {@code
 * not known}.
 *
 * @param since when it began to write
 * @param image by digest: {@code registry/plumbline@sha256:…}
 * @param java the virtual machine with its version, after {@code native, } in a native image
 */
public record RecordedProgram(
    long entry,
    Instant since,
    String writer,
    String version,
    String commit,
    String image,
    String java,
    String drools,
    String quarkus) {

  private static final String NOT_KNOWN = "not known";

  static RecordedProgram of(Entry start) {
    JsonNode program = start.body().path("program");
    return new RecordedProgram(
        start.sequence(),
        start.at(),
        known(start.body(), "writer"),
        known(start.body(), "version"),
        known(program, "commit"),
        known(program, "image"),
        known(program, "java"),
        known(program, "drools"),
        known(program, "quarkus"));
  }

  private static String known(JsonNode of, String field) {
    String text = BodyReader.text(of, field);
    return text.isEmpty() || text.equals("unknown") ? NOT_KNOWN : text;
  }

  /** Those that judged between two entries, in order; a restart of the same one is left out. */
  public static List<RecordedProgram> between(LogArchive archive, long first, long last) {
    var programs = new ArrayList<RecordedProgram>();
    List<Entry> before =
        archive.query().before(EntryFilter.of(EntryKind.START), Math.max(0, first) + 1, 1);
    before.forEach(start -> programs.add(of(start)));
    archive
        .query()
        .each(
            EntryFilter.of(EntryKind.START),
            before.isEmpty() ? -1 : Math.max(0, first),
            start -> {
              RecordedProgram next = of(start);
              if (start.sequence() <= last
                  && (programs.isEmpty() || !programs.getLast().text().equals(next.text()))) {
                programs.add(next);
              }
              return start.sequence() < last;
            });
    return List.copyOf(programs);
  }

  /** The one that judged at an entry, of those in order; an empty text where none is known. */
  static String at(long sequence, List<RecordedProgram> programs) {
    String text = "";
    for (RecordedProgram each : programs) {
      if (each.entry() <= sequence) {
        text = each.text();
      }
    }
    return text;
  }

  public String text() {
    return "plumbline %s, commit %s, image %s, %s, Drools %s, Quarkus %s"
        .formatted(
            version,
            commit,
            image,
            java.equals(NOT_KNOWN) ? "Java not known" : java,
            drools,
            quarkus);
  }

  public ObjectNode toJson() {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("entry", entry).put("since", since.toString()).put("writer", writer);
    json.put("version", version).put("commit", commit).put("image", image);
    json.put("java", java).put("drools", drools).put("quarkus", quarkus);
    return json;
  }
}
