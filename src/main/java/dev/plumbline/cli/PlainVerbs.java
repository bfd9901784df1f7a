package dev.plumbline.cli;

import dev.plumbline.cli.PlumblineCommand.VersionCommand;
import dev.plumbline.cli.command.PrintableLog;
import dev.plumbline.cli.command.Program;
import dev.plumbline.cli.evaluate.EvaluateCommand;
import dev.plumbline.cli.evaluate.ExplainCommand;
import dev.plumbline.cli.evaluate.PlanCommand;
import dev.plumbline.cli.evaluate.RehearseCommand;
import dev.plumbline.cli.rules.BenchCommand;
import dev.plumbline.cli.rules.DiffCommand;
import dev.plumbline.cli.rules.FmtCommand;
import dev.plumbline.cli.rules.LintCommand;
import dev.plumbline.cli.rules.ScenarioCommand;
import dev.plumbline.cli.rules.TestCommand;
import io.quarkus.runtime.ApplicationLifecycleManager;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.logging.Handler;
import java.util.stream.Stream;
import org.jboss.logmanager.Level;
import org.jboss.logmanager.Logger;
import org.jboss.logmanager.formatters.PatternFormatter;
import org.jboss.logmanager.handlers.ConsoleHandler;
import org.jboss.logmanager.handlers.ConsoleHandler.Target;
import picocli.CommandLine;

/**
 * Verbs that need no settings, no client and no server, answered before Quarkus starts: that takes
 * longer than most of their answers.
 */
final class PlainVerbs {

  /**
   * Evaluates the example and starts Quarkus, so that the AOT cache of {@code ./plumbline} has the
   * classes of both. Not for people, so no help names it.
   */
  static final String PREPARE_START = "prepare-start";

  /** {@code quarkus.log.console.format}. */
  static final String LOG_FORMAT = "%d{yyyy-MM-dd'T'HH:mm:ss.SSSX} %-5p %c{1}: %s%e%n";

  private static final Map<String, Supplier<Object>> VERBS =
      Map.ofEntries(
          Map.entry("evaluate", EvaluateCommand::new),
          Map.entry("plan", PlanCommand::new),
          Map.entry("rehearse", RehearseCommand::new),
          Map.entry("diff", DiffCommand::new),
          Map.entry("explain", ExplainCommand::new),
          Map.entry("lint", LintCommand::new),
          Map.entry("fmt", FmtCommand::new),
          Map.entry("test", TestCommand::new),
          Map.entry("bench", BenchCommand::new),
          Map.entry("scenario", ScenarioCommand::new),
          Map.entry("version", VersionCommand::new));

  /** Verbs and options that describe all verbs. */
  static final Set<String> OF_ALL_VERBS =
      Set.of("completion", "man", "help", "-h", "--help", "-V", "--version");

  /** Runs until it is stopped, and Quarkus shuts down in order. */
  private static final String WATCH = "--watch";

  /** A log in a bucket is read by a client that has settings. */
  private static final String BUCKET = "s3://";

  private PlainVerbs() {}

  static Set<String> names() {
    return VERBS.keySet();
  }

  /** Whether {@code args} are such a verb, and nothing is set for Quarkus, such as a log level. */
  static boolean answer(String... args) {
    return args.length > 0
        && (VERBS.containsKey(args[0]) || OF_ALL_VERBS.contains(args[0]))
        && Stream.of(args).noneMatch(arg -> arg.equals(WATCH) || arg.contains(BUCKET))
        && System.getenv().keySet().stream().noneMatch(key -> key.startsWith("QUARKUS_"))
        && System.getProperties().stringPropertyNames().stream()
            .noneMatch(key -> key.startsWith("quarkus."));
  }

  /** What {@link #PREPARE_START} does first. */
  static void evaluateExample() {
    log();
    Program.onConsole(command("evaluate")).execute("evaluate");
  }

  /** Answers and ends the program with the exit code of the verb. */
  static void run(String... args) {
    log();
    int exit = Program.onConsole(command(args[0])).execute(args);
    ApplicationLifecycleManager.getDefaultExitCodeHandler().accept(exit, null);
  }

  /** The program with as many verbs as {@code first} needs. */
  static CommandLine command(String first) {
    Supplier<Object> verb = VERBS.get(first);
    return verb == null
        ? new CommandLine(new PlumblineCommand())
        : new CommandLine(new OneVerb()).addSubcommand(verb.get());
  }

  /** Before logging is set up, all levels are on and nothing is written: the engine says a lot. */
  static void quiet() {
    Logger.getLogger("").setLevel(Level.WARN);
  }

  /** As application.properties has it. */
  private static void log() {
    quiet();
    Logger root = Logger.getLogger("");
    var console = new ConsoleHandler(Target.SYSTEM_ERR, new PatternFormatter(LOG_FORMAT));
    console.setFilter(new PrintableLog());
    root.setHandlers(new Handler[] {console});
  }
}
