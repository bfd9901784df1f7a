package dev.plumbline.fact;

import org.jspecify.annotations.Nullable;

/**
 * Which object of a cluster is meant.
 *
 * @param apiVersion karpenter.sh/v1
 * @param kind NodePool
 * @param namespace its namespace; null for objects of the whole cluster
 * @param name {@code metadata.name}
 */
public record ObjectRef(String apiVersion, String kind, @Nullable String namespace, String name)
    implements Comparable<ObjectRef> {

  /** The name by which conclusions call it: NodePool/default, Pod/shop/cart-0. */
  public String key() {
    return kind + "/" + (namespace == null ? "" : namespace + "/") + name;
  }

  @Override
  public int compareTo(ObjectRef other) {
    int order = key().compareTo(other.key());
    return order != 0 ? order : apiVersion.compareTo(other.apiVersion);
  }

  @Override
  public String toString() {
    return key();
  }
}
