package dev.plumbline.fact;

import com.cronutils.model.definition.CronDefinition;
import com.cronutils.model.definition.CronDefinitionBuilder;
import com.cronutils.model.time.ExecutionTime;
import com.cronutils.parser.CronParser;
import dev.plumbline.fact.Cluster.EvaluationTime;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * A cron schedule of five fields or a macro, in UTC, as parsed by Karpenter ({@code robfig/cron}'s
 * standard parser).
 */
final class Cron {

  private static final Map<String, String> MACROS =
      Map.of(
          "@yearly", "0 0 1 1 *",
          "@annually", "0 0 1 1 *",
          "@monthly", "0 0 1 * *",
          "@weekly", "0 0 * * 0",
          "@daily", "0 0 * * *",
          "@midnight", "0 0 * * *",
          "@hourly", "0 * * * *");

  /** Unlike Unix cron, Sunday is never 7. */
  private static final CronDefinition FIELDS =
      CronDefinitionBuilder.defineCron()
          .withMinutes()
          .withStrictRange()
          .and()
          .withHours()
          .withStrictRange()
          .and()
          .withDayOfMonth()
          .withStrictRange()
          .and()
          .withMonth()
          .withStrictRange()
          .and()
          .withDayOfWeek()
          .withValidRange(0, 6)
          .withMondayDoWValue(1)
          .withStrictRange()
          .and()
          .instance();

  /** Parsed schedules: every clock tick evaluates every schedule. */
  private static final Map<String, Optional<Cron>> READ = new ConcurrentHashMap<>();

  private static final int MOST = 1_000;

  private final ExecutionTime times;

  private Cron(ExecutionTime times) {
    this.times = times;
  }

  /** Parses a schedule; null if invalid. */
  static @Nullable Cron parse(String text) {
    if (READ.size() > MOST) {
      READ.clear();
    }
    return READ.computeIfAbsent(text, Cron::read).orElse(null);
  }

  private static Optional<Cron> read(String text) {
    String fields = MACROS.getOrDefault(text.strip(), text.strip()).replace('?', '*');
    try {
      return Optional.of(new Cron(ExecutionTime.forCron(new CronParser(FIELDS).parse(fields))));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  /**
   * Whether the schedule has a hit within {@code span} up to and including {@code now}. True for
   * one that never hits, such as 30 February, as in Karpenter.
   */
  boolean hit(EvaluationTime now, Duration span) {
    Instant from = now.unwatched().minus(span);
    Optional<Instant> hit =
        times.nextExecution(from.atZone(ZoneOffset.UTC)).map(ZonedDateTime::toInstant);
    if (hit.isEmpty()) {
      return true;
    }
    TimeConditions.changes(hit.get().plus(span), now.unwatched());
    return !now.before(hit.get());
  }
}
