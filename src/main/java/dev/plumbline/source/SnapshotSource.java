package dev.plumbline.source;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a snapshot may hold: each with the file that holds it and the call that fills it. */
enum SnapshotSource {
  IMAGES("images", "DescribeImages", true),
  INSTANCE_TYPES("instance-types", "DescribeInstanceTypes", true),
  INSTANCE_TYPE_OFFERINGS("instance-type-offerings", "DescribeInstanceTypeOfferings", true),
  SSM_PARAMETERS("ssm-parameters", "GetParameters", true),
  CLUSTER("cluster", "watch", true),
  INSTANCES("instances", "DescribeInstances", false),
  SPOT_PRICES("spot-prices", "DescribeSpotPriceHistory", false),
  PRICES("prices", "GetProducts", false);

  private final String wire;
  private final String operation;
  private final boolean status;

  SnapshotSource(String wire, String operation, boolean status) {
    this.wire = wire;
    this.operation = operation;
    this.status = status;
  }

  /** The name that {@code snapshot.yaml} and the file have. */
  String wire() {
    return wire;
  }

  /** The call that fills it. */
  String operation() {
    return operation;
  }

  /** Whether facts are made of it, so that they wait for it. */
  boolean status() {
    return status;
  }

  static List<String> names() {
    return Arrays.stream(values()).map(SnapshotSource::wire).toList();
  }

  /** The one that a file without its ending and region holds; null when there is none. */
  static @Nullable SnapshotSource ofFile(String stem) {
    String name = stem.replace('_', '-');
    if (name.equals("on-demand-prices")) {
      return PRICES;
    }
    for (SnapshotSource source : values()) {
      if (source != CLUSTER && source.wire.equals(name)) {
        return source;
      }
    }
    return null;
  }
}
