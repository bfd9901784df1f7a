package dev.plumbline.fact;

import dev.plumbline.fact.Annotations.OneOf;
import dev.plumbline.fact.Policy.Parameter;
import java.time.Instant;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Revisions of the rules, their approvals and their measured impact. */
public sealed interface Revisions extends Fact {

  /**
   * The rules that one of several replicas serves.
   *
   * @param replica who: the name of its pod
   * @param digest SHA-256 over the files of the rules that it settled with last
   * @param since since when it has served them, by the clock of this replica: of another one, when
   *     this was first seen
   * @param own whether it is this replica
   */
  record ReplicaRevision(String replica, String digest, Instant since, boolean own)
      implements Revisions {

    @Override
    public String key() {
      return "ReplicaRevision/" + replica;
    }

    /** What the digest is called for short: its first twelve characters. */
    public String brief() {
      return digest.substring(0, Math.min(12, digest.length()));
    }

    /** Since when both have served what they serve: the later of the two times. */
    public Instant sinceBoth(ReplicaRevision other) {
      return since.isAfter(other.since) ? since : other.since;
    }
  }

  /**
   * Somebody lets a revision of the rules through in spite of its limits.
   *
   * @param digest the revision: SHA-256 over its files
   * @param by who
   * @param proof how that is known: token (the API authenticated the caller) or claim (the approval
   *     says so itself: an annotation, or a request in the store)
   * @param writesRules whether they may write ConfigMaps of rules, so that they may have written
   *     the revision themselves: yes, no; null when that is not known
   */
  record RevisionApproval(
      String digest,
      String by,
      @OneOf({"claim", "token"}) String proof,
      @OneOf({"yes", "no"}) @Nullable String writesRules)
      implements Revisions {

    @Override
    public String key() {
      return "RevisionApproval/" + digest + "/" + proof + "/" + by;
    }

    /** Whether nobody but the approval itself says who it is from. */
    public boolean claimed() {
      return proof.equals("claim");
    }

    /** Who, and how that is known: {@code ann (token)}. */
    public String approver() {
      return by + " (" + proof + ")";
    }
  }

  /**
   * One measure of what a revision of the rules would change, on the facts of now. What goes counts
   * down from {@code before}, what comes counts up from it.
   *
   * @param digest the revision
   * @param measure what is counted: eligibleAmisLost, nodeClassesWithoutAmi, actionsDue, …
   * @param subject of which it is counted: Cluster, or a kind of action, conclusion or parameter
   * @param before how many there are under the rules that serve
   * @param after how many of these would be left, or how many there would be
   * @param examples some of those that make the difference, for people
   */
  record RevisionImpact(
      String digest, String measure, String subject, long before, long after, Values examples)
      implements Revisions {

    /** The maximum number of examples. */
    public static final int EXAMPLES = 3;

    /** The subject of what is counted as a whole. */
    public static final String CLUSTER = "Cluster";

    /** Without examples. */
    public RevisionImpact(String digest, String measure, String subject, long before, long after) {
      this(digest, measure, subject, before, after, Values.NONE);
    }

    @Override
    public String key() {
      return "RevisionImpact/" + digest + "/" + measure + "/" + subject;
    }

    /** The measure, of its subject where there are several: {@code actionsDue of PinAmis}. */
    public String measured() {
      return subject.equals(CLUSTER) ? measure : measure + " of " + subject;
    }

    /** How many go; 0 when some come. */
    public long lost() {
      return Math.max(0, before - after);
    }

    /** How many come; 0 when some go. */
    public long gained() {
      return Math.max(0, after - before);
    }

    /** How many come, of what is called {@code one}: {@code 1 object}, {@code 3 objects}. */
    public String counted(String one) {
      return gained() + " " + one + (gained() == 1 ? "" : "s");
    }

    /** The examples in brackets; empty if there are none. */
    public String told() {
      if (examples.none()) {
        return "";
      }
      long more = lost() + gained() - examples.size();
      return " (" + examples + (more > 0 ? " and " + more + " more" : "") + ")";
    }
  }

  /**
   * What a revision of the rules may change: a row of {@code x.measures.yaml}, the rule of its id.
   *
   * @param id the rule that objections are said by: REV-010
   * @param measure what is limited, as its impact has it: eligibleAmisLost
   * @param compares what is compared with the limit; a percentage is of those before
   * @param limit the parameter that limits it
   * @param item *: the limit of all subjects that have none of their own; empty for the one limit
   *     that there is, or that of the subject
   * @param above the parameter that the number before must exceed as well; null when any counts
   * @param message a template: {@code {lost}}, {@code {gained}}, {@code {before}}, {@code
   *     {subject}}, and {@code {s}} for the plural of what is gained
   */
  record RevisionMeasure(
      String id,
      String measure,
      @OneOf({"lost", "lostPercent", "gained", "gainedPercent"}) String compares,
      String limit,
      String item,
      @Nullable String above,
      String message)
      implements Revisions {

    /** What a template may name, in braces. */
    public static final List<String> TEMPLATE_PARAMETERS =
        List.of("lost", "gained", "before", "subject", "s");

    /** A parameter of a template, in braces. */
    public static final Pattern TEMPLATE_PARAMETER = Pattern.compile("\\{(\\w*)}");

    @Override
    public String key() {
      return "RevisionMeasure/" + id;
    }

    /** Whether {@code impact} is more than {@code by} allows; false when that is no number. */
    public boolean exceeded(RevisionImpact impact, Parameter by) {
      long part = compares.startsWith("lost") ? impact.lost() : impact.gained();
      return compares.endsWith("Percent")
          ? by.exceededByShare(part, impact.before())
          : by.exceededBy(part);
    }

    /** The numbers, examples and the limit, in words. */
    public String message(RevisionImpact impact, Parameter by) {
      String numbers =
          TEMPLATE_PARAMETER
              .matcher(message)
              .replaceAll(
                  found ->
                      switch (found.group(1)) {
                        case "lost" -> Long.toString(impact.lost());
                        case "gained" -> Long.toString(impact.gained());
                        case "before" -> Long.toString(impact.before());
                        case "s" -> impact.gained() == 1 ? "" : "s";
                        default -> Matcher.quoteReplacement(impact.subject());
                      });
      String limits = by.item().isEmpty() ? by.name() : by.name() + " of " + by.item();
      return numbers + impact.told() + ": " + limits + " is " + by.value();
    }
  }

  /**
   * A rule set that serves, is about to, or must not.
   *
   * @param digest SHA-256 over its files
   * @param state active, candidate, held or rejected
   * @param origin where its text comes from, for people: {@code ConfigMap plumbline/team-a}
   * @param author who wrote it last; null when that is not known
   * @param changeRef what it was written for ({@code plumbline.dev/change-ref}); null if none is
   *     said
   */
  record RuleRevision(
      String digest,
      @OneOf({"active", "candidate", "held", "rejected"}) String state,
      String origin,
      @Nullable String author,
      @Nullable String changeRef)
      implements Revisions {

    @Override
    public String key() {
      return "RuleRevision/" + digest;
    }

    /** Whether it waits for being let through: a candidate, or one that was held. */
    public boolean waiting() {
      return state.equals("candidate") || state.equals("held");
    }
  }
}
