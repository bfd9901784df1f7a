package dev.plumbline.query;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.plumbline.log.Entry;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The rule revisions of a log, with the headers of their rules. */
public final class RuleBook {

  private final BodyReader bodies;
  private final List<Entry> revisions = new ArrayList<>();
  private final Map<String, List<RuleHeader>> byFile = new HashMap<>();
  private final Map<String, SortedMap<String, RuleHeader>> byRevision = new HashMap<>();

  /**
   * A book of these revisions.
   *
   * @param revisions the entries of kind {@code rules}, in their order
   */
  public RuleBook(BodyReader bodies, List<Entry> revisions) {
    this.bodies = bodies;
    this.revisions.addAll(revisions);
  }

  /** The entries of kind {@code rules}, in their order. */
  public List<Entry> revisions() {
    return Collections.unmodifiableList(revisions);
  }

  /** The revision that served when the entry at {@code sequence} was written; null before one. */
  public @Nullable Entry servingAt(long sequence) {
    Entry serving = null;
    for (Entry each : revisions) {
      if (each.sequence() > sequence) {
        break;
      }
      serving = each;
    }
    return serving;
  }

  /** The rules of a revision by id; those that did not judge are among them. */
  public synchronized SortedMap<String, RuleHeader> rules(Entry revision) {
    return byRevision.computeIfAbsent(
        BodyReader.text(revision.body(), "digest"), digest -> read(revision));
  }

  /** The rules of the revision with this digest; empty when the log does not have it. */
  public SortedMap<String, RuleHeader> rules(String digest) {
    for (Entry each : revisions) {
      if (BodyReader.text(each.body(), "digest").equals(digest)) {
        return rules(each);
      }
    }
    return Collections.emptySortedMap();
  }

  public @Nullable RuleHeader rule(String id, long sequence) {
    Entry serving = servingAt(sequence);
    return serving == null ? null : rules(serving).get(id);
  }

  public SortedSet<String> ids() {
    var ids = new TreeSet<String>();
    revisions.forEach(each -> ids.addAll(rules(each).keySet()));
    return ids;
  }

  public SortedSet<String> controls() {
    var controls = new TreeSet<String>();
    revisions.forEach(
        each -> rules(each).values().forEach(rule -> controls.addAll(rule.controls())));
    return controls;
  }

  public SortedSet<String> serving(String control) {
    var ids = new TreeSet<String>();
    for (Entry each : revisions) {
      rules(each).values().stream()
          .filter(rule -> rule.controls().contains(control))
          .forEach(rule -> ids.add(rule.id()));
    }
    return ids;
  }

  public SortedMap<String, String> files(Entry revision) {
    var files = new TreeMap<String, String>();
    bodies
        .part(revision, "files")
        .properties()
        .forEach(file -> files.put(file.getKey(), file.getValue().asText()));
    return files;
  }

  public String text(Entry revision, String digest) {
    return bodies.text(digest, revision);
  }

  private SortedMap<String, RuleHeader> read(Entry revision) {
    var rows = new TreeMap<String, RuleHeader>();
    var rules = new TreeMap<String, RuleHeader>();
    files(revision)
        .forEach(
            (name, digest) ->
                headers(name, digest, revision)
                    .forEach(each -> (name.endsWith(".drl") ? rules : rows).put(each.id(), each)));
    rows.forEach(rules::putIfAbsent);
    return rules;
  }

  private List<RuleHeader> headers(String file, String digest, Entry revision) {
    return byFile.computeIfAbsent(
        file + "@" + digest,
        key ->
            file.endsWith(".drl")
                ? RuleHeader.of(file, digest, bodies.text(digest, revision))
                : file.endsWith(".measures.yaml")
                    ? RuleHeader.rows(file, digest, bodies.text(digest, revision))
                    : List.of());
  }

  public record RuleHeader(
      String id,
      String name,
      List<String> controls,
      String severity,
      String file,
      int line,
      String digest) {

    private static final int BRIEF_LENGTH = 12;

    private static final Pattern RULE =
        Pattern.compile("(?m)^[ \\t]*rule\\s+(?:\"([^\"]+)\"|'([^']+)'|(\\w\\S*))");
    private static final Pattern COMMENT = Pattern.compile("(?s)/\\*.*?\\*/|(?m)^[ \\t]*//.*$");
    private static final YAMLMapper YAML = new YAMLMapper();
    private static final Pattern WHEN = Pattern.compile("(?m)^[ \\t]*(when|then)\\b");
    private static final Pattern ID = annotation("Id");
    private static final Pattern CONTROL = annotation("Control");
    private static final Pattern SEVERITY = annotation("Severity");

    /** Its location: {@code ami-eligibility.drl:23@1f2e3d4c5b6a}. */
    public String place() {
      return file + ":" + line + "@" + brief(digest);
    }

    public static String brief(String digest) {
      String hex = digest.startsWith("sha256:") ? digest.substring("sha256:".length()) : digest;
      return hex.substring(0, Math.min(BRIEF_LENGTH, hex.length()));
    }

    static List<RuleHeader> of(String file, String digest, String text) {
      // Comments are made blank, so that lines stay where they are.
      String code = COMMENT.matcher(text).replaceAll(m -> m.group().replaceAll("[^\\n]", " "));
      var headers = new ArrayList<RuleHeader>();
      Matcher rule = RULE.matcher(code);
      var lines = new Lines(code);
      while (rule.find()) {
        Matcher when = WHEN.matcher(code);
        int end = when.find(rule.end()) ? when.start() : code.length();
        String head = code.substring(rule.end(), end);
        String name =
            rule.group(1) != null
                ? rule.group(1)
                : rule.group(2) != null ? rule.group(2) : rule.group(3);
        headers.add(
            new RuleHeader(
                annotation(head, ID, name),
                name,
                split(annotation(head, CONTROL, "")),
                annotation(head, SEVERITY, "info"),
                file,
                lines.at(rule.start()),
                digest));
      }
      return headers;
    }

    /** The rows of {@code x.measures.yaml}, each of which is a rule; none when it is malformed. */
    static List<RuleHeader> rows(String file, String digest, String text) {
      var headers = new ArrayList<RuleHeader>();
      var lines = new Lines(text);
      try {
        for (var row : YAML.readTree(text).path("measures").properties()) {
          String id = row.getKey();
          JsonNode head = row.getValue();
          int start = Math.max(0, text.indexOf("\n  " + id + ":") + 1);
          headers.add(
              new RuleHeader(
                  id,
                  head.path("finding").asText(),
                  split(head.path("control").asText()),
                  head.path("severity").asText(),
                  file,
                  lines.at(start),
                  digest));
        }
      } catch (JsonProcessingException e) {
        return List.of();
      }
      return headers;
    }

    private static Pattern annotation(String name) {
      return Pattern.compile("@" + name + "\\s*\\(\\s*[\"']?([^\"')]*)[\"']?\\s*\\)");
    }

    private static String annotation(String head, Pattern pattern, String otherwise) {
      Matcher found = pattern.matcher(head);
      return found.find() ? found.group(1).strip() : otherwise;
    }

    private static List<String> split(String controls) {
      return controls.isBlank() ? List.of() : List.of(controls.strip().split("\\s*,\\s*"));
    }
  }

  /** Line numbers of ascending places in a text. */
  private static final class Lines {

    private final String text;
    private int at;
    private int line = 1;

    Lines(String text) {
      this.text = text;
    }

    /** The line of a place, from 1; a place before one asked for earlier is counted anew. */
    int at(int place) {
      if (place < at) {
        at = 0;
        line = 1;
      }
      for (; at < place; at++) {
        if (text.charAt(at) == '\n') {
          line++;
        }
      }
      return line;
    }
  }
}
