package dev.plumbline.cli.command;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/** The time that {@code --at} asks for. */
public final class TimeOption {

  private TimeOption() {}

  /**
   * The time that {@code at} tells: one with a zone, or a day in UTC.
   *
   * @return null when it is null
   * @throws ParameterException when it is no time
   */
  public static @Nullable Instant of(@Nullable String at, CommandLine command) {
    return of("--at", at, command);
  }

  /** The same of another option. */
  public static @Nullable Instant of(String option, @Nullable String at, CommandLine command) {
    if (at == null) {
      return null;
    }
    try {
      return at.length() <= "2026-12-01".length()
          ? LocalDate.parse(at).atStartOfDay(ZoneOffset.UTC).toInstant()
          : OffsetDateTime.parse(at).toInstant();
    } catch (DateTimeException e) {
      throw new ParameterException(
          command,
          option + ": invalid time '" + at + "'. Try: 2026-12-01T08:00:00Z or 2026-12-01.");
    }
  }
}
