package dev.plumbline.fact;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The kinds of API objects that facts are read from, each in the only version that is read. */
public enum ObjectKind {
  EC2_NODE_CLASS("EC2NodeClass", "karpenter.k8s.aws/v1", "ec2-node-classes"),
  NODE_POOL("NodePool", "karpenter.sh/v1", "node-pools"),
  NODE_CLAIM("NodeClaim", "karpenter.sh/v1", "node-claims"),
  NODE_OVERLAY("NodeOverlay", "karpenter.sh/v1alpha1", "node-overlays"),
  NODE("Node", "v1", "nodes"),
  DAEMON_SET("DaemonSet", "apps/v1", "daemon-sets"),
  POD("Pod", "v1", "pods"),
  IMAGE_VERDICT("ImageVerdict", "plumbline.dev/v1alpha1", "image-verdicts"),
  EVENT("Event", "v1", "cluster-events");

  private final String kind;
  private final String apiVersion;
  private final String source;

  ObjectKind(String kind, String apiVersion, String source) {
    this.kind = kind;
    this.apiVersion = apiVersion;
    this.source = source;
  }

  /** The kind of this name in the API, whatever its version; null when it is not read. */
  public static @Nullable ObjectKind of(String kind) {
    return Arrays.stream(values()).filter(each -> each.is(kind)).findAny().orElse(null);
  }

  public boolean is(String other) {
    return kind.equals(other);
  }

  /** NodePool. */
  public String kind() {
    return kind;
  }

  /** More than one of a kind: NodePools, EC2NodeClasses. */
  public static String plural(String kind) {
    return kind + (kind.endsWith("s") ? "es" : "s");
  }

  /** {@code karpenter.sh/v1}. */
  public String apiVersion() {
    return apiVersion;
  }

  /** {@code karpenter.sh}; empty for the core group. */
  public String group() {
    return group(apiVersion);
  }

  /** The group of an API version; empty for the core group. */
  public static String group(String apiVersion) {
    return apiVersion.substring(0, Math.max(0, apiVersion.indexOf('/')));
  }

  /** The name as a source of facts: node-pools. */
  public String source() {
    return source;
  }

  /** The name of an object in conclusions: NodePool/default. */
  public String key(String name) {
    return kind + "/" + name;
  }

  /** A reference to an object without a namespace. */
  public ObjectRef ref(String name) {
    return new ObjectRef(apiVersion, kind, null, name);
  }

  @Override
  public String toString() {
    return kind;
  }
}
