package dev.plumbline.log.verify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import dev.plumbline.log.RetainedFrom;
import dev.plumbline.log.SigningKey;
import dev.plumbline.log.store.LogFiles;
import dev.plumbline.log.verify.Verdict.Fault;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A log without its oldest segments is valid only where its writer, or who asks, says so. */
class BeginningTest {

  private static final SigningKey KEY = SigningKey.create(Forger.ORIGIN);

  private Forger log;
  private long begins;

  @BeforeEach
  void removeTheOldestSegment() {
    log = Forger.write(Forger.none(), KEY, Forger.drafts(24), 1_500);
    begins =
        log.names("segments").stream()
            .filter(name -> name.endsWith(".tree"))
            .mapToLong(name -> Long.parseLong(name.substring(9, 29)))
            .filter(first -> first > 0)
            .min()
            .orElseThrow();
    log.files.keySet().removeIf(name -> name.startsWith("segments/%020d".formatted(0)));
  }

  private static Verification of(LogFiles files) {
    return new Verification(files, KEY.verifier(), null);
  }

  private void retained(byte[] note) {
    log.files.put(RetainedFrom.FILE, note);
  }

  @Test
  void whatNobodyHasSignedIsMissing() {
    Verdict verdict = of(log).run();

    Fault fault = verdict.fault();
    assertThat(fault).isNotNull();
    assertThat(fault.from()).isZero();
    assertThat(fault.to()).isEqualTo(begins - 1);
    assertThat(fault.what()).contains("the log begins at entry " + begins, "--first " + begins);
  }

  @Test
  void whoAsksMaySayWhereItBegins() {
    Verdict verdict = of(log).from(begins).run();

    assertThat(verdict.fault()).isNull();
    assertThat(verdict.warnings()).singleElement(STRING).contains("begins at entry " + begins);
    assertThat(of(log).from(begins - 1).run().fault())
        .extracting(Fault::from)
        .isEqualTo(begins - 1);
  }

  @Test
  void itsWriterMaySignIt() {
    retained(new RetainedFrom(begins).signed(KEY));
    assertThat(of(log).run().fault()).isNull();
    assertThat(of(log).from(0).run().fault()).isNotNull();

    retained(new RetainedFrom(begins - 1).signed(KEY));
    assertThat(of(log).run().fault()).extracting(Fault::from).isEqualTo(begins - 1);
  }

  @Test
  void nobodyElseMay() {
    retained(new RetainedFrom(begins).signed(SigningKey.create(Forger.ORIGIN)));
    assertThat(of(log).run().fault()).isNotNull();

    retained(new RetainedFrom(begins).signed(SigningKey.create("plumbline.dev/log/other")));
    assertThat(of(log).run().fault()).isNotNull();

    byte[] signed = new RetainedFrom(1).signed(KEY);
    retained(
        new String(signed, StandardCharsets.UTF_8)
            .replace("entry 1", "entry " + begins)
            .getBytes(StandardCharsets.UTF_8));
    assertThat(of(log).run().fault()).isNotNull();

    // A checkpoint says how much there is, not that the beginning may be gone.
    retained(log.files.get("checkpoint"));
    assertThat(of(log).run().fault()).isNotNull();
    log.files.put("checkpoint", new RetainedFrom(begins).signed(KEY));
    assertThat(of(log).from(begins).run().fault()).isNotNull();
  }
}
