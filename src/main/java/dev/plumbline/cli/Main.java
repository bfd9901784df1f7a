package dev.plumbline.cli;

import dev.plumbline.cli.command.Stderr;
import dev.plumbline.cli.demo.DemoSettings;
import dev.plumbline.cli.serve.ServeCommand;
import dev.plumbline.trial.TrialProcess;
import io.quarkus.picocli.runtime.PicocliRunner;
import io.quarkus.runtime.Quarkus;
import io.quarkus.runtime.annotations.QuarkusMain;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The entry point. Only {@code serve} and {@code demo --page} open a port. */
@QuarkusMain
public final class Main {

  private Main() {}

  public static void main(String... args) throws IOException, InterruptedException {
    // What is said and recorded does not depend on whose machine it is.
    Locale.setDefault(Locale.ROOT);
    if (args.length == 1 && args[0].equals(TrialProcess.VERB)) {
      TrialProcess.run();
      return;
    }
    YoungGeneration.enlarge(args);
    if (args.length == 1 && args[0].equals(PlainVerbs.PREPARE_START)) {
      PlainVerbs.evaluateExample();
      Quarkus.run(PicocliRunner.class, "version");
      return;
    }
    if (args.length > 0 && args[0].equals("serve") && !isHelpRequested(args)) {
      System.setProperty("quarkus.http.host-enabled", "true");
      // Text for people, JSON for log collectors.
      setDefault("quarkus.log.console.json.enabled", "" + !Stderr.isTerminal());
      setDefault("quarkus.log.category.\"dev.plumbline\".level", "INFO");
      if (System.getenv("KUBERNETES_SERVICE_HOST") == null) {
        // Nobody else's machine reaches it, unless it is to.
        setDefault("quarkus.http.host", "127.0.0.1");
      }
      String port = port(args);
      if (port != null) {
        System.setProperty("quarkus.http.port", port);
      }
      if (option("--rules", args) == null) {
        // Other rules than the shipped ones are compiled where they are known.
        String snapshot = option("--snapshot", args);
        PlainVerbs.quiet();
        ServeCommand.begin(snapshot == null ? null : Path.of(snapshot));
      }
    }
    if (args.length > 0 && args[0].equals("demo") && !isHelpRequested(args)) {
      String port = port(args);
      if (port != null) {
        System.setProperty("quarkus.http.port", port);
      }
      try (var unused = DemoSettings.begin(List.of(args).contains("--page"))) {
        Quarkus.run(PicocliRunner.class, args);
      }
    } else {
      if (args.length == 0 || !args[0].equals("serve")) {
        Thread.setDefaultUncaughtExceptionHandler(Main::report);
      }
      if (PlainVerbs.answer(args)) {
        PlainVerbs.run(args);
      } else {
        Quarkus.run(PicocliRunner.class, args);
      }
    }
  }

  /**
   * As a JVM does, but without what runs out of memory beside a verb: it is the verb that takes the
   * memory, and that says so.
   */
  private static void report(Thread thread, Throwable fault) {
    if (!(thread.isDaemon() && fault instanceof OutOfMemoryError)) {
      System.err.print("Exception in thread \"" + thread.getName() + "\" ");
      fault.printStackTrace();
    }
  }

  /** Sets a property unless the environment or the command line does. */
  private static void setDefault(String key, String value) {
    String variable = key.replaceAll("[^A-Za-z0-9]", "_").toUpperCase(Locale.ROOT);
    if (System.getProperty(key) == null && System.getenv(variable) == null) {
      System.setProperty(key, value);
    }
  }

  private static boolean isHelpRequested(String... args) {
    return Stream.of(args).anyMatch(arg -> arg.equals("-h") || arg.equals("--help"));
  }

  private static @Nullable String port(String... args) {
    String port = option("--port", args);
    return port != null && port.matches("[0-9]{1,5}") && Integer.parseInt(port) <= 65_535
        ? port
        : null;
  }

  /** The value of an option as picocli is going to read it; null without one. */
  private static @Nullable String option(String name, String... args) {
    for (int i = 1; i < args.length; i++) {
      if (args[i].startsWith(name + "=")) {
        return args[i].substring(name.length() + 1);
      }
      if (args[i].equals(name) && i + 1 < args.length) {
        return args[i + 1];
      }
    }
    return null;
  }
}
