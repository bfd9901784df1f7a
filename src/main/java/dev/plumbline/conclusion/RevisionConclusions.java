package dev.plumbline.conclusion;

import dev.plumbline.fact.Annotations.Key;
import java.time.Instant;

/** Whether a revision of the rules may take effect. */
public sealed interface RevisionConclusions extends Conclusion {

  /**
   * An approval of a revision of the rules that counts: it lifts holds.
   *
   * @param rule the id of the rule
   * @param digest the revision: SHA-256 over its files
   * @param by who approved, and how that is known: ann (token)
   */
  record ApprovalAccepted(@Key String rule, @Key String digest, @Key String by)
      implements RevisionConclusions {}

  /**
   * What an approval of a revision of the rules must be, so that it counts.
   *
   * @param rule the id of the rule
   * @param digest the revision: SHA-256 over its files
   * @param demand the parameter that demands it: approval.fourEyes or approval.authenticated
   */
  record ApprovalDemand(@Key String rule, @Key String digest, @Key String demand)
      implements RevisionConclusions {}

  /**
   * A reason for which an approval of a revision of the rules does not count.
   *
   * @param rule the id of the rule
   * @param digest the revision: SHA-256 over its files
   * @param by who approved, and how that is known: ann (claim)
   * @param message why, and who may approve, in words
   */
  record ApprovalObjection(@Key String rule, @Key String digest, @Key String by, String message)
      implements RevisionConclusions {}

  /**
   * That another replica serves other rules than this one, for longer than it takes to follow.
   *
   * @param rule the id of the rule
   * @param replica the other one: the name of its pod
   * @param digest what it serves: SHA-256 over the files of the rules
   * @param since since when both have served what they serve
   * @param message who serves what, and what to look at, in words
   */
  record ReplicaDisagreement(
      @Key String rule, String replica, String digest, Instant since, String message)
      implements RevisionConclusions {}

  /**
   * A revision of the rules was measured, and nothing holds it: it may serve.
   *
   * @param rule the id of the rule
   * @param digest the revision: SHA-256 over its files
   */
  record RevisionAllowed(@Key String rule, String digest) implements RevisionConclusions {}

  /**
   * A reason for which a revision of the rules does not serve yet. One is enough.
   *
   * @param rule the id of the rule behind it
   * @param digest the revision: SHA-256 over its files
   * @param message what would change beyond which limit, and how to let it through, in words
   */
  record RevisionHold(@Key String rule, String digest, String message)
      implements RevisionConclusions {}

  /**
   * A limit that a revision of the rules exceeds and that does not hold it, since somebody
   * approved.
   *
   * @param rule the id of the rule whose limit it is
   * @param digest the revision: SHA-256 over its files
   * @param by who approved, and how that is known: ann (token)
   * @param message what would change beyond which limit, in words
   */
  record RevisionHoldLifted(@Key String rule, String digest, String by, String message)
      implements RevisionConclusions {}

  /**
   * A limit that a revision of the rules exceeds. It holds the revision until somebody approves.
   *
   * @param rule the id of the rule
   * @param digest the revision: SHA-256 over its files
   * @param measure what is limited, as its impact has it: eligibleAmisLost, actionsDue of PinAmis
   * @param message the numbers, examples and the limit, in words
   */
  record RevisionObjection(@Key String rule, String digest, String measure, String message)
      implements RevisionConclusions {}
}
