package dev.plumbline.cli;

import dev.plumbline.cli.command.Program;
import io.quarkus.picocli.runtime.PicocliCommandLineFactory;
import io.quarkus.runtime.annotations.CommandLineArguments;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Produces;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IFactory;

/**
 * The program with one of its verbs: to describe all of them takes longer than most of what they
 * do.
 */
@Command
final class OneVerb extends TopLevel {

  /** It runs others. */
  private static final String DEMO = "demo";

  /** The program as Quarkus runs it. */
  @ApplicationScoped
  static class OfQuarkus {

    @Produces
    CommandLine commandLine(
        PicocliCommandLineFactory all, IFactory verbs, @CommandLineArguments String[] args) {
      CommandLine one = args.length == 0 ? null : of(args[0], verbs);
      return Program.onConsole(one == null ? all.create() : one);
    }
  }

  /**
   * The program with this verb alone.
   *
   * @return null when there is no such verb, or it needs others
   */
  static @Nullable CommandLine of(String name, IFactory verbs) {
    if (!PlainVerbs.OF_ALL_VERBS.contains(name) && !name.equals(DEMO)) {
      for (Class<?> verb : PlumblineCommand.class.getAnnotation(Command.class).subcommands()) {
        if (verb.getAnnotation(Command.class).name().equals(name)) {
          return new CommandLine(new OneVerb(), verbs).addSubcommand(verb);
        }
      }
    }
    return null;
  }
}
