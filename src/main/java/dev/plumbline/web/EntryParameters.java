package dev.plumbline.web;

import dev.plumbline.action.ActionKind;
import dev.plumbline.action.Outcome;
import dev.plumbline.fact.Nearest;
import dev.plumbline.log.EntryKind;
import dev.plumbline.query.EntryFilter;
import dev.plumbline.query.LogArchive;
import jakarta.ws.rs.DefaultValue;
import jakarta.ws.rs.QueryParam;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.jspecify.annotations.Nullable;

/** The query parameters that select log entries. */
class EntryParameters {

  private static final int MAX_LIMIT = 1_000;

  @Parameter(description = "Not before this time, ISO 8601.")
  @QueryParam("from")
  @Nullable String from;

  @Parameter(description = "Before this time, ISO 8601.")
  @QueryParam("to")
  @Nullable String to;

  @Parameter(description = "About this object, such as NodePool/default.")
  @QueryParam("object")
  @Nullable String object;

  @Parameter(description = "In which this rule took part.")
  @QueryParam("rule")
  @Nullable String rule;

  @Parameter(description = "In which a rule of this control took part.")
  @QueryParam("control")
  @Nullable String control;

  @Parameter(description = "With this kind of action.")
  @QueryParam("action")
  @Nullable String action;

  @Parameter(description = "With an action of this outcome: done, unchanged, outdated, failed.")
  @QueryParam("outcome")
  @Nullable String outcome;

  @Parameter(description = "Of this kind: start, stop, leader, rules, state, decision, outcome.")
  @QueryParam("kind")
  @Nullable String kind;

  @Parameter(description = "The largest number of entries, 1 to 1000.")
  @QueryParam("limit")
  @DefaultValue("100")
  int limit;

  @Parameter(description = "The first ones after this entry, in place of the newest.")
  @QueryParam("after")
  @Nullable Long after;

  int limit() {
    if (limit < 1 || limit > MAX_LIMIT) {
      throw Problem.badRequest("limit=" + limit + " is not from 1 to " + MAX_LIMIT + ".");
    }
    return limit;
  }

  EntryFilter question(LogArchive archive) {
    if (object != null && object.indexOf('/') < 1) {
      throw Problem.badRequest("object=" + object + " has no kind. Try: NodePool/" + object + ".");
    }
    List<String> kinds = Arrays.stream(EntryKind.values()).map(EntryKind::wire).toList();
    String wire = known("kind", kind, () -> kinds);
    var about =
        new EntryFilter.About(
            object,
            known("rule", rule, () -> archive.rules().ids()),
            known("control", control, () -> archive.rules().controls()),
            known(
                "action",
                action,
                () -> Arrays.stream(ActionKind.values()).map(ActionKind::wire).toList()),
            known(
                "outcome",
                outcome,
                () ->
                    Arrays.stream(Outcome.Result.values())
                        .map(result -> result.name().toLowerCase(Locale.ROOT))
                        .toList()),
            null);
    return new EntryFilter(
        time("from", from), time("to", to), wire == null ? null : EntryKind.ofWire(wire), about);
  }

  /** What is known is only asked for where there is something to look up: that may be costly. */
  private static @Nullable String known(
      String name, @Nullable String value, Supplier<? extends Collection<String>> known) {
    if (value != null && !known.get().contains(value)) {
      throw Problem.badRequest(
          name + "=" + value + " is unknown to the log. " + Nearest.suggestion(value, known.get()));
    }
    return value;
  }

  static @Nullable Instant time(String name, @Nullable String value) {
    try {
      return value == null ? null : OffsetDateTime.parse(value).toInstant();
    } catch (DateTimeException e) {
      throw Problem.badRequest(
          "invalid time " + name + "=" + value + ". Try: 2026-12-01T08:00:00Z.");
    }
  }
}
