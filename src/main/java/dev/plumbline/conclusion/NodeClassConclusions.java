package dev.plumbline.conclusion;

import dev.plumbline.fact.Annotations.Key;
import dev.plumbline.fact.Labels;
import dev.plumbline.fact.Values;

/** What holds for a node class as a whole. */
public sealed interface NodeClassConclusions extends Conclusion {

  /**
   * A condition that belongs in {@code EC2NodeClass.status.conditions}.
   *
   * @param nodeClass the node class
   * @param condition {@code type}: AMIsReady
   * @param status True, False, Unknown
   * @param reason {@code reason}
   * @param message {@code message}; empty when True
   */
  record NodeClassCondition(
      @Key String nodeClass, @Key String condition, String status, String reason, String message)
      implements NodeClassConclusions {}

  /**
   * Why the AMI selector terms of an {@code EC2NodeClass} cannot be followed.
   *
   * @param rule the id of the rule
   * @param nodeClass the node class
   * @param reason the reason of the condition: UnsupportedAlias, InvalidSelectorTerms
   * @param message the reason, in words
   */
  record NodeClassObjection(@Key String rule, @Key String nodeClass, String reason, String message)
      implements NodeClassConclusions, Objection {}

  /**
   * What the AMI family of an {@code EC2NodeClass} says about its nodes.
   *
   * @param nodeClass the node class
   * @param amiFamily AL2, AL2023, Bottlerocket, Windows…; Custom when none is named
   * @param labels the labels of the operating system
   */
  record NodeClassPlatform(@Key String nodeClass, String amiFamily, Labels labels)
      implements NodeClassConclusions {}

  /**
   * The instance types that an image of a node class serves, whichever it is: what rules read that
   * must not be evaluated again with each image. Concluded only where there is one.
   *
   * @param nodeClass the node class
   * @param instanceTypes the types, of which {@code InstanceTypeAmi} holds
   */
  record NodeClassTypes(@Key String nodeClass, Values instanceTypes)
      implements NodeClassConclusions, Summary {}

  /**
   * That the AMI selector terms of an {@code EC2NodeClass} are not followed: a {@link
   * NodeClassObjection} that is not waived.
   *
   * @param rule the id of the rule that objects
   * @param nodeClass the node class
   * @param reason the reason of the condition: UnsupportedAlias, InvalidSelectorTerms
   * @param message the reason, in words
   */
  record NodeClassRefusal(@Key String rule, @Key String nodeClass, String reason, String message)
      implements NodeClassConclusions {}
}
