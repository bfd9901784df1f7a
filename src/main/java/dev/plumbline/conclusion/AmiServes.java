package dev.plumbline.conclusion;

import dev.plumbline.fact.Annotations.Key;
import dev.plumbline.fact.Requirements;

/**
 * All that a resolved image requires of an instance type: its requirements and every constraint,
 * without what the nodes of its node class have anyway.
 *
 * @param nodeClass the node class
 * @param ami the image id
 * @param rank what the images of the node class are listed by, greatest first
 * @param architecture {@code kubernetes.io/arch} of the image
 * @param specificity how many labels its own requirements bind
 * @param requirements requirements and constraints together
 */
public record AmiServes(
    @Key String nodeClass,
    @Key String ami,
    long rank,
    String architecture,
    int specificity,
    Requirements requirements)
    implements Conclusion {

  /** Whether it stands before {@code other} in the list of a node class. */
  public boolean listedBefore(AmiServes other) {
    int order = Long.compare(other.rank, rank);
    order = order != 0 ? order : ami.compareTo(other.ami);
    return (order != 0 ? order : requirements.compareTo(other.requirements)) < 0;
  }

  /** Whether a type that both fit launches with it: more specific, or else listed before. */
  public boolean preferredTo(AmiServes other) {
    return specificity != other.specificity ? specificity > other.specificity : listedBefore(other);
  }
}
