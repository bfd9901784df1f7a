package dev.plumbline.log.verify;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.fuzz.Fuzzer;
import dev.plumbline.log.InvalidLogException;
import dev.plumbline.log.SigningKey;
import dev.plumbline.log.store.StoredLog;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Whatever a file of a log holds, the log is verified and read, or refused. */
class LogFuzzTest {

  private static final SigningKey KEY = SigningKey.create(Forger.ORIGIN);
  private static Forger honest;

  @BeforeAll
  static void write() {
    honest = Forger.write(Forger.none(), KEY, Forger.drafts(24), 1_500);
  }

  static List<String> names() {
    write();
    return List.copyOf(honest.files.keySet());
  }

  @ParameterizedTest
  @MethodSource("names")
  void isVerifiedAndReadOrRefused(String name) {
    var fuzzer =
        new Fuzzer(
            List.of(honest.files.get(name)),
            Set.of(InvalidLogException.class),
            message -> !message.isBlank() && !Fuzzer.isOfTheInside(message));
    Fuzzer.Outcome outcome =
        fuzzer.run(
            60,
            input -> {
              var files = new TreeMap<>(honest.files);
              files.put(name, input);
              var log = new Forger(files);
              Verdict verdict = new Verification(log, KEY.verifier(), null).run();
              assertThat(verdict).isNotNull();
              var stored = new StoredLog(log);
              stored.read(0, stored.head().size(), entry -> true);
            });
    assertThat(outcome.read() + outcome.refused()).isPositive();
  }
}
