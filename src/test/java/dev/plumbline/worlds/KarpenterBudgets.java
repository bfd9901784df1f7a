package dev.plumbline.worlds;

import dev.plumbline.fact.Cluster.EvaluationTime;
import dev.plumbline.fact.Cluster.StatusCondition;
import dev.plumbline.fact.Disruption.DisruptionBudget;
import dev.plumbline.fact.Nodes.Node;
import dev.plumbline.fact.Nodes.NodeClaim;
import dev.plumbline.fact.Pools.NodePool;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * How many nodes of a NodePool Karpenter may disrupt now: {@code BuildDisruptionBudgetMapping} in
 * {@code pkg/controllers/disruption/helpers.go} of core and {@code MustGetAllowedDisruptions} in
 * {@code pkg/apis/v1/nodepool.go}, with schedules as {@code robfig/cron} reads them.
 */
final class KarpenterBudgets {

  private static final int UNLIMITED = Integer.MAX_VALUE;

  private final FactsByType facts;

  KarpenterBudgets(FactsByType facts) {
    this.facts = facts;
  }

  /** {@code BuildDisruptionBudgetMapping} for one pool. */
  int allowed(NodePool pool, String reason) {
    int nodes = 0;
    int disrupting = 0;
    for (NodeClaim claim : facts.all(NodeClaim.class)) {
      Node node = facts.first(Node.class, it -> it.name().equals(claim.nodeName()));
      if (node == null
          || !"true".equals(node.labels().value("karpenter.sh/initialized"))
          || !pool.name().equals(node.labels().value("karpenter.sh/nodepool"))
          || terminating(claim)) {
        continue;
      }
      nodes++;
      if (!"True".equals(node.ready()) || claim.deleting()) {
        disrupting++;
      }
    }
    return Math.max(mustGetAllowed(pool, nodes, reason) - disrupting, 0);
  }

  private boolean terminating(NodeClaim claim) {
    return facts.first(
            StatusCondition.class,
            it ->
                it.kind().equals("NodeClaim")
                    && it.name().equals(claim.name())
                    && it.type().equals("InstanceTerminating")
                    && it.status().equals("True"))
        != null;
  }

  /** {@code MustGetAllowedDisruptions}: 0 when one budget, for whatever reason, cannot be read. */
  private int mustGetAllowed(NodePool pool, int nodes, String reason) {
    int least = UNLIMITED;
    for (DisruptionBudget budget :
        facts.where(DisruptionBudget.class, it -> it.nodePool().equals(pool.name()))) {
      int value;
      try {
        value = active(budget) ? scaled(budget.nodes(), nodes) : UNLIMITED;
      } catch (IllegalArgumentException e) {
        return 0;
      }
      boolean every = budget.reasons().list().isEmpty() && !budget.noReason();
      if (every || budget.reasons().list().contains(reason)) {
        least = Math.min(least, value);
      }
    }
    return Math.min(least, nodes);
  }

  /** {@code GetScaledValueFromIntOrPercent}, rounded up. */
  private static int scaled(String nodes, int of) {
    return nodes.endsWith("%")
        ? (int)
            Math.ceil(Integer.parseInt(nodes.substring(0, nodes.length() - 1)) * (double) of / 100)
        : Integer.parseInt(nodes);
  }

  /** {@code IsActive}: whether the schedule hits after {@code now - duration} and by now. */
  private boolean active(DisruptionBudget budget) {
    if (budget.schedule() == null && budget.duration() == null) {
      return true;
    }
    var schedule = new Schedule(budget.schedule() == null ? "" : budget.schedule());
    Instant now = facts.only(EvaluationTime.class).instant();
    Duration back = budget.duration() == null ? Duration.ZERO : budget.duration();
    Instant minute = now.truncatedTo(ChronoUnit.MINUTES);
    while (minute.isAfter(now.minus(back))) {
      if (schedule.hits(LocalDateTime.ofInstant(minute, ZoneOffset.UTC))) {
        return true;
      }
      minute = minute.minus(1, ChronoUnit.MINUTES);
    }
    return false;
  }

  /** {@code cron.ParseStandard} and {@code SpecSchedule}, minute by minute. */
  static final class Schedule {

    private static final Map<String, String> MACROS =
        Map.of(
            "@yearly",
            "0 0 1 1 *",
            "@annually",
            "0 0 1 1 *",
            "@monthly",
            "0 0 1 * *",
            "@weekly",
            "0 0 * * 0",
            "@daily",
            "0 0 * * *",
            "@midnight",
            "0 0 * * *",
            "@hourly",
            "0 * * * *");
    private static final List<String> DAYS =
        List.of("sun", "mon", "tue", "wed", "thu", "fri", "sat");
    private static final List<String> MONTHS =
        List.of(
            "", "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec");

    /** The bit that says that every value is meant. */
    private static final int STAR = 63;

    private final BitSet minutes;
    private final BitSet hours;
    private final BitSet days;
    private final BitSet months;
    private final BitSet weekdays;

    Schedule(String text) {
      String[] fields = MACROS.getOrDefault(text, text).trim().split("\\s+");
      if (fields.length != 5) {
        throw new IllegalArgumentException("expected exactly 5 fields: " + text);
      }
      minutes = field(fields[0], 0, 59, List.of());
      hours = field(fields[1], 0, 23, List.of());
      days = field(fields[2], 1, 31, List.of());
      months = field(fields[3], 1, 12, MONTHS);
      weekdays = field(fields[4], 0, 6, DAYS);
    }

    /** {@code getField}, {@code getRange}. */
    private static BitSet field(String text, int min, int max, List<String> names) {
      var bits = new BitSet();
      for (String range : text.split(",")) {
        String[] step = range.split("/", -1);
        String[] ends = step[0].split("-", -1);
        boolean star = ends[0].equals("*") || ends[0].equals("?");
        int from = star ? min : number(ends[0], names);
        int to = star ? max : ends.length > 1 ? number(ends[1], names) : from;
        int by = step.length > 1 ? Integer.parseInt(step[1]) : 1;
        if (step.length > 1 && ends.length == 1) {
          to = max;
        }
        if (from < min || to > max || from > to || by < 1) {
          throw new IllegalArgumentException("out of range: " + text);
        }
        for (int value = from; value <= to; value += by) {
          bits.set(value);
        }
        if (star && by == 1) {
          bits.set(STAR);
        }
      }
      return bits;
    }

    private static int number(String text, List<String> names) {
      int named = names.indexOf(text.toLowerCase(Locale.ROOT));
      return named >= 0 ? named : Integer.parseInt(text);
    }

    boolean hits(LocalDateTime at) {
      boolean day = days.get(at.getDayOfMonth());
      boolean weekday =
          weekdays.get(at.getDayOfWeek() == DayOfWeek.SUNDAY ? 0 : at.getDayOfWeek().getValue());
      return minutes.get(at.getMinute())
          && hours.get(at.getHour())
          && months.get(at.getMonthValue())
          && (days.get(STAR) || weekdays.get(STAR) ? day && weekday : day || weekday);
    }
  }
}
