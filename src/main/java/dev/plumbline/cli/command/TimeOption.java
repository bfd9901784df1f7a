package dev.plumbline.cli.command;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

public final class TimeOption {

  private TimeOption() {}

  /**
   * The time of {@code at}: with a zone, or a day in UTC.
   *
   * @return null when it is null
   */
  public static @Nullable Instant of(@Nullable String at, CommandLine command) {
    return of("--at", at, command);
  }

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
