package dev.plumbline.fact;

/**
 * A {@code DaemonSet} (apps/v1): what each node that its pods run on has less for others.
 *
 * @param namespace {@code metadata.namespace}
 * @param name {@code metadata.name}
 * @param requests what one of its pods asks for, as {@link Pod#requests} counts it
 * @param requirements of its pod template, as {@link Pod#requirements}
 * @param tolerations of its pod template, as {@link Pod#tolerations}
 */
public record DaemonSet(
    String namespace,
    String name,
    Resources requests,
    Requirements requirements,
    Values tolerations)
    implements Fact {

  @Override
  public String key() {
    return "DaemonSet/" + path();
  }

  /** What tells it from every other: kube-system/kube-proxy. */
  public String path() {
    return namespace + "/" + name;
  }
}
