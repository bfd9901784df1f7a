package dev.plumbline.conclusion;

import dev.plumbline.fact.PodMatch;
import dev.plumbline.fact.Requirements;
import dev.plumbline.fact.Resources;
import dev.plumbline.fact.Values;

/**
 * What some pods that wait for a node ask of it: judged once for all that ask for the same. A pod
 * whose node affinity has several terms has as many shapes, any of which will do.
 *
 * @param shape all of it in one text, as {@code Pod.shape} has it
 * @param requests what they ask for
 * @param requirements what they require of the labels of a node
 * @param tolerations which taints they tolerate
 */
public record PodShape(
    String shape, Resources requests, Requirements requirements, Values tolerations)
    implements Conclusion, Internal {

  /** What is required of a label: {@code kubernetes.io/arch In [arm64]}. */
  public String requires(String label) {
    return PodMatch.asked(requirements, label);
  }
}
