package dev.plumbline.loop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.engine.RuleSession;
import dev.plumbline.engine.RuleSession.SettleLimits;
import dev.plumbline.fact.Fact;
import dev.plumbline.fact.Gates.SourceStatus;
import dev.plumbline.fact.Images.Ami;
import dev.plumbline.language.RuleFiles;
import dev.plumbline.loop.Host.LoopTimings;
import dev.plumbline.source.FactUpdate;
import dev.plumbline.source.SnapshotFolderSource;
import dev.plumbline.source.SnapshotFolderSource.Reading;
import dev.plumbline.work.Worker;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A host that goes on from what was settled before it was there, and one that begins alone. */
class HeadStartTest {

  private static final InstantSource CLOCK =
      InstantSource.fixed(Instant.parse("2026-11-20T09:00:00Z"));
  private static final Duration HOUR = Duration.ofHours(1);
  private static final Evaluation SHIPPED = Evaluation.with((Path) null);
  private static final Path TOUR = Path.of("examples/tour");

  @TempDir private Path folder;

  /** What a host has settled first: its facts, its conclusions and why. */
  private record First(SortedMap<String, List<Fact>> facts, List<?> conclusions) {}

  private static First first(HeadStart start, Evaluation evaluation, Path snapshot) {
    Reading early = start.reading(evaluation.rules());
    var timings =
        new LoopTimings(
            Duration.ZERO,
            Duration.ofMinutes(1),
            SettleLimits.DEFAULT,
            Duration.ofMillis(20),
            CLOCK);
    var published = new HostState();
    try (var source =
            new SnapshotFolderSource(snapshot, early, evaluation.policy(), CLOCK, HOUR, HOUR);
        var host =
            new Host(evaluation, published, ActionPipeline.DRY_RUN, timings, HostEvents.NONE)) {
      host.publish(
          List.of(
              FactUpdate.of(new SourceStatus("log", "synced", "", null, null, null, 0, null, 0))));
      source.start(host);
      host.begin(start);
      HostSnapshot live = host.step();
      return new First(live.facts(), live.settlement().all());
    }
  }

  static Stream<Path> examples() throws IOException {
    try (Stream<Path> all = Files.list(Path.of("examples"))) {
      return all
          .filter(each -> Files.exists(each.resolve("snapshot.yaml")))
          .sorted()
          .toList()
          .stream();
    }
  }

  @ParameterizedTest
  @MethodSource("examples")
  void whoGoesOnFromItConcludesTheSameAsWhoBeginsAlone(Path example) {
    HeadStart start = HeadStart.begin(example, CLOCK);

    assertThat(first(start, SHIPPED, example)).isEqualTo(first(HeadStart.none(), SHIPPED, example));
  }

  @Test
  void factsThatAHostTakesOverAreTheVeryOnesThatItsSourcePublishes() {
    HeadStart start = HeadStart.begin(TOUR, CLOCK);
    Reading early = Objects.requireNonNull(start.reading(SHIPPED.rules()));
    var published = new ArrayList<Fact>();
    try (var source = new SnapshotFolderSource(TOUR, early, SHIPPED.policy(), CLOCK, HOUR, HOUR);
        RuleSession session = session(start)) {
      source.start(updates -> updates.forEach(each -> published.addAll(each.facts())));

      assertThat(published)
          .filteredOn(Ami.class::isInstance)
          .isNotEmpty()
          .allSatisfy(fact -> assertThat(session.fact(fact.key())).isSameAs(fact));
    }
  }

  @Test
  void whatIsEditedMeanwhileIsReadAgain() throws IOException {
    copy(TOUR, folder);
    HeadStart start = HeadStart.begin(folder, CLOCK);
    start.reading(SHIPPED.rules());
    Path images = folder.resolve("images.json");
    String edited = Files.readString(images).replace("\"available\"", "\"pending\"");
    Files.writeString(images, edited);

    First first = first(start, SHIPPED, folder);

    assertThat(first).isEqualTo(first(HeadStart.none(), SHIPPED, folder));
    assertThat(first.facts().get("Ami"))
        .isNotEmpty()
        .allSatisfy(image -> assertThat(((Ami) image).state()).isEqualTo("pending"));
  }

  @Test
  void whatOtherRulesWouldNotConcludeIsNotTakenOver() {
    String rule =
        """
        package team
        import dev.plumbline.fact.Ami
        import dev.plumbline.conclusion.AmiUsed
        rule "every image is used"
            @Id("TEAM-001") @Control("CM-2") @Severity("info")
        when
            Ami( $id : id )
        then
            insertLogical( new AmiUsed( "team", $id ) );
        end
        """;
    Evaluation other = Evaluation.with(RuleFiles.over(Map.of("team.drl", rule), "test"));
    HeadStart start = HeadStart.begin(TOUR, CLOCK);

    assertThat(start.reading(other.rules())).isNull();
    assertThat(first(start, other, TOUR)).isEqualTo(first(HeadStart.none(), other, TOUR));
  }

  @Test
  void aFolderThatCannotBeReadIsLeftToTheHost() {
    HeadStart start = HeadStart.begin(folder.resolve("nowhere"), CLOCK);

    assertThat(start.reading(SHIPPED.rules())).isNull();
    assertThat(start.session(SHIPPED.rules(), HOUR)).isNull();
    assertThat(Worker.overdue()).isEmpty();
  }

  @Test
  void ofAClusterOnlyTheRulesAndTheirDataAreThere() {
    try (RuleSession session = session(HeadStart.begin(null, CLOCK))) {
      assertThat(session.size()).isPositive();
      assertThat(SHIPPED.policy().facts())
          .allSatisfy(fact -> assertThat(session.fact(fact.key())).isEqualTo(fact));
    }
  }

  @Test
  void isTakenOnce() {
    HeadStart start = HeadStart.begin(TOUR, CLOCK);
    session(start).close();

    assertThat(start.session(SHIPPED.rules(), HOUR)).isNull();
    assertThat(start.reading(SHIPPED.rules())).isNull();
  }

  @Test
  void isOfNoUseOnceItIsClosed() {
    HeadStart start = HeadStart.begin(TOUR, CLOCK);
    start.close();

    assertThat(start.session(SHIPPED.rules(), HOUR)).isNull();
    assertThat(start.reading(SHIPPED.rules())).isNull();
  }

  private static RuleSession session(HeadStart start) {
    return Objects.requireNonNull(start.session(SHIPPED.rules(), HOUR), "it failed");
  }

  private static void copy(Path from, Path to) throws IOException {
    try (Stream<Path> files = Files.walk(from)) {
      files
          .filter(Files::isRegularFile)
          .forEach(file -> copyTo(file, to.resolve(from.relativize(file))));
    }
  }

  private static void copyTo(Path file, Path to) {
    try {
      Files.createDirectories(to.getParent());
      Files.copy(file, to);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
