package dev.plumbline.cli.serve;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** What hangs does not keep the process alive. */
class TerminationTest {

  @Test
  void haltsOnceThePatienceIsOverAndNotBefore() throws InterruptedException {
    var halted = new CountDownLatch(1);
    long start = System.nanoTime();

    Thread watch = Termination.watch(Duration.ofMillis(50), halted::countDown);

    assertThat(watch.isDaemon()).isTrue();
    assertThat(halted.await(60, TimeUnit.SECONDS)).isTrue();
    assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThan(Duration.ofMillis(49));
  }

  @Test
  void aProcessWhoseShutdownHangsEnds() throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                Hanging.class.getName())
            .redirectErrorStream(true)
            .start();
    try (var out = process.inputReader()) {
      assertThat(out.readLine()).isEqualTo("running");
      process.toHandle().destroy();

      assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
      assertThat(process.exitValue()).isEqualTo(143);
      assertThat(out.lines())
          .contains("plumbline: ended after 9 s, since something did not end by itself");
    } finally {
      process.destroyForcibly();
    }
  }

  /** A program of which a shutdown hook never ends. */
  static final class Hanging {

    private Hanging() {}

    @SuppressWarnings("SystemOut")
    public static void main(String[] args) throws InterruptedException {
      Termination.ensure();
      var never = new CountDownLatch(1);
      Runtime.getRuntime()
          .addShutdownHook(
              new Thread(
                  () -> {
                    try {
                      never.await();
                    } catch (InterruptedException e) {
                      Thread.currentThread().interrupt();
                    }
                  }));
      System.out.println("running");
      never.await();
    }
  }
}
