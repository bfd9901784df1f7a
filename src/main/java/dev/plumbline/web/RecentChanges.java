package dev.plumbline.web;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.util.TokenBuffer;
import dev.plumbline.conclusion.Conclusion;
import dev.plumbline.conclusion.FindingConclusions;
import dev.plumbline.conclusion.FindingConclusions.Finding;
import dev.plumbline.conclusion.ImageConclusions.AmiResolved;
import dev.plumbline.conclusion.NodeClassConclusions.NodeClassCondition;
import dev.plumbline.conclusion.PoolConclusions.NodePoolUnusable;
import dev.plumbline.conclusion.RolloutConclusions.RolloutStage;
import dev.plumbline.conclusion.WireForm;
import dev.plumbline.fact.ObjectKind;
import dev.plumbline.fact.RecordType;
import dev.plumbline.log.Entry;
import dev.plumbline.log.EntryKind;
import dev.plumbline.log.StatePart;
import dev.plumbline.loop.HostSnapshot;
import dev.plumbline.query.BodyReader;
import dev.plumbline.query.EntryFilter;
import dev.plumbline.query.LogArchive;
import dev.plumbline.web.view.ChangesDocument;
import dev.plumbline.work.Worker;
import jakarta.enterprise.context.ApplicationScoped;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What has changed within a day: what held then, by the decision log, against the settlement of
 * now. What held then is read once, in the background, and follows the log as time passes.
 */
@ApplicationScoped
class RecentChanges {

  static final Duration WINDOW = Duration.ofDays(1);

  private static final Duration READ = Duration.ofMinutes(10);
  private static final int MAX_ITEMS = 100;
  private static final int MAX_OUTCOMES = 1_000;
  private static final List<Class<? extends Conclusion>> TYPES =
      List.of(
          Finding.class,
          AmiResolved.class,
          NodeClassCondition.class,
          RolloutStage.class,
          NodePoolUnusable.class);
  private static final Set<String> NAMES =
      TYPES.stream().map(RecordType::name).collect(Collectors.toUnmodifiableSet());
  private static final JsonMapper JSON = new JsonMapper();

  private final RecordedLog recorded;
  private @Nullable Past past;
  private boolean reading;
  private @Nullable Since since;

  RecentChanges(RecordedLog recorded) {
    this.recorded = recorded;
  }

  /**
   * What held after an entry.
   *
   * @param from the time of the comparison
   * @param held by key
   */
  private record Past(long sequence, Instant from, Map<String, JsonNode> held) {}

  /** What entries say that are no conclusions, up to a size of the log. */
  private record Since(
      long size,
      Instant from,
      List<ChangesDocument.Activation> rules,
      List<ChangesDocument.Actions> actions) {}

  /** A problem where nothing is recorded. */
  ChangesDocument upTo(HostSnapshot live) {
    LogArchive archive = recorded.archive();
    Instant from = live.at().minus(WINDOW);
    Past then = past(archive, from);
    return then == null
        ? new ChangesDocument(
            live.sequence(), null, 0, 0, List.of(), List.of(), 0, List.of(), List.of())
        : document(live, then, since(archive, then.from()));
  }

  private synchronized @Nullable Past past(LogArchive archive, Instant from) {
    Past known = past;
    if (known == null) {
      if (!reading) {
        reading = true;
        Runnable read = () -> keep(archive, from);
        Worker.of("plumbline-changes", Worker.stage("read the log", READ, read)).start();
      }
      return null;
    }
    long upTo = archive.query().at(from);
    if (upTo > known.sequence()) {
      past = known = after(archive, known, upTo, from);
    }
    return known;
  }

  private void keep(LogArchive archive, Instant from) {
    Past read = null;
    try {
      read = read(archive, from);
    } finally {
      synchronized (this) {
        past = read;
        reading = false;
      }
    }
  }

  /**
   * What held at a time, or at the beginning of the log if that is later; null where it is empty.
   */
  private static @Nullable Past read(LogArchive archive, Instant from) {
    long upTo = archive.query().at(from);
    EntryFilter states = EntryFilter.of(EntryKind.STATE);
    List<Entry> found = upTo < 0 ? List.of() : archive.query().before(states, upTo + 1, 1);
    if (found.isEmpty()) {
      found = archive.query().after(states, -1, 1);
    }
    if (found.isEmpty()) {
      return null;
    }
    Entry state = found.getFirst();
    var held = new TreeMap<String, JsonNode>();
    archive
        .bodies()
        .state(
            state,
            StatePart.CONCLUSIONS,
            (line, kept) -> {
              if (mayBeOurs(line)) {
                put(BodyReader.tree(line, state), held);
              }
            });
    var at = new Past(state.sequence(), later(state.at(), from), held);
    return upTo > state.sequence() ? after(archive, at, upTo, from) : at;
  }

  private static Instant later(Instant one, Instant other) {
    return one.isAfter(other) ? one : other;
  }

  private static boolean mayBeOurs(String line) {
    return NAMES.stream().anyMatch(each -> line.contains("\"" + each + "\""));
  }

  /** What held some entries later. */
  private static Past after(LogArchive archive, Past before, long upTo, Instant from) {
    var held = new TreeMap<>(before.held());
    archive
        .query()
        .each(
            EntryFilter.of(EntryKind.DECISION),
            before.sequence(),
            entry -> {
              if (entry.sequence() > upTo) {
                return false;
              }
              JsonNode part = archive.bodies().part(entry, "conclusions");
              part.path("removed").forEach(each -> remove(each, held));
              part.path("added").forEach(each -> put(each, held));
              return true;
            });
    return new Past(upTo, from, held);
  }

  private static void put(JsonNode recorded, Map<String, JsonNode> held) {
    JsonNode conclusion = recorded.path("conclusion");
    String key = key(conclusion);
    if (key != null) {
      held.put(key, conclusion);
    }
  }

  private static void remove(JsonNode recorded, Map<String, JsonNode> held) {
    String key = key(recorded.path("conclusion"));
    if (key != null) {
      held.remove(key);
    }
  }

  /** What it is about; null for one of another type, and for a finding that all is well. */
  private static @Nullable String key(JsonNode it) {
    String type = it.path("type").asText();
    if (!NAMES.contains(type) || it.path("result").asText().equals("pass")) {
      return null;
    }
    return String.join(
        " ",
        type,
        it.path("rule").asText(),
        it.path("subject").asText(),
        it.path("nodeClass").asText(),
        it.path("nodePool").asText(),
        it.path("condition").asText(),
        it.path("ami").asText());
  }

  private synchronized Since since(LogArchive archive, Instant from) {
    long size = archive.log().head().size();
    Since known = since;
    // The window moves with each settlement, by seconds: what leaves it a little later is no
    // matter.
    if (known == null
        || known.size() != size
        || Duration.between(known.from(), from).compareTo(Duration.ofMinutes(10)) > 0) {
      since = known = new Since(size, from, rules(archive, from), actions(archive, from));
    }
    return known;
  }

  private static List<ChangesDocument.Activation> rules(LogArchive archive, Instant from) {
    return archive.query().newest(window(from, EntryKind.RULES), MAX_ITEMS).reversed().stream()
        .filter(each -> !each.body().path("how").asText().equals("first"))
        .map(
            each ->
                new ChangesDocument.Activation(
                    each.sequence(),
                    each.at(),
                    each.body().path("digest").asText(),
                    each.body().path("how").asText(),
                    each.body().at("/revision/author").textValue()))
        .toList();
  }

  private static List<ChangesDocument.Actions> actions(LogArchive archive, Instant from) {
    var counts = new TreeMap<String, Integer>();
    for (Entry each : archive.query().newest(window(from, EntryKind.OUTCOME), MAX_OUTCOMES)) {
      String name = each.body().path("action").asText() + " " + each.body().path("result").asText();
      counts.merge(name, 1, Integer::sum);
    }
    return counts.entrySet().stream()
        .map(
            each -> {
              String[] name = each.getKey().split(" ", 2);
              return new ChangesDocument.Actions(name[0], name[1], each.getValue());
            })
        .toList();
  }

  private static EntryFilter window(Instant from, EntryKind kind) {
    return new EntryFilter(from, null, kind, EntryFilter.About.ANYTHING);
  }

  private static ChangesDocument document(HostSnapshot live, Past then, Since since) {
    Map<String, JsonNode> now = now(live);
    var findings = new ArrayList<ChangesDocument.Finding>();
    var changes = new ArrayList<ChangesDocument.Change>();
    var keys = new TreeSet<>(then.held().keySet());
    keys.addAll(now.keySet());
    for (String key : keys) {
      JsonNode before = then.held().get(key);
      JsonNode after = now.get(key);
      JsonNode either = after == null ? before : after;
      if (either == null) {
        continue;
      }
      if (!either.path("type").asText().equals(RecordType.name(Finding.class))) {
        change(either, before, after, changes);
      } else if (before == null || after == null) {
        findings.add(
            new ChangesDocument.Finding(
                either.path("rule").asText(),
                either.path("subject").asText(),
                either.path("severity").asText(),
                either.path("message").asText(),
                after == null));
      }
    }
    int resolved =
        Math.toIntExact(findings.stream().filter(ChangesDocument.Finding::resolved).count());
    return new ChangesDocument(
        live.sequence(),
        then.from(),
        findings.size() - resolved,
        resolved,
        findings.stream()
            .sorted(
                Comparator.comparing(ChangesDocument.Finding::resolved)
                    .thenComparing(each -> FindingConclusions.SEVERITIES.indexOf(each.severity()))
                    .thenComparing(ChangesDocument.Finding::subject))
            .limit(MAX_ITEMS)
            .toList(),
        changes.stream().limit(MAX_ITEMS).toList(),
        changes.size(),
        since.rules(),
        since.actions());
  }

  private static void change(
      JsonNode either,
      @Nullable JsonNode before,
      @Nullable JsonNode after,
      List<ChangesDocument.Change> changes) {
    String type = either.path("type").asText();
    String object =
        type.equals(RecordType.name(NodePoolUnusable.class))
            ? ObjectKind.NODE_POOL.key(either.path("nodePool").asText())
            : ObjectKind.EC2_NODE_CLASS.key(either.path("nodeClass").asText());
    String was = value(type, before);
    String is = value(type, after);
    if (Objects.equals(was, is)) {
      return;
    }
    String kind =
        type.equals(RecordType.name(AmiResolved.class))
            ? "image"
            : type.equals(RecordType.name(NodeClassCondition.class))
                ? "condition"
                : type.equals(RecordType.name(RolloutStage.class)) ? "rollout" : "usable";
    JsonNode name = either.path(kind.equals("condition") ? "condition" : "ami");
    changes.add(new ChangesDocument.Change(kind, object, name.textValue(), was, is));
  }

  /** What is said of it; null of what does not hold. */
  private static @Nullable String value(String type, @Nullable JsonNode it) {
    if (type.equals(RecordType.name(NodePoolUnusable.class))) {
      return it == null ? "usable" : "unusable";
    }
    if (it == null) {
      return null;
    }
    return type.equals(RecordType.name(AmiResolved.class))
        ? "launched"
        : it.path(type.equals(RecordType.name(RolloutStage.class)) ? "stage" : "status").asText();
  }

  private static Map<String, JsonNode> now(HostSnapshot live) {
    var now = new TreeMap<String, JsonNode>();
    for (Class<? extends Conclusion> type : TYPES) {
      for (Conclusion each : live.settlement().of(type)) {
        JsonNode node = tree(each);
        String key = key(node);
        if (key != null) {
          now.put(key, node);
        }
      }
    }
    return now;
  }

  private static JsonNode tree(Conclusion conclusion) {
    try (var buffer = new TokenBuffer(JSON, false)) {
      WireForm.write(conclusion, buffer);
      return JSON.readTree(buffer.asParser());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
