package dev.plumbline.cli;

import dev.plumbline.cli.table.TextOutput;
import dev.plumbline.host.Live;
import dev.plumbline.host.LiveParts;
import dev.plumbline.host.SnapshotReader;
import dev.plumbline.host.audit.AuditParts;
import dev.plumbline.host.rules.Revision;
import dev.plumbline.host.rules.RuleParts;
import io.quarkus.runtime.Quarkus;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.concurrent.Callable;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.eclipse.microprofile.config.ConfigProvider;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IFactory;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code plumbline demo}: the story of one image, told by what the program decides of it. */
@Command(
    name = "demo",
    description = {
      "Play the story of an image that turns out to be bad.",
      "It soaks, goes to canary nodes, is held, refused by a new rule, and asked about by an"
          + " auditor.",
      "What happens outside is written; what follows is decided while it plays."
    },
    footer = {
      "  plumbline demo",
      "      two minutes to read; Enter or space goes on",
      "  plumbline demo --page --stay",
      "      the same on the page, which stays until Ctrl-C",
      "  plumbline demo --fast",
      "      without pauses"
    },
    exitCodeList = {
      "0:played to its end",
      "1:what was decided cannot be verified, or a fault of ours"
    })
public final class DemoCommand implements Callable<Integer> {

  private static final Pattern WORD = Pattern.compile("'([^']*)'|(\\S+)");

  @Option(names = "--fast", description = "Without pauses.")
  private boolean fast;

  @Option(names = "--page", description = "Show it on the page, too, which is served on 127.0.0.1.")
  private boolean page;

  @Option(names = "--stay", description = "With --page: leave it open at the end, until Ctrl-C.")
  private boolean stay;

  @Option(
      names = "--port",
      paramLabel = "PORT",
      description = "With --page: on this port (default 8080; 0 for any that is free).")
  private @Nullable Integer port;

  @Spec
  @SuppressWarnings("NullAway.Init")
  private CommandSpec spec;

  private boolean ended;

  @Override
  public Integer call() throws IOException {
    if (!page && (stay || port != null)) {
      throw new ParameterException(
          spec.commandLine(), (stay ? "--stay" : "--port") + " is for the page. Maybe --page too.");
    }
    var folder =
        new StoryFolder(
            Path.of(ConfigProvider.getConfig().getValue(DemoSettings.FOLDER, String.class)));
    LiveParts parts = LiveParts.current();
    try (var pace = new StoryPace(fast);
        var unused = parts.ending().begin(pace::stop)) {
      boolean valid = play(folder, parts, pace);
      if (!ended) {
        folder.delete();
      }
      return valid ? ExitCodes.ANSWERED : ExitCodes.FAILED;
    }
  }

  /** Until its end, or until it is told to stop; false when something cannot be verified. */
  private boolean play(StoryFolder folder, LiveParts parts, StoryPace pace) throws IOException {
    Story story = Story.shipped();
    PrintWriter out = spec.commandLine().getOut();
    boolean colours = spec.commandLine().getColorScheme().ansi().enabled();
    var paper =
        new TextOutput(out, colours, Math.min(TextOutput.WIDTH, Stty.columns(TextOutput.WIDTH)));
    var teller = new StoryTeller(paper, story.steps().size());
    opening(teller, folder, pace);
    out.flush();
    boolean valid = true;
    // Before the program watches it, it holds what it begins with.
    folder.write(story.steps().getFirst());
    try (var stage = new StoryStage(folder, parts, RuleParts.current(), AuditParts.current())) {
      Live before = null;
      for (Story.Step step : story.steps()) {
        if (pace.stopped()) {
          return valid;
        }
        int lines = paper.lines();
        teller.begins(step);
        out.flush();
        if (before != null) {
          folder.write(step);
        }
        boolean done = typed(step.show(), stage, folder, teller);
        Live after = stage.after(step, before);
        if (step.at() != null) {
          teller.changed(step, before, after);
          rules(step, stage, after, teller);
        }
        valid &= done && shown(step.show(), stage, folder, teller);
        out.flush();
        pace.read(paper.lines() - lines);
        before = after;
      }
      teller.says(
          valid
              ? "That is all. What was played is in " + folder + ", until you delete it."
              : "What was decided cannot be verified. It is in " + folder + ".");
      out.flush();
      ended = true;
      if (stay) {
        teller.says(address() + " stays until Ctrl-C.");
        out.flush();
        Quarkus.waitForExit();
      }
    }
    return valid;
  }

  private void opening(StoryTeller teller, StoryFolder folder, StoryPace pace) {
    teller.says(
        "The story of one image. Files are written as a cluster, a pipeline and people would change"
            + " things; Plumbline watches them as plumbline serve --snapshot does, and decides by"
            + " its rules. + is concluded now, - no longer, ~ in other words, each with its rule."
            + (pace.keys() ? " Enter or space goes on, Ctrl-C ends it." : ""));
    teller.says("D=" + folder + (page ? "  page: " + address() : ""));
  }

  private static String address() {
    return "http://127.0.0.1:"
        + ConfigProvider.getConfig()
            .getOptionalValue("quarkus.http.port", String.class)
            .orElse("8080")
        + "/";
  }

  private static void rules(Story.Step step, StoryStage stage, Live after, StoryTeller teller) {
    Revision candidate = stage.candidate();
    if (step.rules() == Story.Rules.SERVES) {
      teller.serves(after);
    } else if (step.rules() != null && candidate != null) {
      teller.stopped(candidate);
    }
  }

  /** What somebody types, which something then follows from. */
  private boolean typed(Story.Show show, StoryStage stage, StoryFolder folder, StoryTeller teller) {
    Revision candidate = stage.candidate();
    if (show.does() == null || candidate == null) {
      return true;
    }
    var answer = new StringWriter();
    String line = show.does().replace("$R", candidate.brief());
    boolean done = run(folder.resolved(line), stage, answer);
    teller.answered(line, answer.toString().lines().toList(), show.most());
    return done;
  }

  /** Whether what was run says that all is well. */
  private boolean shown(Story.Show show, StoryStage stage, StoryFolder folder, StoryTeller teller)
      throws IOException {
    boolean valid = true;
    if (show.look() != null) {
      teller.look(show.look());
    }
    if (show.run() != null) {
      var answer = new StringWriter();
      valid = run(folder.resolved(show.run()), stage, answer);
      teller.answered(show.run(), answer.toString().lines().toList(), show.most());
    }
    if (show.bundle() != null) {
      Path unpacked = folder.path("bundle");
      BundleCheck check = BundleCheck.of(folder.path(show.bundle()), unpacked);
      teller.answered("sh $D/bundle/verify.sh", check.said(), show.most());
      valid &= check.valid();
    }
    return valid;
  }

  /** Runs a verb of this program as a shell would; true when it answers. */
  private boolean run(String line, StoryStage stage, StringWriter answer) {
    var words = new ArrayList<String>();
    for (MatchResult word : (Iterable<MatchResult>) WORD.matcher(line).results()::iterator) {
      words.add(word.group(1) == null ? word.group(2) : word.group(1));
    }
    CommandLine program = new CommandLine(new PlumblineCommand(), verbs(stage));
    var errors = new StringWriter();
    int code =
        Program.configure(program)
            .setOut(new PrintWriter(answer, true))
            .setErr(new PrintWriter(errors, true))
            .execute(words.subList(1, words.size()).toArray(String[]::new));
    if (code != ExitCodes.ANSWERED) {
      answer.append(errors.toString());
    }
    return code == ExitCodes.ANSWERED;
  }

  /** As the program makes them, but that rules which serve are not compiled once more. */
  private IFactory verbs(StoryStage stage) {
    IFactory made = spec.root().commandLine().getFactory();
    return new IFactory() {
      @Override
      public <K> K create(Class<K> type) throws Exception {
        return type == ExplainCommand.class
            ? type.cast(new ExplainCommand(SnapshotReader.FOLDERS, stage::rules))
            : made.create(type);
      }
    };
  }
}
