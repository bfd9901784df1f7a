package dev.plumbline.fact;

import dev.plumbline.fact.Annotations.ExpectedCount;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What a team has decided: parameters, waivers, error classes, switched-off rules. */
public sealed interface Policy extends Fact {

  /**
   * That the last try of an action failed; gone once one succeeds or the action is not wanted any
   * more.
   *
   * @param action the kind of action: PinAmis
   * @param object the object: EC2NodeClass/default, Ami/ami-0123
   * @param code the error code of EC2, or the reason of the API server: Conflict, Forbidden
   * @param message what it said
   * @param failures how many times in a row it has failed now
   * @param since when it failed first
   */
  record ActionFailure(
      String action, String object, String code, String message, int failures, Instant since)
      implements Policy {

    @Override
    public String key() {
      return "ActionFailure/" + action + "/" + object;
    }
  }

  /**
   * How many objects a kind of action has changed within the parameter {@code actions.interval}.
   *
   * @param action the kind of action: PinAmis
   * @param objects how many different ones
   * @param since when the first of them was changed
   */
  record ActionWrites(String action, int objects, Instant since) implements Policy {

    @Override
    public String key() {
      return "ActionWrites/" + action;
    }
  }

  /**
   * How often one field was written: what a kind of action writes of one object.
   *
   * @param action the kind of action: PinAmis
   * @param object the object: NodePool/default
   * @param writes how many writes there were within the parameter {@code flap.within} before the
   *     last one, that one included; 0 once {@code flap.calm} has passed since
   * @param values how many different values these wrote; that of a field that is given back is one
   * @param released whether the last one gave the field back
   * @param last when the last one was
   * @param counted how many writes there were within {@code actions.interval}
   * @param since when the first of those was; null if there was none
   * @param manager the field manager, other than ours, that last wrote the spec of the object
   *     ({@code metadata.managedFields}); null if unknown
   */
  record FieldWrites(
      String action,
      String object,
      int writes,
      int values,
      boolean released,
      Instant last,
      int counted,
      @Nullable Instant since,
      @Nullable String manager)
      implements Policy {

    @Override
    public String key() {
      return "FieldWrites/" + action + "/" + object;
    }

    /** Whether the same value was written each time, so that somebody else undoes it. */
    public boolean undone() {
      return values == 1;
    }

    /** Whether a value came back that had been written before. */
    public boolean returned() {
      return values < writes;
    }

    /** The other writer in words. */
    public String writer() {
      return manager == null
          ? "another client"
          : "the field manager " + manager + ", which last wrote its spec,";
    }
  }

  /**
   * One value of the policy that a team sets ({@code parameters.yaml}, {@code snapshot.yaml}). A
   * list makes a fact an item, a map a fact an entry; a parameter that is not set makes none.
   *
   * @param name ami.minimumAge
   * @param item the key of a map's entry or the place in a list; empty for a single value
   * @param value the value as text
   */
  record Parameter(String name, String item, String value) implements Policy {

    @Override
    public String key() {
      return item.isEmpty() ? "Parameter/" + name : "Parameter/" + name + "/" + item;
    }

    /** The value as a time span; null when it is none. */
    public @Nullable Duration duration() {
      return Durations.parse(value);
    }

    /** When the time span of the value has passed since {@code time}; null when it is none. */
    public @Nullable Instant after(Instant time) {
      Duration span = duration();
      return span == null ? null : time.plus(span);
    }

    /** The value as a time, as tags write it; null when it is none. */
    public @Nullable Instant time() {
      return Times.read(value);
    }

    /** The value as a version; null when it is none. */
    public @Nullable Version version() {
      return Version.read(value);
    }

    /** The value as a number; null when it is none. */
    public @Nullable BigDecimal number() {
      return Decimals.parse(value);
    }

    /** The value as a whole number, a half counted as one; 0 when it is none. */
    public int whole() {
      BigDecimal number = number();
      return number == null ? 0 : number.setScale(0, RoundingMode.HALF_UP).intValue();
    }

    /** {@link #whole} times {@code part} of {@code all}, rounded down; all of it from there on. */
    public int share(long part, long all) {
      return part >= all ? whole() : (int) (whole() * part / all);
    }

    /** Whether the value is a number that {@code count} has reached. */
    public boolean reachedBy(int count) {
      BigDecimal number = number();
      return number != null && number.compareTo(BigDecimal.valueOf(count)) <= 0;
    }

    /** Whether the value is a number and {@code amount} is more. */
    public boolean exceededBy(long amount) {
      BigDecimal number = number();
      return number != null && number.compareTo(BigDecimal.valueOf(amount)) < 0;
    }

    /** Whether the value is a number and {@code part} is a larger percentage of {@code all}. */
    public boolean exceededByShare(long part, long all) {
      BigDecimal number = number();
      return number != null
          && number
                  .multiply(BigDecimal.valueOf(all))
                  .compareTo(BigDecimal.valueOf(part).multiply(BigDecimal.valueOf(100)))
              < 0;
    }

    /** Its place in a list, from 0; -1 when the parameter is no list. */
    public int place() {
      return item.matches("[0-9]{1,9}") ? Integer.parseInt(item) : -1;
    }

    /** Whether the key of a map's entry as a pattern fits {@code text}. */
    public boolean itemFits(String text) {
      return Glob.matches(item, text);
    }

    /** Whether the value as a pattern fits {@code text}. */
    public boolean fits(String text) {
      return Glob.matches(value, text);
    }

    /**
     * The end of the time span that begins at {@code begin}; null when the value is no time span.
     */
    public @Nullable Instant endOf(Instant begin) {
      Duration span = duration();
      return span == null ? null : begin.plus(span);
    }

    /** Whether {@code later} lies within the time span that begins at {@code begin}. */
    public boolean reaches(Instant begin, Instant later) {
      Instant end = endOf(begin);
      return end != null && later.isBefore(end);
    }

    /** The values of {@code parameters} by name, or name and item: name/item. */
    public static Tags byName(Collection<?> parameters) {
      var values = new TreeMap<String, String>();
      for (Object each : parameters) {
        if (each instanceof Parameter parameter) {
          values.put(parameter.key().substring("Parameter/".length()), parameter.value());
        }
      }
      return Tags.of(values);
    }

    /** The values of {@code parameters} by their items: what a map of values was set to. */
    public static Tags byItem(Collection<?> parameters) {
      var values = new TreeMap<String, String>();
      for (Object each : parameters) {
        if (each instanceof Parameter parameter) {
          values.put(parameter.item(), parameter.value());
        }
      }
      return Tags.of(values);
    }
  }

  /**
   * A rule that is left out of the rule set that judges ({@code switched-off.yaml}).
   *
   * @param rule its id: LOOP-001
   * @param owner who answers for it
   * @param reason why
   * @param severity that of the rule: info, low, medium, high, critical
   */
  record RuleSwitchedOff(String rule, String owner, String reason, String severity)
      implements Policy {

    @Override
    public String key() {
      return "RuleSwitchedOff/" + rule;
    }
  }

  /**
   * A permission to go on in spite of one rule for a time ({@code waivers.yaml}, {@code waivers} in
   * {@code snapshot.yaml}).
   *
   * @param id what it is called: a ticket, CHG-1234
   * @param rule the id of the rule whose objection is lifted: AMI-010
   * @param subject a pattern (* and ?) of what it is lifted for: Ami/ami-0123, NodePool/gpu-*
   * @param owner who answers for it
   * @param reason why
   * @param until when it ends
   */
  @ExpectedCount(10)
  record Waiver(String id, String rule, String subject, String owner, String reason, Instant until)
      implements Policy {

    @Override
    public String key() {
      return "Waiver/" + id;
    }

    /** When it ends, for rules: in their language {@code until} is a word of its own. */
    public Instant expiry() {
      return until;
    }

    /** Whether it is for {@code name}, the key of a fact. */
    public boolean covers(String name) {
      return Glob.matches(subject, name);
    }
  }
}
