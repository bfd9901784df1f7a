package dev.plumbline.query;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plumbline.log.Entry;
import dev.plumbline.log.Entry.Draft;
import dev.plumbline.log.EntryKind;
import dev.plumbline.log.MemoryLog;
import dev.plumbline.record.RecordedFactKeys;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the index finds is what reading every entry finds. */
class LogQueryTest {

  private static final Instant BEGIN = Instant.parse("2026-11-20T00:00:00Z");
  private static final int ENTRIES = 2 * LogIndex.PART_SIZE + 1_000;
  private static final MemoryLog LOG = new MemoryLog("plumbline.dev/log/test");

  @TempDir static Path folder;

  @BeforeAll
  static void record() {
    RandomLog.append(LOG, new SplittableRandom(1), BEGIN, ENTRIES);
  }

  private static LogQuery query(@Nullable Path kept) {
    return new LogQuery(LOG, new LogIndex(LOG, new RecordedFactKeys(), kept));
  }

  private static List<Long> scanned(EntryFilter question, LogQuery query) {
    var terms = new EntryTerms(new BodyReader(LOG), new RecordedFactKeys());
    var found = new ArrayList<Long>();
    LOG.read(
        0,
        ENTRIES,
        entry -> {
          if (question.fits(entry, terms::of, query::rules)) {
            found.add(entry.sequence());
          }
          return true;
        });
    return found;
  }

  private static List<Long> places(List<Entry> entries) {
    return entries.stream().map(Entry::sequence).toList();
  }

  @Test
  void findsWhatReadingAllFinds() {
    LogQuery query = query(folder);
    var random = new SplittableRandom(2);
    for (int i = 0; i < 12; i++) {
      EntryFilter question = RandomLog.question(random, BEGIN, ENTRIES);
      List<Long> all = scanned(question, query);
      int limit = 1 + random.nextInt(40);
      long after = random.nextInt(ENTRIES);

      assertThat(places(query.newest(question, limit)))
          .as(question.toString())
          .isEqualTo(all.subList(Math.max(0, all.size() - limit), all.size()));
      assertThat(places(query.after(question, after, limit)))
          .as(question + " after " + after)
          .isEqualTo(all.stream().filter(s -> s > after).limit(limit).toList());
      List<Long> before = all.stream().filter(s -> s < after).toList();
      assertThat(places(query.before(question, after, limit)))
          .as(question + " before " + after)
          .isEqualTo(before.subList(Math.max(0, before.size() - limit), before.size()));
    }
  }

  @Test
  void theNewestAreReadWithoutAnIndex() {
    LogState.FactKeys never =
        fact -> {
          throw new AssertionError("the body of an entry was indexed");
        };
    var query = new LogQuery(LOG, new LogIndex(LOG, never, null));

    assertThat(places(query.newest(EntryFilter.ALL, 40)))
        .isEqualTo(LongStream.range(ENTRIES - 40, ENTRIES).boxed().toList());
    assertThat(places(query.before(EntryFilter.ALL, 3, 40))).containsExactly(0L, 1L, 2L);
    assertThat(places(query.newest(EntryFilter.ALL, 2 * ENTRIES))).hasSize(ENTRIES);
  }

  @Test
  void anIndexThatIsDamagedOrOfAnotherLogIsMadeAnew() throws IOException {
    EntryFilter question = EntryFilter.about("NodePool/pool-3");
    List<Long> expected = places(query(folder).newest(question, 5_000));
    Path first = folder.resolve("%020d.idx".formatted(0));
    byte[] content = Files.readAllBytes(first);
    byte[] damaged = content.clone();
    damaged[content.length / 2] ^= 4;
    Files.write(first, damaged);

    assertThat(places(query(folder).newest(question, 5_000))).isEqualTo(expected);
    assertThat(Files.readAllBytes(first)).isEqualTo(content);
    assertThat(StoredPart.read(content, "plumbline.dev/log/other")).isNull();
  }

  @Test
  void timesAreFoundThoughClocksAreSetBack() {
    LogQuery query = query(null);
    Instant time = BEGIN.plusSeconds(ENTRIES / 2);
    long[] last = {-1};
    LOG.read(
        0,
        ENTRIES,
        entry -> {
          if (!entry.at().isAfter(time)) {
            last[0] = entry.sequence();
          }
          return true;
        });

    assertThat(query.at(time)).isEqualTo(last[0]);
    assertThat(query.at(BEGIN.minusSeconds(100_000))).isEqualTo(-1);
  }

  @Test
  void wholeSecondsMeanAllOfTheSecond() {
    var log = new MemoryLog("plumbline.dev/log/seconds");
    ObjectNode nothing = JsonNodeFactory.instance.objectNode();
    log.append(List.of(new Draft(BEGIN.plusMillis(300), EntryKind.STOP, nothing)));
    var query = new LogQuery(log, new LogIndex(log, new RecordedFactKeys(), null));

    assertThat(query.at(BEGIN)).isZero();
    assertThat(query.at(BEGIN.plusMillis(299))).isEqualTo(-1);
    assertThat(query.at(BEGIN.minusSeconds(1))).isEqualTo(-1);
  }

  @Test
  void whatIsAppendedLaterIsFoundToo() {
    var log = new MemoryLog("plumbline.dev/log/grows");
    var query = new LogQuery(log, new LogIndex(log, new RecordedFactKeys(), null));
    assertThat(query.newest(EntryFilter.of(EntryKind.STOP), 1)).isEmpty();
    ObjectNode nothing = JsonNodeFactory.instance.objectNode();
    log.append(List.of(new Draft(BEGIN, EntryKind.STOP, nothing)));

    assertThat(places(query.newest(EntryFilter.of(EntryKind.STOP), 1))).containsExactly(0L);
  }

  @Test
  void rulesServeControlsByTheirRevision() {
    var log = new MemoryLog("plumbline.dev/log/controls");
    for (String control : List.of("CM-2", "SI-2")) {
      String text =
          "/* rule \"no\" @Id(\"NO-1\") */\nrule \"it is so\"\n  @Id(\"A-001\") @Control(\""
              + control
              + ", CM-7\") @Severity(\"low\")\nwhen\nthen\nend\n";
      ObjectNode rules = JsonNodeFactory.instance.objectNode();
      rules.put("digest", control);
      rules.putObject("files").put("a.drl", log.store(text.getBytes(StandardCharsets.UTF_8)));
      log.append(List.of(new Draft(BEGIN, EntryKind.RULES, rules)));
      log.append(List.of(new Draft(BEGIN, EntryKind.DECISION, RandomLog.concluded("A-001"))));
    }
    var query = new LogQuery(log, new LogIndex(log, new RecordedFactKeys(), null));

    assertThat(query.rules().ids()).containsExactly("A-001");
    assertThat(query.rules().rule("A-001", 1).place()).startsWith("a.drl:2@");
    assertThat(places(query.newest(control("CM-2"), 9))).containsExactly(1L);
    assertThat(places(query.newest(control("SI-2"), 9))).containsExactly(3L);
    assertThat(places(query.newest(control("CM-7"), 9))).containsExactly(1L, 3L);
  }

  private static EntryFilter control(String control) {
    return new EntryFilter(null, null, null, EntryFilter.About.control(control));
  }
}
