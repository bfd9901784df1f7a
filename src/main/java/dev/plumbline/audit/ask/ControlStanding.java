package dev.plumbline.audit.ask;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How one control stands.
 *
 * @param control CM-2
 * @param rules the ids of the rules that serve it, of the revision that serves
 * @param objects how many objects those rules had something to say of
 * @param violations what is or was wrong by one of those rules, by when it opened
 * @param waivers exceptions from one of those rules, in force and ended
 * @param evidence the entries in which one of those rules had a part
 * @param uncovered the rules that no scenario holds; null when it was not looked at
 */
public record ControlStanding(
    String control,
    List<String> rules,
    int objects,
    List<ControlFinding> violations,
    List<Exception> waivers,
    Entries evidence,
    @Nullable List<String> uncovered) {

  /**
   * An exception.
   *
   * @param id of the waiver
   * @param rule whose objection it lifts
   * @param subject for which objects
   * @param owner who answers for it
   * @param until when it ends, ISO 8601
   * @param inForce whether it has not ended
   */
  public record Exception(
      String id, String rule, String subject, String owner, String until, boolean inForce) {}

  /**
   * Entries of the log.
   *
   * @param first the place of the first; null when there is none
   * @param last the place of the last; null when there is none
   * @param count how many, by the index
   */
  public record Entries(@Nullable Long first, @Nullable Long last, long count) {}

  /** How many violations stand. */
  public long open() {
    return violations.stream().filter(ControlFinding::open).count();
  }
}
