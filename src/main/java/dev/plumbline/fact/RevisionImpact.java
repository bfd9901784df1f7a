package dev.plumbline.fact;

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
public record RevisionImpact(
    String digest, String measure, String subject, long before, long after, Values examples)
    implements Fact {

  /** How many examples are told. */
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

  /** What is told of the examples, in brackets; empty when there is none. */
  public String told() {
    if (examples.none()) {
      return "";
    }
    long more = lost() + gained() - examples.size();
    return " (" + examples + (more > 0 ? " and " + more + " more" : "") + ")";
  }
}
