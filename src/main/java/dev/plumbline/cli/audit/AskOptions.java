package dev.plumbline.cli.audit;

import dev.plumbline.audit.InvalidLogException;
import dev.plumbline.audit.ask.Archive;
import dev.plumbline.audit.ask.NothingKnownException;
import dev.plumbline.audit.store.StoredLog;
import dev.plumbline.cli.command.ExitCodes;
import dev.plumbline.cli.command.Progress;
import dev.plumbline.fact.Nearest;
import dev.plumbline.host.InvalidInputException;
import dev.plumbline.host.audit.RecordedKeys;
import java.io.IOException;
import java.util.Collection;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.ParameterException;

/** What every question to the log has in common. */
final class AskOptions {

  @Mixin
  @SuppressWarnings("NullAway.Init")
  private AuditOptions from;

  /** A question, with the log it is asked of. */
  @FunctionalInterface
  interface Asking {
    void of(Archive archive, StoredLog log) throws IOException;
  }

  /** Asks; what the log cannot answer is bad input. */
  int ask(CommandLine command, Asking asking) throws IOException {
    try (var progress = new Progress(command.getErr())) {
      StoredLog log = from.stored();
      var archive =
          new Archive(
              log,
              new RecordedKeys(),
              from.index(),
              done ->
                  progress.now(
                      "indexing the log: %,d of %,d entries"
                          .formatted(done, Math.max(done, log.head().size()))));
      asking.of(archive, log);
      command.getOut().flush();
      return ExitCodes.ANSWERED;
    } catch (InvalidLogException | NothingKnownException e) {
      throw new InvalidInputException(e);
    }
  }

  /** One of the names that are known; bad input else. */
  static @Nullable String known(
      String option, @Nullable String value, Collection<String> known, CommandLine command) {
    if (value == null || known.contains(value)) {
      return value;
    }
    for (String each : known) {
      if (each.toLowerCase(Locale.ROOT).equals(value.toLowerCase(Locale.ROOT))) {
        return each;
      }
    }
    throw new ParameterException(
        command,
        option + " " + value + " is not in the log. " + Nearest.advice(value, known));
  }
}
