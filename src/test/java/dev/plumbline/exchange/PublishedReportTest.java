package dev.plumbline.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.action.Action;
import dev.plumbline.action.Change.PublishReport;
import dev.plumbline.action.ChangeWriter.Written;
import dev.plumbline.action.LiveObjects;
import dev.plumbline.action.plan.ClusterPlanner;
import dev.plumbline.conclusion.ActionConclusions.ActionDue;
import dev.plumbline.conclusion.BundleConclusions.BundleReport;
import dev.plumbline.conclusion.Conclusion;
import dev.plumbline.conclusion.Conclusions;
import dev.plumbline.conclusion.FleetConclusions.ReleaseReport;
import dev.plumbline.conclusion.FleetConclusions.ReportDue;
import dev.plumbline.exchange.Reports.InMemory;
import dev.plumbline.fact.Fact;
import dev.plumbline.fact.Fleet.FleetBundle;
import dev.plumbline.fact.Fleet.FleetVerdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is planned of a cluster with years of images can be read by others. */
class PublishedReportTest {

  private static final int MANY = PublishReport.MAX_RELEASES + 100;

  private final InMemory store = new InMemory();

  private static ReleaseReport release(int i, String state) {
    return new ReleaseReport(
        "ami-%05d".formatted(i),
        state,
        Reports.AT.minus(Duration.ofDays(i)),
        1,
        10,
        0,
        "é\"".repeat(2_000));
  }

  private static PublishReport planned(List<Conclusion> releases) {
    var all = new ArrayList<>(releases);
    all.add(new ReportDue("SHARE-010", "dev-1", 0, "", "1.33", "x"));
    all.add(new ActionDue("PublishVerdicts", "FleetMember/dev-1", "enforce", "x"));
    Conclusions conclusions =
        new Conclusions() {
          @Override
          public <T extends Conclusion> List<T> of(Class<T> type) {
            return all.stream().filter(type::isInstance).map(type::cast).toList();
          }
        };
    List<Action> actions =
        new ClusterPlanner().plan(conclusions, new LiveObjects(Map.of())).actions();
    assertThat(actions).hasSize(1);
    return (PublishReport) actions.getFirst().change();
  }

  @Test
  void moreThanOthersReadIsLeftOutTheOldestFirstAndNoRefusal() {
    var releases = new ArrayList<Conclusion>();
    for (int i = 0; i < MANY; i++) {
      releases.add(release(i, i == MANY - 1 ? "recalled" : "proven"));
    }
    var publisher =
        new VerdictPublisher(
            store, Reports.key("dev-1"), Reports.PROGRAM, () -> Reports.AT, () -> {});

    assertThat(publisher.write(planned(releases), () -> true)).isEqualTo(Written.DONE);

    var chain = new ClusterChain("dev-1", Reports.key("dev-1").verifier());
    List<Fact> read = Reports.read(chain, store, Reports.AT);
    assertThat(chain.fault()).isNull();
    List<FleetVerdict> verdicts =
        read.stream().filter(FleetVerdict.class::isInstance).map(FleetVerdict.class::cast).toList();
    assertThat(verdicts).hasSize(PublishReport.MAX_RELEASES);
    assertThat(verdicts.getLast().state()).isEqualTo("recalled");
    assertThat(verdicts.get(PublishReport.MAX_RELEASES - 2).release())
        .isEqualTo("ami-%05d".formatted(PublishReport.MAX_RELEASES - 2));
    assertThat(verdicts)
        .allSatisfy(
            each -> assertThat(each.message()).hasSize(PublishReport.MAX_MESSAGE).endsWith("…"));
  }

  @Test
  void bundlesArePublishedTheNewestFirstNoMoreThanOthersRead() {
    var bundles = new ArrayList<Conclusion>();
    for (int i = 0; i < PublishReport.MAX_BUNDLES + 5; i++) {
      bundles.add(
          new BundleReport(Reports.bundle(i), "é".repeat(600), i, "serving", "x".repeat(600)));
    }
    var publisher =
        new VerdictPublisher(
            store, Reports.key("dev-1"), Reports.PROGRAM, () -> Reports.AT, () -> {});

    assertThat(publisher.write(planned(bundles), () -> true)).isEqualTo(Written.DONE);

    var chain = new ClusterChain("dev-1", Reports.key("dev-1").verifier());
    List<Fact> read = Reports.read(chain, store, Reports.AT);
    assertThat(chain.fault()).isNull();
    assertThat(read).hasSize(1 + PublishReport.MAX_BUNDLES);
    assertThat(((FleetBundle) read.get(1)).sequence()).isEqualTo(PublishReport.MAX_BUNDLES + 4);
    assertThat(((FleetBundle) read.get(1)).title()).hasSize(PublishReport.MAX_MESSAGE);
  }

  @Test
  void anObjectInAFolderIsReadableLikeAnyFileOfIt(@TempDir Path folder) throws IOException {
    Path any = Files.writeString(folder.resolve("any"), "x");

    assertThat(new ReportStore.InFolder(folder).create("dev-1/verdicts/0", new byte[] {1}))
        .isTrue();

    assertThat(Files.getPosixFilePermissions(folder.resolve("dev-1/verdicts/0")))
        .isEqualTo(Files.getPosixFilePermissions(any));
  }
}
