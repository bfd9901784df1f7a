package dev.plumbline.fact;

import dev.plumbline.fact.Annotations.ReadFrom;

/**
 * A {@code DaemonSet} (apps/v1): what each node that its pods run on has less for others.
 *
 * @param namespace {@code metadata.namespace}
 * @param name {@code metadata.name}
 * @param requests what one of its pods asks for, as {@link Pod#requests} counts it
 * @param requirements of its pod template, as {@link Pod#requirements}
 * @param tolerations of its pod template, as {@link Pod#tolerations}
 */
@ReadFrom(of = "DaemonSet", at = "spec.template.spec")
public record DaemonSet(
    String namespace,
    String name,
    @ReadFrom({
          "initContainers.resources.requests",
          "initContainers.restartPolicy",
          "containers.resources.requests",
          "resources.requests",
          "overhead"
        })
        Resources requests,
    @ReadFrom({
          "nodeSelector",
          "affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms"
        })
        Requirements requirements,
    @ReadFrom("tolerations") Values tolerations)
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
