package dev.plumbline.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.plumbline.cli.WorstAttacks.Attack;
import dev.plumbline.loop.Await;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The packaged program under each of the worst attacks on its rules: the former revision goes on
 * deciding, probes are up, and the next edit is accepted. Under every fifth, TERM is obeyed while
 * the attack is tried, and a start with it ends well.
 */
@Tag("long")
class ServeUnderAttackIT {

  private static final Duration TO_END = Duration.ofSeconds(10);
  private static final Duration TO_ANSWER = Duration.ofSeconds(5);

  private static final int ENDED = 5;

  /** So much work says that a trial is under way. */
  private static final Duration UNDER_WAY = Duration.ofMillis(300);

  private static final JsonMapper JSON = new JsonMapper();

  private final HttpClient client = HttpClient.newBuilder().connectTimeout(TO_ANSWER).build();
  private final Queue<String> down = new ConcurrentLinkedQueue<>();

  @TempDir private Path folder;

  private @Nullable PackagedProgram program;
  private URI served = URI.create("http://127.0.0.1");
  private volatile boolean probing;
  private int images;

  @AfterEach
  void end() {
    probing = false;
    if (program != null) {
      program.close();
    }
    client.close();
  }

  @Test
  void theFormerRevisionDecidesProbesAreUpTermIsObeyedAndTheNextEditIsAccepted() throws Exception {
    List<Attack> attacks = WorstAttacks.all();
    assertThat(attacks).hasSizeGreaterThanOrEqualTo(20);
    copy(Path.of("examples/tour"), folder.resolve("tour"));
    Map<String, String> edit = WorstAttacks.edit("first");
    WorstAttacks.write(rules(), edit);
    start();
    serves("the first edit", edit);
    for (int i = 0; i < attacks.size(); i++) {
      Attack attack = attacks.get(i);
      String before = WorstAttacks.digest(edit);
      WorstAttacks.write(rules(), WorstAttacks.over(edit, attack));
      if (i % ENDED == 0) {
        endWhileTried(attack);
        start();
      }
      until(
          attack + " is stopped: " + status(),
          () -> status().path("state").asText().equals("STALE") && !reasons().isEmpty());
      assertThat(serving()).as("%s: %s", attack, status()).isEqualTo(before);
      decides(attack);

      edit = WorstAttacks.edit("after " + attack);
      WorstAttacks.write(rules(), edit);
      serves("the edit after " + attack, edit);
      assertThat(down).as("%s", attack).isEmpty();
    }
  }

  @Test
  void whatAStartWasKilledWithIsTriedBeforeItServesAgain() throws Exception {
    copy(Path.of("examples/tour"), folder.resolve("tour"));
    Map<String, String> edit = WorstAttacks.edit("first");
    WorstAttacks.write(rules(), edit);
    start();
    serves("the edit", edit);
    probing = false;
    Objects.requireNonNull(program).end();
    Path attempts = folder.resolve("revisions/attempts.json");
    assertThat(attempts).doesNotExist();
    var killed = new ArrayList<>(List.of("serve", "--port", "" + PackagedProgram.freePort()));
    killed.addAll(List.of(arguments()));
    PackagedProgram next = next().start(killed.toArray(String[]::new));
    Await.until(
        PackagedProgram.PATIENCE,
        "it has begun: " + next.said(),
        () -> Files.exists(attempts) || !next.isAlive());
    next.close();
    assertThat(next.exit()).isEqualTo(137);

    start();

    assertThat(Objects.requireNonNull(program).said())
        .contains("is tried before it is used")
        .contains(WorstAttacks.digest(edit).substring(0, 12));
    serves("what was tried", edit);
    until("it is forgotten", () -> Files.notExists(attempts));
  }

  private static void copy(Path from, Path to) throws IOException {
    try (Stream<Path> files = Files.walk(from)) {
      for (Path each : files.toList()) {
        Files.copy(each, to.resolve(from.relativize(each).toString()));
      }
    }
  }

  private Path rules() {
    return folder.resolve("rules");
  }

  private PackagedProgram next() {
    var next = new PackagedProgram(folder).warm();
    program = next;
    return next.options(
        "-Dplumbline.rules.state-dir=" + folder.resolve("revisions"),
        "-Dplumbline.host.settle.duration=3s",
        "-Dplumbline.trial.cpu=40s");
  }

  private String[] arguments() {
    return new String[] {
      "--snapshot", folder.resolve("tour").toString(), "--rules", rules().toString()
    };
  }

  private void start() throws IOException {
    PackagedProgram next = next();
    served = next.serve(arguments());
    until("it is ready: " + next.said(), () -> up("/q/health/ready"));
    probing = true;
    Thread.ofVirtual().name("probes").start(this::probe);
  }

  /** TERM reaches it while the attack is tried, or has just been refused. */
  private void endWhileTried(Attack attack) throws Exception {
    PackagedProgram running = Objects.requireNonNull(program);
    List<ProcessHandle> children = running.processes();
    Duration before = cpu(children);
    until(
        attack + " is tried",
        () ->
            status().path("state").asText().equals("STALE")
                || cpu(running.processes()).minus(before).compareTo(UNDER_WAY) > 0);
    List<ProcessHandle> all = running.processes();
    probing = false;
    long start = System.nanoTime();

    int exit = running.end();

    assertThat(Duration.ofNanos(System.nanoTime() - start)).as("%s", attack).isLessThan(TO_END);
    assertThat(exit).as("%s: %s", attack, running.said()).isEqualTo(143);
    until("nothing is left of " + attack, () -> all.stream().noneMatch(ProcessHandle::isAlive));
  }

  /** Of the processes in which something is tried. */
  private static Duration cpu(List<ProcessHandle> processes) {
    return processes.stream()
        .skip(1)
        .map(each -> each.info().totalCpuDuration().orElse(Duration.ZERO))
        .reduce(Duration.ZERO, Duration::plus);
  }

  /** A change of the facts is settled. */
  private void decides(Attack attack) throws IOException {
    long sequence = get("/api/v1/status").path("sequence").asLong();
    Files.writeString(
        folder.resolve("tour/snapshot.yaml"),
        Files.readString(Path.of("examples/tour/snapshot.yaml"))
            .replace("2d", ++images % 2 == 0 ? "3d" : "4d"));
    until(
        attack + " stops no decision",
        () -> get("/api/v1/status").path("sequence").asLong() > sequence);
  }

  private void serves(String what, Map<String, String> edit) {
    String digest = WorstAttacks.digest(edit);
    until(
        what + " serves",
        () -> serving().equals(digest) && status().path("state").asText().equals("LOADED"));
  }

  /** Looks ten times a second, so that looking is no attack of its own. */
  private static void until(String what, BooleanSupplier condition) {
    Await.until(
        PackagedProgram.PATIENCE,
        what,
        () -> {
          boolean so = condition.getAsBoolean();
          if (!so) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(100));
          }
          return so;
        });
  }

  private String serving() {
    return status().path("serving").asText();
  }

  private List<String> reasons() {
    var reasons = new ArrayList<String>();
    status().path("reasons").forEach(each -> reasons.add(each.asText()));
    return reasons;
  }

  private JsonNode status() {
    return get("/api/v1/status").path("revision");
  }

  private void probe() {
    URI place = served;
    while (probing && place.equals(served)) {
      for (String path : List.of("/q/health/live", "/q/health/ready", "/q/health/started")) {
        if (!up(path) && probing && place.equals(served)) {
          down.add(path);
        }
      }
      try {
        Thread.sleep(100);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private boolean up(String path) {
    try {
      return client.send(request(path), HttpResponse.BodyHandlers.discarding()).statusCode() == 200;
    } catch (IOException e) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private JsonNode get(String path) {
    try {
      return JSON.readTree(client.send(request(path), HttpResponse.BodyHandlers.ofString()).body());
    } catch (IOException e) {
      return JSON.missingNode();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return JSON.missingNode();
    }
  }

  private HttpRequest request(String path) {
    return HttpRequest.newBuilder(served.resolve(path)).timeout(TO_ANSWER).build();
  }
}
