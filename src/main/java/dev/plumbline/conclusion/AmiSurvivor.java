package dev.plumbline.conclusion;

import dev.plumbline.fact.Annotations.Key;
import dev.plumbline.fact.Requirements;

/**
 * The best image of a node class for one set of requirements.
 *
 * @param nodeClass the node class
 * @param ami the image id
 * @param requirements the set it serves
 * @param deprecated whether its deprecation time has come
 * @param rank what the images of a node class are listed by, greatest first: the creation date in
 *     epoch seconds; for images kept from the last good answer, their place in it, negated
 */
public record AmiSurvivor(
    @Key String nodeClass,
    @Key String ami,
    Requirements requirements,
    boolean deprecated,
    long rank)
    implements Conclusion {

  /** Whether it stands before {@code other} in the list of a node class. */
  public boolean listedBefore(AmiSurvivor other) {
    int order = Long.compare(other.rank, rank);
    order = order != 0 ? order : ami.compareTo(other.ami);
    return (order != 0 ? order : requirements.compareTo(other.requirements)) < 0;
  }
}
