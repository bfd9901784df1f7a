package dev.plumbline.conclusion;

import dev.plumbline.fact.Annotations.Key;
import dev.plumbline.fact.Annotations.OneOf;
import dev.plumbline.fact.Glob;
import dev.plumbline.fact.Images.Ami;
import dev.plumbline.fact.ObjectKind;
import dev.plumbline.fact.RecordType;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What people should know of an object. */
public sealed interface FindingConclusions extends Conclusion {

  /** What a severity may be, the worst first. */
  List<String> SEVERITIES = List.of("critical", "high", "medium", "low", "info");

  /**
   * A finding about an object, for people.
   *
   * @param rule the id of the rule behind it
   * @param subject the object: NodePool/default
   * @param result fail, warn or error, as in OpenReports
   * @param severity critical, high, medium, low or info
   * @param reason a word in CamelCase, as in Events: ArchitectureMismatch
   * @param message the finding and the fix, in words
   */
  record Complaint(
      @Key String rule,
      @Key String subject,
      String result,
      String severity,
      String reason,
      String message)
      implements FindingConclusions {}

  /**
   * A finding about an object, published as an Event and in a report.
   *
   * @param rule the id of the rule behind it
   * @param subject the object: NodePool/default
   * @param result pass, fail, warn, error or skip, as in OpenReports
   * @param severity critical, high, medium, low or info
   * @param reason a word in CamelCase, as in Events: ArchitectureMismatch
   * @param message the finding and the fix, in words
   */
  record Finding(
      @Key String rule,
      @Key String subject,
      String result,
      String severity,
      String reason,
      String message)
      implements FindingConclusions {}

  /**
   * That an object is left out of account because it cannot be read; all others are in.
   *
   * @param rule the id of the rule
   * @param source images, node-pools, …
   * @param object the object: NodePool/default, Ami/ami-0123
   * @param message what is wrong with it, with its path and advice
   */
  record ObjectUnreadable(@Key String rule, @Key String source, @Key String object, String message)
      implements FindingConclusions {}

  /**
   * That a rule does not hold on an object, because a number that it calculates is divided by zero
   * or out of range. Other rules, and the rule on other objects, are not affected.
   *
   * @param rule the id of the rule
   * @param object the object: Ami/ami-0123, NodePool/default; empty where there is none
   * @param reason what cannot be calculated
   */
  record CalculationFailed(@Key String rule, @Key String object, @Key String reason)
      implements FindingConclusions {}

  /**
   * That an objection has no effect, because it is waived for a time.
   *
   * @param rule the id of the rule that objects
   * @param subject what it objects to: EC2NodeClass/default, EC2NodeClass/default/Ami/ami-0123,
   *     NodePool/gpu
   * @param waiver what the waiver is called
   * @param owner who answers for it
   * @param reason why
   * @param until when it ends
   */
  record ObjectionWaived(
      @Key String rule,
      @Key String subject,
      @Key String waiver,
      String owner,
      String reason,
      Instant until)
      implements FindingConclusions {}

  /**
   * That a rule does not judge an object, because a tag that it reads is not there or cannot be
   * read.
   *
   * @param rule the id of the rule that reads it
   * @param object the object: Ami/ami-0123, NodePool/default
   * @param tag the tag, label or annotation
   * @param kind what the rule reads it as: time, version, number
   * @param value its value; null when it is not there
   */
  record TagUnreadable(
      @Key String rule,
      @Key String object,
      @Key String tag,
      @Key @OneOf({"number", "time", "version"}) String kind,
      @Nullable String value)
      implements FindingConclusions {

    /** What is found in words. */
    public String found() {
      return value == null
          ? "it has no tag " + tag
          : "its tag " + tag + " is \"" + value + "\", which is not a " + kind;
    }

    /** A value that can be read. */
    public String example() {
      return switch (kind) {
        case "time" -> "2026-10-01 or 2026-10-01T12:00:00Z";
        case "version" -> "6.1 or v1.32.0";
        default -> "30 or 0.5";
      };
    }
  }

  /**
   * That a waiver has ended and lifts nothing any more.
   *
   * @param waiver what the waiver is called
   * @param rule the id of the rule whose objection it lifted
   * @param subject a pattern of what it was lifted for
   * @param owner who answers for it
   * @param until when it ended
   */
  record WaiverExpired(
      @Key String waiver, @Key String rule, @Key String subject, String owner, Instant until)
      implements FindingConclusions {}

  /**
   * That what a rule objects to is permitted for a time.
   *
   * @param waiver what the waiver is called
   * @param rule the id of the rule whose objection is lifted
   * @param subject a pattern of what it is lifted for: Ami/ami-0123, NodePool/gpu-*
   * @param owner who answers for it
   * @param reason why
   * @param until when it ends
   */
  record WaiverInForce(
      @Key String waiver,
      @Key String rule,
      @Key String subject,
      String owner,
      String reason,
      Instant until)
      implements FindingConclusions {

    /** When it ends, for rules: in their language {@code until} is a word of its own. */
    public Instant expiry() {
      return until;
    }

    /** Whether it is for {@code name}, the key of a fact. */
    public boolean covers(String name) {
      return Glob.matches(subject, name);
    }

    /** Whether it is for an image, of every node class ({@code Ami/…}) or of this one. */
    public boolean coversAmi(String nodeClass, String ami) {
      return covers(RecordType.key(Ami.class, ami))
          || covers(
              ObjectKind.EC2_NODE_CLASS.key(nodeClass) + "/" + RecordType.key(Ami.class, ami));
    }
  }
}
