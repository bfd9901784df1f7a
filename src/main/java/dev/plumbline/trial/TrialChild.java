package dev.plumbline.trial;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.BufferedOutputStream;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/** One process of trials, as seen by the one that started it. Of one thread. */
final class TrialChild implements AutoCloseable {

  private static final Logger LOG = Logger.getLogger(TrialChild.class);

  private static final int MAX_LINE = 4_000_000;
  private static final int MAX_NOISE = 4_000;

  /** What -XX:+ExitOnOutOfMemoryError ends with. */
  private static final int MEMORY_IS_FULL = 3;

  private static final long POLL_MILLIS = 50;
  private static final long END_SECONDS = 5;

  private final JsonMapper json =
      new JsonMapper(
          JsonFactory.builder()
              .streamReadConstraints(
                  StreamReadConstraints.builder().maxStringLength(MAX_LINE).build())
              .build());
  private final Process process;
  private final LinkedBlockingQueue<Said> said = new LinkedBlockingQueue<>();
  private int uses;

  /** Something that the process has said: a line, or that it ended or said what is no answer. */
  private sealed interface Said {

    record Line(JsonNode json) implements Said {}

    record Garbage(String text) implements Said {}

    record End() implements Said {}
  }

  /** How a trial ended without a verdict. */
  record Failure(Kind kind, @Nullable String at, String detail) {

    enum Kind {
      /** It ended by itself, or was ended by somebody. */
      DIED,
      MEMORY,
      DURATION,
      CPU,
      GARBAGE
    }
  }

  /** A verdict, or why there is none. */
  record Outcome(@Nullable TrialVerdict verdict, @Nullable Failure failure) {}

  TrialChild(TrialLauncher launcher) throws IOException {
    process = launcher.start();
    Thread.ofPlatform().daemon().name("plumbline-trial-answers").start(this::listen);
    Thread.ofPlatform().daemon().name("plumbline-trial-noise").start(this::drain);
  }

  boolean usable(int most) {
    return process.isAlive() && uses < most;
  }

  ProcessHandle handle() {
    return process.toHandle();
  }

  /** Tries {@code request}. After an outcome without a verdict, this must be closed. */
  Outcome tried(TrialRequest request, Duration duration, Duration cpu) throws InterruptedException {
    uses++;
    long start = System.nanoTime();
    Duration cpuBefore = uses > 1 ? cpu() : Duration.ZERO;
    Thread.ofPlatform().daemon().name("plumbline-trial-request").start(() -> send(request));
    String at = null;
    while (true) {
      Said next = said.poll(POLL_MILLIS, TimeUnit.MILLISECONDS);
      switch (next) {
        case Said.Line line when line.json().has("verdict") -> {
          return new Outcome(TrialVerdict.read(line.json()), null);
        }
        case Said.Line line when line.json().has(TrialProcess.AT) ->
            at = line.json().path(TrialProcess.AT).asText();
        case Said.Line line when line.json().has(TrialProcess.READY) -> {
          // What it took to start is not this candidate's.
          start = System.nanoTime();
          cpuBefore = cpu();
        }
        case Said.Line line -> {
          return failed(Failure.Kind.GARBAGE, at, brief(line.json().toString()));
        }
        case Said.Garbage garbage -> {
          // A JVM whose memory is full says so on stdout before it ends.
          return process.waitFor(1, TimeUnit.SECONDS) && process.exitValue() == MEMORY_IS_FULL
              ? failed(Failure.Kind.MEMORY, at, "")
              : failed(Failure.Kind.GARBAGE, at, brief(garbage.text()));
        }
        case Said.End end -> {
          return ended(at);
        }
        case null -> {}
      }
      if (System.nanoTime() - start > duration.toNanos()) {
        return failed(Failure.Kind.DURATION, at, "");
      }
      if (cpu().minus(cpuBefore).compareTo(cpu) > 0) {
        return failed(Failure.Kind.CPU, at, "");
      }
    }
  }

  private static Outcome failed(Failure.Kind kind, @Nullable String at, String detail) {
    return new Outcome(null, new Failure(kind, at, detail));
  }

  private Outcome ended(@Nullable String at) throws InterruptedException {
    if (!process.waitFor(END_SECONDS, TimeUnit.SECONDS)) {
      return failed(Failure.Kind.GARBAGE, at, "it closed its output");
    }
    int code = process.exitValue();
    return failed(
        code == MEMORY_IS_FULL ? Failure.Kind.MEMORY : Failure.Kind.DIED, at, "exit code " + code);
  }

  private Duration cpu() {
    return process.toHandle().info().totalCpuDuration().orElse(Duration.ZERO);
  }

  private void send(TrialRequest request) {
    try {
      JsonGenerator out =
          json.getFactory().createGenerator(new BufferedOutputStream(process.getOutputStream()));
      out.setRootValueSeparator(null);
      request.write(out);
    } catch (IOException e) {
      // It has ended, which is noticed where it is listened to.
      LOG.debugf("The process of trials took no request: error=%s", e.getMessage());
    }
  }

  private void listen() {
    try (var lines =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      String line = line(lines);
      while (line != null) {
        try {
          JsonNode read = json.readTree(line);
          said.add(read.isObject() ? new Said.Line(read) : new Said.Garbage(line));
        } catch (JsonProcessingException e) {
          said.add(new Said.Garbage(line));
        }
        line = line(lines);
      }
    } catch (IOException e) {
      LOG.debugf("The process of trials is not heard any more: error=%s", e.getMessage());
    }
    said.add(new Said.End());
  }

  /** The next line, at most {@link #MAX_LINE} characters; null at the end. */
  private static @Nullable String line(BufferedReader from) throws IOException {
    var line = new StringBuilder();
    int next = from.read();
    if (next < 0) {
      return null;
    }
    while (next >= 0 && next != '\n' && line.length() < MAX_LINE) {
      line.append((char) next);
      next = from.read();
    }
    return line.toString();
  }

  private void drain() {
    var noise = new StringBuilder();
    try (var from = new InputStreamReader(process.getErrorStream(), StandardCharsets.UTF_8)) {
      int next = from.read();
      while (next >= 0) {
        if (noise.length() < MAX_NOISE) {
          noise.append((char) next);
        }
        next = from.read();
      }
    } catch (IOException e) {
      LOG.debugf("The process of trials is not heard any more: error=%s", e.getMessage());
    }
    if (!noise.isEmpty()) {
      LOG.debugf("The process of trials said: %s", noise);
    }
  }

  private static String brief(String text) {
    return text.length() > 80 ? text.substring(0, 80) + "…" : text;
  }

  /** Ends it at once. */
  @Override
  public void close() {
    process.destroyForcibly();
  }
}
