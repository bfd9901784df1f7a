package dev.plumbline.fact;

import java.time.Instant;
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
   */
  record RevisionApproval(String digest, String by) implements Revisions {

    @Override
    public String key() {
      return "RevisionApproval/" + digest;
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

    /** Without examples. */
    public RevisionImpact(String digest, String measure, String subject, long before, long after) {
      this(digest, measure, subject, before, after, Values.NONE);
    }

    @Override
    public String key() {
      return "RevisionImpact/" + digest + "/" + measure + "/" + subject;
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
      String state,
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
