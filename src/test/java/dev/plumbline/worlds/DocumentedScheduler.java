package dev.plumbline.worlds;

import dev.plumbline.fact.NodeClasses.EC2NodeClass;
import dev.plumbline.worlds.KarpenterTypes.Type;
import java.util.List;
import java.util.function.BiPredicate;

/**
 * {@link KarpenterScheduler} with the differences that {@code docs/architecture.md} lists: {@code
 * images and the pool of a pod}, {@code limits, minValues and offerings at once}, {@code zone of a
 * DaemonSet}.
 */
final class DocumentedScheduler extends KarpenterScheduler {

  DocumentedScheduler(
      FactsByType facts, KarpenterTypes types, BiPredicate<EC2NodeClass, Type> counts) {
    super(facts, types, counts);
  }

  /** Each by itself, of all types that hold the pod: it need not be one type that passes all. */
  @Override
  boolean canAdd(Attempt attempt) {
    List<Type> options =
        attempt.types().stream().filter(it -> it.offered(attempt.template())).toList();
    List<Type> holding =
        options.stream().filter(it -> it.offered(attempt.wanted())).filter(attempt.fits()).toList();
    return options.stream().anyMatch(it -> it.launchable(attempt.template()))
        && attempt.satisfiesMinValues().test(options)
        && attempt.satisfiesMinValues().test(holding)
        && holding.stream().anyMatch(attempt.withinLimits())
        && holding.stream().anyMatch(it -> it.launchable(attempt.wanted()));
  }

  @Override
  KarpenterRequirements onType(KarpenterRequirements ofDaemonSet) {
    KarpenterRequirements zoneless = ofDaemonSet.copy();
    zoneless.remove("topology.kubernetes.io/zone");
    zoneless.remove("topology.k8s.aws/zone-id");
    return zoneless;
  }
}
