package dev.plumbline.exchange;

import static dev.plumbline.exchange.Reports.AT;
import static dev.plumbline.exchange.Reports.planned;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plumbline.action.Change.PublishReport;
import dev.plumbline.action.ChangeWriter.NotLeadingException;
import dev.plumbline.action.ChangeWriter.WriteFaultException;
import dev.plumbline.action.ChangeWriter.Written;
import dev.plumbline.action.Outcome.Result;
import dev.plumbline.exchange.Reports.InMemory;
import dev.plumbline.fact.Fleet.FleetBundle;
import dev.plumbline.fact.Fleet.FleetVerdict;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Each report is written once, and is not replaced. */
class VerdictPublisherTest {

  private final InMemory store = new InMemory();
  private final AtomicInteger published = new AtomicInteger();
  private Instant now = AT;
  private final VerdictPublisher publisher =
      new VerdictPublisher(
          store, Reports.key("dev-1"), Reports.PROGRAM, () -> now, published::incrementAndGet);

  private Written write(long sequence, String previous, long hours) {
    return publisher.write(
        new PublishReport(planned("dev-1", sequence, previous, hours)), () -> true);
  }

  private String digest() {
    var chain = new ClusterChain("dev-1", Reports.key("dev-1").verifier());
    return Reports.member(Reports.read(chain, store, now)).digest();
  }

  @Test
  void anObjectIsASignedNoteOverOneLineOfCanonicalJson() {
    assertThat(write(0, "", 10)).isEqualTo(Written.DONE);
    String object =
        new String(
            store.objects.get("dev-1/verdicts/00000000000000000000"), StandardCharsets.UTF_8);
    assertThat(object)
        .startsWith(
            """
            plumbline.dev/verdicts/dev-1
            {"apiServer":"ef260e9aa3c673af","at":"2026-11-20T12:00:00Z","cluster":"dev-1",\
            "format":1,"kubernetes":"1.33",\
            "plumbline":"0.1.0","previous":"","releases":[{"failed":0,"healthyHours":10,\
            "message":"no node class holds it back","nodes":3,"release":"al2023@v20260714",\
            "runningSince":"2026-11-20T12:00:00Z","since":"2026-11-19T12:00:00Z",\
            "state":"rolling"}],"ring":"dev","sequence":0,"vocabulary":"0.1"}

            — plumbline.dev/verdicts/dev-1 \
            """);
    assertThat(published).hasValue(1);
  }

  @Test
  void theSameWrittenTwiceIsThereAndAnotherOneOfItsNumberIsNotReplaced() {
    assertThat(write(0, "", 10)).isEqualTo(Written.DONE);
    byte[] first = store.objects.firstEntry().getValue();
    now = AT.plusSeconds(60);
    assertThat(write(0, "", 10)).isEqualTo(Written.UNCHANGED);
    assertThat(write(0, "", 99).result()).isEqualTo(Result.OUTDATED);
    assertThat(store.objects).hasSize(1).containsValue(first);
  }

  @Test
  void sinceWhenNodesRunAReleaseIsTakenFromTheReportBefore() {
    write(0, "", 10);
    String first = digest();
    now = AT.plusSeconds(3_600);
    assertThat(write(1, first, 20)).isEqualTo(Written.DONE);
    var chain = new ClusterChain("dev-1", Reports.key("dev-1").verifier());
    assertThat(((FleetVerdict) Reports.read(chain, store, now).get(1)).runningSince())
        .isEqualTo(AT);
  }

  @Test
  void sinceWhenABundleIsInItsStateIsTakenFromTheReportBefore() {
    for (int i = 0; i < 3; i++) {
      now = AT.plusSeconds(3_600L * i);
      ObjectNode planned = planned("dev-1", i, i == 0 ? "" : digest(), 10 * i);
      Reports.withBundle(planned, 7, i == 2 ? "taken-back" : "serving");
      Reports.withBundle(planned, 8, "held");
      Reports.publish(store, planned, now);
    }
    var chain = new ClusterChain("dev-1", Reports.key("dev-1").verifier());

    assertThat(Reports.read(chain, store, now))
        .contains(
            new FleetBundle(
                "dev-1", Reports.bundle(7), "platform 1.7", 7, "taken-back", now, now, ""),
            new FleetBundle("dev-1", Reports.bundle(8), "platform 1.8", 8, "held", AT, now, ""));
    assertThat(chain.fault()).isNull();
  }

  @Test
  void whatDoesNotFollowTheNewestIsNotWritten() {
    write(0, "", 10);
    assertThat(write(1, "0".repeat(64), 20).result()).isEqualTo(Result.OUTDATED);
    assertThat(write(7, "0".repeat(64), 20).result()).isEqualTo(Result.OUTDATED);
    assertThat(store.objects).hasSize(1);
  }

  @Test
  void onlyTheLeaderWritesAndAFaultSaysItsCode() {
    assertThatThrownBy(
            () -> publisher.write(new PublishReport(planned("dev-1", 0, "", 1)), () -> false))
        .isInstanceOf(NotLeadingException.class);
    store.fault = new IOException("memory/ cannot be written: away");
    assertThatThrownBy(() -> write(0, "", 10))
        .isInstanceOf(WriteFaultException.class)
        .hasMessage("memory/ cannot be written: away");
    assertThat(store.objects).isEmpty();
  }

  @Test
  void aFolderHoldsTheSame(@TempDir Path folder) throws IOException {
    var files = new ReportStore.InFolder(folder);
    assertThat(files.keys("dev-1/verdicts", "")).isEmpty();
    Reports.publish(files, "dev-1", 10, AT);
    Reports.publish(files, "dev-1", 20, AT.plusSeconds(60));
    assertThat(files.keys("dev-1/verdicts", "dev-1/verdicts/00000000000000000000"))
        .containsExactly("dev-1/verdicts/00000000000000000001");
    assertThat(files.create("dev-1/verdicts/00000000000000000001", new byte[] {1})).isFalse();
    assertThat(files.get("dev-1/verdicts/00000000000000000001", 5_000)).hasSizeGreaterThan(500);
    assertThatThrownBy(() -> files.get("dev-1/verdicts/00000000000000000001", 10))
        .hasMessageEndingWith("has more than 10 bytes");
    assertThatThrownBy(() -> new ReportStore.InFolder(folder.resolve("gone")).keys("a", ""))
        .isInstanceOf(IOException.class);
  }
}
