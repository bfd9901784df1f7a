package dev.plumbline.conclusion;

import dev.plumbline.fact.Annotations.Key;
import dev.plumbline.fact.ObjectKind;

/** Which trains need a canary of their own, and what was made for one. */
public sealed interface CanaryConclusions extends Conclusion {

  /**
   * That a train takes no candidate before a canary of its own has shown it.
   *
   * @param train the train
   */
  record CanaryAwaited(@Key String train) implements CanaryConclusions {}

  /**
   * The pool that is copied for the canary of a train, and the release that the copy tries.
   *
   * @param train the train
   * @param nodeClass the node class of the pool
   * @param nodePool the pool
   * @param release the release
   */
  record CanaryChoice(@Key String train, String nodeClass, String nodePool, String release)
      implements CanaryConclusions, Internal {}

  /**
   * An option for which a canary is there.
   *
   * @param train the train
   * @param nodeClass the node class of the pool
   * @param nodePool the pool
   * @param release the release
   */
  record CanaryKept(
      @Key String train, @Key String nodeClass, @Key String nodePool, @Key String release)
      implements CanaryConclusions, Internal {}

  /**
   * An object that was made for a canary.
   *
   * @param kind EC2NodeClass or NodePool
   * @param name what it is called
   * @param nodeClass the node class that is copied; it may be gone
   * @param nodePool the pool that is copied; it may be gone
   * @param release the release that it tries
   */
  record CanaryObject(
      @Key String kind, @Key String name, String nodeClass, String nodePool, String release)
      implements CanaryConclusions {

    /** The name by which conclusions call it: NodePool/plumbline-canary-default. */
    public String object() {
      return kind + "/" + name;
    }
  }

  /**
   * That an object that was made for a canary is no longer needed.
   *
   * @param kind EC2NodeClass or NodePool
   * @param name what it is called
   * @param message why, in words
   */
  record CanaryObsolete(@Key String kind, @Key String name, String message)
      implements CanaryConclusions, Internal {}

  /**
   * A pool that could be copied to try a candidate.
   *
   * @param train the train
   * @param nodeClass the node class of the pool
   * @param nodePool the pool
   * @param release the candidate
   * @param nodes how many of its nodes run an image that the candidate replaces
   */
  record CanaryOption(
      @Key String train,
      @Key String nodeClass,
      @Key String nodePool,
      @Key String release,
      int nodes)
      implements CanaryConclusions, Internal {}

  /**
   * An object that is, or is to be, part of a canary.
   *
   * @param object EC2NodeClass/plumbline-canary-default
   * @param nodeClass the node class that is copied
   */
  record CanaryPart(@Key String object, @Key String nodeClass) implements CanaryConclusions {}

  /**
   * That an object that was made for a canary is to be deleted.
   *
   * @param kind EC2NodeClass or NodePool
   * @param name what it is called
   * @param message why, in words
   */
  record CanaryRetired(@Key String kind, @Key String name, String message)
      implements CanaryConclusions {}

  /**
   * That a train needs a canary of its own: a copy of a node class that launches the candidate, and
   * a copy of a pool that is bound to it.
   *
   * @param train the train
   * @param nodeClass the node class that is copied
   * @param nodePool the pool that is copied
   * @param release the candidate
   * @param nodes how many nodes it may have
   */
  record CanaryWanted(
      @Key String train, String nodeClass, String nodePool, String release, int nodes)
      implements CanaryConclusions {

    private static final String PREFIX = "plumbline-canary-";

    /** The longest value of a label, which the name of a pool and of a node class becomes. */
    private static final int MAX_LENGTH = 63;

    /** Whatever the share of the train is. */
    private static final int LEAST = 2;

    /** Nodes of a train of so many may be exposed to a candidate: 1 %, but 2 at least. */
    public static int limit(int most, int nodes) {
      return Math.min(most, Math.max(LEAST, nodes / 100));
    }

    /** What both objects are called: plumbline-canary-default, shortened where it is too long. */
    public String name() {
      String name = PREFIX + nodeClass;
      if (name.length() <= MAX_LENGTH) {
        return name;
      }
      String digest = "-" + Integer.toHexString(nodeClass.hashCode());
      return name.substring(0, MAX_LENGTH - digest.length()).replaceFirst("[.-]+$", "") + digest;
    }

    /** Its node class in conclusions: EC2NodeClass/plumbline-canary-default. */
    public String classObject() {
      return ObjectKind.EC2_NODE_CLASS.key(name());
    }

    /** Its pool in conclusions: NodePool/plumbline-canary-default. */
    public String poolObject() {
      return ObjectKind.NODE_POOL.key(name());
    }
  }

  /**
   * A train whose pools are all of one ring, so that no node class of it tries a candidate for the
   * others.
   *
   * @param train the train
   * @param ring the ring
   */
  record SingleRing(@Key String train, int ring) implements CanaryConclusions, Internal {}
}
