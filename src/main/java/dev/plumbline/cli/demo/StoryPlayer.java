package dev.plumbline.cli.demo;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.plumbline.cli.serve.ServedHost;
import dev.plumbline.cli.table.TextOutput;
import dev.plumbline.engine.Settlement;
import dev.plumbline.fact.Cluster.EvaluationTime;
import dev.plumbline.loop.HostSnapshot;
import dev.plumbline.revision.Revision;
import dev.plumbline.revision.RuleAssembly;
import dev.plumbline.revision.RuleSetStatus;
import dev.plumbline.wiring.HostAssembly;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Plays {@code demo/story.yaml}: writes what happens outside into a folder that the program watches
 * as {@code plumbline serve --snapshot} does, by the time of the story, and shows what follows. The
 * story holds nothing of what follows.
 */
final class StoryPlayer implements InstantSource {

  private static final String STORY = "demo/story.yaml";
  private static final Duration TIMEOUT = Duration.ofMinutes(1);
  private static final Duration POLL_INTERVAL = Duration.ofMillis(20);

  private static final int MAX_LINES = 20;
  private static final int MAX_REASONS = 3;
  private static final int INDENT = 2;
  private static final int FURTHER = 8;

  record Answer(boolean done, List<String> lines) {}

  interface Shell {

    Answer run(String line);

    Answer verify(Path bundle, Path unpacked) throws IOException;
  }

  private final Path folder;
  private final TextOutput out;
  private final Shell shell;
  private final HostAssembly parts = HostAssembly.current();
  private final RuleAssembly rules = RuleAssembly.current();
  private volatile Instant now = Instant.EPOCH;
  private String settings = "";

  StoryPlayer(Path folder, TextOutput out, Shell shell) {
    this.folder = folder;
    this.out = out;
    this.shell = shell;
  }

  @Override
  public Instant instant() {
    return now;
  }

  /**
   * Plays it until its end, or until the pace is stopped.
   *
   * @param last run while the program still serves; given whether all could be verified
   */
  boolean play(ReadingPace pace, Consumer<Boolean> last) throws IOException {
    JsonNode story = story();
    JsonNode steps = story.path("steps");
    boolean valid = true;
    // Before the program watches the folder, it holds what the story begins with.
    write(steps.path(0), story.path("templates"));
    try (var served =
        new ServedHost(parts, folder.resolve("cluster"), folder.resolve("rules"), this)) {
      served.start();
      HostSnapshot before = null;
      for (int i = 0; i < steps.size() && !pace.stopped(); i++) {
        JsonNode step = steps.path(i);
        int lines = out.lines();
        begin(step, i + 1, steps.size());
        out.flush();
        if (i > 0) {
          write(step, story.path("templates"));
        }
        Revision candidate = rules.status().candidate();
        if (step.has("does") && candidate != null) {
          valid &= run(step, step.path("does").asText().replace("$R", candidate.brief()));
        }
        HostSnapshot after = effect(step, before);
        if (step.has("at")) {
          conclusions(step, before, after);
          revision(step, after);
        }
        if (step.has("look")) {
          command(step.path("look").asText());
        }
        if (step.has("run")) {
          valid &= run(step, step.path("run").asText());
        }
        if (step.has("bundle")) {
          Path bundle = folder.resolve(step.path("bundle").asText());
          Answer checked = shell.verify(bundle, folder.resolve("bundle"));
          valid &= answered(step, "sh $D/bundle/verify.sh", checked);
        }
        out.flush();
        pace.read(out.lines() - lines);
        before = after;
      }
      if (!pace.stopped()) {
        last.accept(valid);
      }
    }
    return valid;
  }

  private static JsonNode story() throws IOException {
    try (InputStream file = StoryPlayer.class.getClassLoader().getResourceAsStream(STORY)) {
      return new YAMLMapper().readTree(Objects.requireNonNull(file, STORY));
    }
  }

  private void write(JsonNode step, JsonNode templates) throws IOException {
    for (var file : step.path("write").properties()) {
      write(file.getKey(), file.getValue().asText());
    }
    for (var node : step.path("nodes").properties()) {
      String text = templates.path(node.getValue().path("template").asText()).asText();
      for (var value : node.getValue().properties()) {
        text = text.replace("{" + value.getKey() + "}", value.getValue().asText());
      }
      write("cluster/cluster/" + node.getKey() + ".yaml", text);
    }
    settings = step.path("settings").asText(settings);
    if (step.has("at")) {
      now = Instant.parse(step.path("at").asText());
      write("cluster/snapshot.yaml", "at: " + now + "\n" + settings);
    }
  }

  private void write(String name, String content) throws IOException {
    Path file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, content);
  }

  /** Waits until a step has taken effect. */
  private HostSnapshot effect(JsonNode step, @Nullable HostSnapshot before) {
    if (step.has("at")) {
      await(step, this::reached);
    }
    String outcome = step.path("rules").asText();
    if (outcome.equals("serves") && before != null) {
      await(step, () -> !live(step).rules().digest().equals(before.rules().digest()));
    } else if (!outcome.isEmpty()) {
      await(step, () -> state(rules.status().candidate()).equals(outcome));
    }
    await(step, () -> parts.published().log().waiting() == 0);
    return live(step);
  }

  private boolean reached() {
    HostSnapshot live = parts.published().now();
    return live != null && live.facts(EvaluationTime.class).contains(new EvaluationTime(now));
  }

  private static String state(@Nullable Revision candidate) {
    return candidate == null ? "" : candidate.state().wire();
  }

  private HostSnapshot live(JsonNode step) {
    return Objects.requireNonNull(parts.published().now(), step.path("title").asText());
  }

  private void await(JsonNode step, BooleanSupplier condition) {
    long end = System.nanoTime() + TIMEOUT.toNanos();
    try {
      while (!condition.getAsBoolean()) {
        if (System.nanoTime() > end) {
          RuleSetStatus standing = rules.status();
          throw new IllegalStateException(
              "the story does not go on after '%s': %s, rules %s %s"
                  .formatted(
                      step.path("title").asText(),
                      parts.published().log(),
                      standing.word(),
                      standing.reasons()));
        }
        Thread.sleep(POLL_INTERVAL.toMillis());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    }
  }

  private void begin(JsonNode step, int number, int steps) {
    out.blank();
    String count = number + "/" + steps + "  ";
    String title = step.path("title").asText();
    String time = step.path("at").asText();
    int room = out.width() - count.length() - title.length() - time.length();
    String gap = time.isEmpty() ? "" : " ".repeat(Math.max(2, room));
    out.line(0, out.dim(count) + out.bold(title) + gap + out.dim(time));
    out.wrapped(INDENT, step.path("happens").asText());
  }

  /** What is concluded now and was not before, and the other way round. */
  private void conclusions(JsonNode step, @Nullable HostSnapshot before, HostSnapshot after) {
    Settlement old = before == null ? Settlement.NONE : before.settlement();
    var types = new ArrayList<String>();
    step.path("tells").forEach(type -> types.add(type.asText()));
    List<ConclusionChange> changes = ConclusionChange.of(after.settlement().since(old), types);
    out.blank();
    if (changes.isEmpty()) {
      out.line(INDENT, out.dim("no other conclusion than before"));
    }
    for (ConclusionChange each : changes) {
      String sign =
          switch (each.sign()) {
            case "-" -> out.red("-");
            case "+" -> out.green("+");
            default -> out.yellow(each.sign());
          };
      String head = sign + " " + out.bold(each.type()) + "  " + out.yellow(each.rules());
      int used = INDENT + 6 + each.type().length() + each.rules().length();
      if (used + each.text().length() <= out.width()) {
        out.line(INDENT, head + "  " + each.text());
      } else {
        out.line(INDENT, head);
        out.wrapped(FURTHER, each.text());
      }
    }
  }

  private void revision(JsonNode step, HostSnapshot after) {
    String outcome = step.path("rules").asText();
    Revision candidate = rules.status().candidate();
    if (outcome.equals("serves")) {
      String brief = Revision.brief(after.rules().digest());
      out.line(INDENT, out.green("revision " + brief + " is active"));
    } else if (!outcome.isEmpty() && candidate != null) {
      String stands = "revision " + candidate.brief() + " is " + candidate.state().wire();
      out.line(INDENT, out.red(stands) + "; the previous rules stay active");
      List<String> reasons = candidate.reasons();
      for (String reason : reasons.stream().limit(MAX_REASONS).toList()) {
        out.wrapped(FURTHER, reason);
      }
      if (reasons.size() > MAX_REASONS) {
        out.line(FURTHER, out.dim("and " + (reasons.size() - MAX_REASONS) + " more reasons"));
      }
    }
  }

  private void command(String line) {
    out.blank();
    out.line(INDENT, out.dim("$ " + line));
  }

  private boolean run(JsonNode step, String line) {
    return answered(step, line, shell.run(line.replace("$D", folder.toString())));
  }

  private boolean answered(JsonNode step, String line, Answer answer) {
    command(line);
    int max = step.path("most").asInt(MAX_LINES);
    answer.lines().stream().limit(max).forEach(each -> out.line(INDENT, each));
    if (answer.lines().size() > max) {
      out.line(INDENT, out.dim("… and " + (answer.lines().size() - max) + " more lines"));
    }
    return answer.done();
  }
}
