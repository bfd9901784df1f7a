package dev.plumbline.audit.ask;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plumbline.audit.LogHead;
import java.time.Instant;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import org.jspecify.annotations.Nullable;

/**
 * What the log tells of one node at one time.
 *
 * @param node as it was asked for
 * @param at the time asked for
 * @param sequence the last entry written by then
 * @param head where the log stands now
 * @param sections the questions, in order
 * @param evidence the places of the entries that the answers rest on
 * @param told the facts and conclusions that they name
 * @param ruleFiles the files of the rules that they name: digests by name, of the revision that
 *     served; those of an earlier one as {@code name@digest}
 */
public record NodeAnswer(
    String node,
    Instant at,
    long sequence,
    LogHead head,
    List<Section> sections,
    SortedSet<Long> evidence,
    List<CitedValue> told,
    SortedMap<String, String> ruleFiles) {

  /**
   * A question of an auditor with its answer.
   *
   * @param id by which programs know it: {@code image}
   * @param question as a person asks it
   * @param answer in a sentence or a few
   * @param lines what it rests on
   */
  public record Section(String id, String question, String answer, List<Line> lines) {

    public Section {
      lines = List.copyOf(lines);
    }
  }

  /**
   * One thing that an answer rests on.
   *
   * @param text in words
   * @param entry the place of the entry that says so; null when it is not one entry
   * @param rule where the rule stands, {@code AMI-000 ami-eligibility.drl:210@1f2e3d4c5b6a}; null
   *     when it is no rule
   * @param below what it rests on itself
   */
  public record Line(String text, @Nullable Long entry, @Nullable String rule, List<Line> below) {

    public Line {
      below = List.copyOf(below);
    }

    /** One that stands for itself. */
    public static Line of(String text) {
      return new Line(text, null, null, List.of());
    }

    /** One that an entry says. */
    public static Line of(String text, @Nullable Long entry) {
      return new Line(text, entry, null, List.of());
    }

    /** One that rests on others. */
    public static Line of(String text, List<Line> below) {
      return new Line(text, null, null, below);
    }
  }

  /**
   * A fact or a conclusion that an answer names, and where the log tells it.
   *
   * @param name the key of a fact, the id of a conclusion
   * @param entry the place of the entry that tells it
   * @param object the digest of the object with it, where it is not in the entry itself
   * @param value its wire form
   */
  public record CitedValue(String name, long entry, @Nullable String object, JsonNode value) {}
}
