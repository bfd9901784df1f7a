package dev.plumbline.backtest;

import java.util.Comparator;

/** A node class of a cluster, both by name. */
public record ClusterNodeClass(String cluster, String nodeClass)
    implements Comparable<ClusterNodeClass> {

  private static final Comparator<ClusterNodeClass> ORDER =
      Comparator.comparing(ClusterNodeClass::cluster).thenComparing(ClusterNodeClass::nodeClass);

  @Override
  public int compareTo(ClusterNodeClass other) {
    return ORDER.compare(this, other);
  }
}
