package dev.plumbline.conclusion;

import dev.plumbline.fact.Annotations.Key;
import dev.plumbline.fact.Requirements;
import dev.plumbline.fact.Tags;
import dev.plumbline.fact.Values;
import java.util.ArrayList;
import org.jspecify.annotations.Nullable;

/** Which images a node class may use, which it resolves to, and why not the others. */
public sealed interface ImageConclusions extends Conclusion {

  /**
   * Why an {@code EC2NodeClass} selects an image: one of its selector terms names it.
   *
   * @param rule the id of the rule
   * @param nodeClass the node class
   * @param ami the image id
   * @param message which term, in words
   */
  record AmiApproval(@Key String rule, @Key String nodeClass, @Key String ami, String message)
      implements ImageConclusions {}

  /**
   * That a node claim runs another image than its instance type maps to now.
   *
   * @param nodeClaim the node claim
   * @param nodePool its pool
   * @param nodeClass the node class of its pool
   * @param runs the image it runs
   * @param ami the image its instance type maps to
   */
  record AmiBehind(
      @Key String nodeClaim, @Key String nodePool, @Key String nodeClass, String runs, String ami)
      implements ImageConclusions {}

  /**
   * An image of our own that has the tags of {@code promotion.from} and not all of {@code
   * promotion.to}.
   *
   * @param ami the image id
   */
  record AmiCandidate(@Key String ami) implements ImageConclusions {}

  /**
   * What a resolved image requires of an instance type besides its requirements.
   *
   * @param nodeClass the node class
   * @param ami the image id
   * @param requirements the set of requirements that it limits further
   * @param limit what is asked beyond
   * @param message why, in words
   */
  record AmiConstraint(
      @Key String nodeClass,
      @Key String ami,
      Requirements requirements,
      Requirements limit,
      String message)
      implements ImageConclusions {}

  /**
   * An eligible image with one of its sets of requirements and what it is ranked by.
   *
   * @param nodeClass the node class
   * @param ami the image id
   * @param requirements the set it contends for
   * @param deprecated whether its deprecation time has come
   * @param created creation date in epoch seconds; {@link Long#MIN_VALUE} when unknown
   * @param name the image name
   */
  record AmiContender(
      @Key String nodeClass,
      @Key String ami,
      Requirements requirements,
      boolean deprecated,
      long created,
      String name)
      implements ImageConclusions, Internal {}

  /**
   * That an {@code EC2NodeClass} may use an image: a term selects it and nothing objects.
   *
   * @param nodeClass the node class
   * @param ami the image id
   */
  record AmiEligible(@Key String nodeClass, @Key String ami) implements ImageConclusions {}

  /**
   * An image that should not be run any longer, with the nodes that run it.
   *
   * @param nodeClass the node class
   * @param ami the image id
   * @param message every reason, in words
   * @param count how many nodes run it
   * @param nodes the first ten of them by name, and how many more
   */
  record AmiInUse(@Key String nodeClass, @Key String ami, String message, int count, String nodes)
      implements ImageConclusions {}

  /**
   * Why an {@code EC2NodeClass} must not use an image that it selects. One is enough.
   *
   * @param rule the id of the rule
   * @param nodeClass the node class
   * @param ami the image id
   * @param message the reason, in words
   */
  record AmiObjection(@Key String rule, @Key String nodeClass, @Key String ami, String message)
      implements ImageConclusions, Objection {}

  /**
   * That an {@code EC2NodeClass} must not use an image that it selects: an {@link AmiObjection}
   * that is not waived.
   *
   * @param nodeClass the node class
   * @param ami the image id
   */
  record AmiRefusal(@Key String nodeClass, @Key String ami) implements ImageConclusions {}

  /**
   * The release of a resolved image that an alias names, according to its name.
   *
   * @param nodeClass the node class
   * @param family the family of the alias: al2023
   * @param ami the image id
   * @param version as an alias has it: v20261101, 1.32.0
   */
  record AmiRelease(@Key String nodeClass, @Key String family, @Key String ami, String version)
      implements ImageConclusions {}

  /**
   * What an image requires of the node it runs on. An image with two sets of requirements serves
   * two kinds of nodes.
   *
   * @param nodeClass the node class
   * @param ami the image id
   * @param requirements the set, architecture included
   */
  record AmiRequirements(@Key String nodeClass, @Key String ami, Requirements requirements)
      implements ImageConclusions {}

  /**
   * One entry of what belongs in {@code EC2NodeClass.status.amis}.
   *
   * @param nodeClass the node class
   * @param ami {@code id}
   * @param requirements {@code requirements}
   * @param deprecated {@code deprecated}
   * @param position the place in the list, from 1
   */
  record AmiResolved(
      @Key String nodeClass,
      @Key String ami,
      Requirements requirements,
      boolean deprecated,
      int position)
      implements ImageConclusions {}

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
  record AmiServes(
      @Key String nodeClass,
      @Key String ami,
      long rank,
      String architecture,
      int specificity,
      Requirements requirements)
      implements ImageConclusions {

    /** Whether it precedes {@code other} in the list of a node class. */
    public boolean listedBefore(AmiServes other) {
      int order = Long.compare(other.rank, rank);
      order = order != 0 ? order : ami.compareTo(other.ami);
      return (order != 0 ? order : requirements.compareTo(other.requirements)) < 0;
    }

    /** Whether a type that both fit launches with it: more specific, or else listed before. */
    public boolean preferredTo(AmiServes other) {
      return specificity != other.specificity
          ? specificity > other.specificity
          : listedBefore(other);
    }
  }

  /**
   * That an eligible image is not resolved because a better one has the same requirements.
   *
   * @param nodeClass the node class
   * @param ami the image id
   * @param by the id of the better image
   * @param requirements what both ask for
   */
  record AmiSuperseded(@Key String nodeClass, @Key String ami, String by, Requirements requirements)
      implements ImageConclusions {}

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
  record AmiSurvivor(
      @Key String nodeClass,
      @Key String ami,
      Requirements requirements,
      boolean deprecated,
      long rank)
      implements ImageConclusions {

    /** Whether it precedes {@code other} in the list of a node class. */
    public boolean listedBefore(AmiSurvivor other) {
      int order = Long.compare(other.rank, rank);
      order = order != 0 ? order : ami.compareTo(other.ami);
      return (order != 0 ? order : requirements.compareTo(other.requirements)) < 0;
    }
  }

  /**
   * A tag that an image should carry and does not.
   *
   * @param rule the id of the rule
   * @param ami the image id
   * @param key the key of the tag
   * @param value its value
   * @param message why, in words
   */
  record AmiTag(@Key String rule, @Key String ami, @Key String key, String value, String message)
      implements ImageConclusions {}

  /**
   * The Kubernetes minor that an image is built for.
   *
   * @param ami the image id
   * @param minor 33
   * @param by what tells it, in words
   */
  record AmiKubernetes(@Key String ami, int minor, String by)
      implements ImageConclusions, Internal {}

  /**
   * Why an image that nodes run should not be run any longer.
   *
   * @param rule the id of the rule
   * @param nodeClass the node class
   * @param ami the image id
   * @param message the reason, in words
   */
  record AmiTrouble(@Key String rule, @Key String nodeClass, @Key String ami, String message)
      implements ImageConclusions {}

  /**
   * That nodes of a node class run an image.
   *
   * @param nodeClass the node class
   * @param ami the image id
   */
  record AmiUsed(@Key String nodeClass, @Key String ami) implements ImageConclusions, Internal {}

  /**
   * That no resolved image of a node class is built for an architecture.
   *
   * @param nodeClass the node class
   * @param architecture {@code kubernetes.io/arch}
   */
  record ArchitectureGap(@Key String nodeClass, @Key String architecture)
      implements ImageConclusions {}

  /**
   * A kind of device that no resolved image of a node class drives.
   *
   * @param nodeClass the node class
   * @param architecture {@code kubernetes.io/arch}
   * @param device GPU or accelerator
   * @param manufacturer as in the label: nvidia, amd, aws, qualcomm
   */
  record HardwareGap(
      @Key String nodeClass, @Key String architecture, @Key String device, @Key String manufacturer)
      implements ImageConclusions {

    /** The device in words: a GPU of nvidia. */
    public String named() {
      return (device.equals("GPU") ? "a GPU of " : "an accelerator of ") + manufacturer;
    }

    /** The label with the manufacturer of such a device. */
    public String label() {
      return device.equals("GPU")
          ? "karpenter.k8s.aws/instance-gpu-manufacturer"
          : "karpenter.k8s.aws/instance-accelerator-manufacturer";
    }
  }

  /**
   * Images to request from EC2.
   *
   * @param ids {@code image-id}; none if not queried by id
   * @param owners {@code Owners}: accounts, self, amazon, aws-marketplace; none for any
   * @param name {@code name}, with {@code *} and {@code ?}; null if not queried by name
   * @param tags {@code tag:}; the value {@code *} means that the key is there
   */
  record ImageQuery(Values ids, Values owners, @Nullable String name, Tags tags)
      implements ImageConclusions {

    /** The query in words: {@code id ami-1}; {@code name golden-* of amazon, self}. */
    public String text() {
      var words = new ArrayList<String>();
      if (!ids.none()) {
        words.add("id " + ids);
      }
      if (name != null) {
        words.add("name " + name);
      }
      if (!tags.none()) {
        words.add("tags " + tags);
      }
      if (!owners.none()) {
        words.add("of " + owners);
      }
      return String.join(" ", words);
    }
  }

  /**
   * An SSM path below which the releases of an AMI family are named.
   *
   * @param path where the names begin, with a slash at its end
   * @param ending how the names of those that hold image ids end: /image_id
   */
  record SsmListing(@Key String path, @Key String ending) implements ImageConclusions {}

  /**
   * An SSM parameter that an {@code EC2NodeClass} needs, and what the image found there serves.
   *
   * @param nodeClass the node class
   * @param term the alias or the parameter as written in the term
   * @param parameter the name of the parameter
   * @param requirements the set of requirements, architecture included; empty when the parameter
   *     tells none
   */
  record SsmLookup(
      @Key String nodeClass, @Key String term, @Key String parameter, Requirements requirements)
      implements ImageConclusions {}

  /**
   * That SSM has no parameter of the name an {@code EC2NodeClass} looks up: for an alias, a variant
   * that the release does not have.
   *
   * @param nodeClass the node class
   * @param term the alias or the parameter as written in the term
   * @param parameter the name of the parameter
   */
  record SsmMissing(@Key String nodeClass, @Key String term, @Key String parameter)
      implements ImageConclusions {}

  /**
   * An SSM parameter that an {@code EC2NodeClass} looks up, and that the files of a snapshot do not
   * cover: whether it exists is unknown.
   *
   * @param nodeClass the node class
   * @param parameter the name of the parameter
   */
  record SsmUnqueried(@Key String nodeClass, @Key String parameter) implements ImageConclusions {}

  /**
   * What an {@code EC2NodeClass} needs and the files of a snapshot do not cover.
   *
   * @param nodeClass the node class
   * @param source images or ssm-parameters
   * @param message what is missing, and the command that queries it
   */
  record SnapshotGap(@Key String nodeClass, @Key String source, String message)
      implements ImageConclusions {}
}
