package dev.plumbline.source;

import dev.plumbline.fact.ObjectKind;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * What a snapshot may hold, and the call that fills it. Those before {@link #CLUSTER} have a file
 * of their own, those after it are the kinds of Kubernetes objects that it holds, and sources of a
 * live host of which it has the status alone.
 */
enum SnapshotSource {
  IMAGES("images", "DescribeImages"),
  INSTANCE_TYPES("instance-types", "DescribeInstanceTypes"),
  INSTANCE_TYPE_OFFERINGS("instance-type-offerings", "DescribeInstanceTypeOfferings"),
  SSM_PARAMETERS("ssm-parameters", "GetParameters"),
  INSTANCES("instances", "DescribeInstances"),
  SPOT_PRICES("spot-prices", "DescribeSpotPriceHistory"),
  PRICES("prices", "GetProducts"),
  NODE_WORKLOADS("node-workloads", "watch"),
  CLUSTER("cluster", "watch"),
  EC2_NODE_CLASSES(ObjectKind.EC2_NODE_CLASS),
  NODE_POOLS(ObjectKind.NODE_POOL),
  NODE_CLAIMS(ObjectKind.NODE_CLAIM),
  NODE_OVERLAYS(ObjectKind.NODE_OVERLAY),
  NODES(ObjectKind.NODE),
  PODS(ObjectKind.POD),
  DAEMON_SETS(ObjectKind.DAEMON_SET),
  IMAGE_VERDICTS(ObjectKind.IMAGE_VERDICT),
  CLUSTER_EVENTS(ObjectKind.EVENT),
  DAEMON_SET_PODS("daemon-set-pods", "watch"),
  POD_DISRUPTION_BUDGETS("pod-disruption-budgets", "watch"),
  EVENTS("events", "ReceiveMessage");

  private final String wire;
  private final String operation;
  private final @Nullable String kind;

  SnapshotSource(ObjectKind kind) {
    this(kind.source(), "watch", kind.kind());
  }

  SnapshotSource(String wire, String operation) {
    this(wire, operation, null);
  }

  SnapshotSource(String wire, String operation, @Nullable String kind) {
    this.wire = wire;
    this.operation = operation;
    this.kind = kind;
  }

  String wire() {
    return wire;
  }

  String operation() {
    return operation;
  }

  @Nullable String kind() {
    return kind;
  }

  /**
   * Whether a folder without an object of the kind may not have been queried for it. What people
   * decided of images counts as nothing where it is not there.
   */
  boolean unlessQueried() {
    return kind != null && this != IMAGE_VERDICTS;
  }

  /** Whether a file below {@code cluster/} is called like the kind: {@code cluster/pods.json}. */
  boolean names(String file) {
    if (kind == null) {
      return false;
    }
    String stem = file.substring(file.lastIndexOf('/') + 1).toLowerCase(Locale.ROOT);
    String one = kind.toLowerCase(Locale.ROOT);
    List<String> names = List.of(one, one + "s", one + "es");
    return Arrays.stream(stem.replaceAll("[-_]", "").split("[^a-z0-9]")).anyMatch(names::contains);
  }

  /** Whether nothing is known of it where {@code snapshot.yaml} does not say so. */
  boolean unlessMentioned() {
    return this == NODE_WORKLOADS || statusOnly();
  }

  /** Whether a snapshot has no objects of it by itself. */
  boolean statusOnly() {
    return compareTo(CLUSTER_EVENTS) > 0;
  }

  boolean file() {
    return compareTo(CLUSTER) < 0;
  }

  static List<String> names() {
    return Arrays.stream(values()).map(SnapshotSource::wire).toList();
  }

  /** The source of a name, which is one of {@link #names}. */
  static SnapshotSource named(String name) {
    return Arrays.stream(values()).filter(each -> each.wire.equals(name)).findAny().orElseThrow();
  }

  /** The one that a file without its ending and region holds; null when there is none. */
  static @Nullable SnapshotSource ofFile(String stem) {
    String name = stem.replace('_', '-');
    if (name.equals("on-demand-prices")) {
      return PRICES;
    }
    for (SnapshotSource source : values()) {
      if (source.file() && source.wire.equals(name)) {
        return source;
      }
    }
    return null;
  }
}
