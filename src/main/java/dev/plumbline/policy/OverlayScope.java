package dev.plumbline.policy;

import dev.plumbline.conclusion.InstanceTypeConclusions.InstanceTypeZones;
import dev.plumbline.conclusion.OverlayConclusions.OverlayPair;
import dev.plumbline.fact.Annotations.ExtensionMethod;
import dev.plumbline.fact.InstanceTypes.InstanceType;
import dev.plumbline.fact.InstanceTypes.OnDemandPrice;
import dev.plumbline.fact.InstanceTypes.SpotPrice;
import dev.plumbline.fact.Labels;
import dev.plumbline.fact.NodeOverlays.NodeOverlay;
import dev.plumbline.fact.Pools.NodePool;
import dev.plumbline.fact.Requirements;
import dev.plumbline.fact.Tags;
import dev.plumbline.fact.Values;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * An instance type as the NodeOverlays of a pool see it: with the labels that the template of the
 * pool sets, but without what its requirements bind ({@code getOverlaidOfferings} in {@code
 * sigs.k8s.io/karpenter/pkg/controllers/nodeoverlay}).
 *
 * @param pool the pool
 * @param type the type
 * @param zones where it is offered
 * @param nodeClassZones the zones of the node class with their ids; none when they are not known
 */
public record OverlayScope(
    NodePool pool, InstanceType type, InstanceTypeZones zones, Tags nodeClassZones) {

  private static final String POOL = "karpenter.sh/nodepool";
  private static final String CAPACITY_TYPE = "karpenter.sh/capacity-type";
  private static final String ZONE = "topology.kubernetes.io/zone";
  private static final String ZONE_ID = "topology.k8s.aws/zone-id";
  private static final List<String> PLATFORM =
      List.of("kubernetes.io/os", "topology.kubernetes.io/region");

  /** The type in the pool. */
  @ExtensionMethod
  public static OverlayScope scope(NodePool pool, InstanceType type, InstanceTypeZones zones) {
    return new OverlayScope(pool, type, zones, Tags.NONE);
  }

  /** The same in the zones of the node class with their ids. */
  public OverlayScope among(Tags nodeClassZones) {
    return new OverlayScope(pool, type, zones, nodeClassZones);
  }

  /** Whether an offering of the type, on demand or spot, is what an overlay requires. */
  public boolean meet(Requirements requirements) {
    return requirements.allow(POOL, pool.name())
        && (!zones.known() || requirements.admitZone(zones.zones(), nodeClassZones))
        && requirements.compatible(labels(requirements));
  }

  /**
   * Whether two overlays change the same: the price of one offering, or a resource of the type,
   * whichever of its offerings each is for.
   */
  public boolean dispute(OverlayPair pair) {
    return meet(pair.requirements())
        && meet(pair.others())
        && (!pair.of().equals("price") || share(pair.requirements(), pair.others()));
  }

  /** What the type costs on demand where it is offered, in millionths of a US dollar an hour. */
  public Tags onDemand(OnDemandPrice price, Collection<NodeOverlay> overlays) {
    var prices = new TreeMap<String, Long>();
    zones.zones().list().forEach(zone -> prices.put(zone, price.microUsdPerHour()));
    return overlaid("on-demand", prices, overlays);
  }

  /** What it costs on the spot markets of the zones where it is offered. */
  public Tags spot(Collection<SpotPrice> market, Collection<NodeOverlay> overlays) {
    var prices = new TreeMap<String, Long>();
    for (SpotPrice each : market) {
      if (zones.zones().has(each.zone())) {
        prices.put(each.zone(), each.microUsdPerHour());
      }
    }
    return overlaid("spot", prices, overlays);
  }

  private Tags overlaid(
      String capacityType, Map<String, Long> prices, Collection<NodeOverlay> overlays) {
    List<NodeOverlay> own =
        overlays.stream()
            .filter(each -> each.price() != null && meet(each.selector()))
            .filter(each -> each.selector().allow(CAPACITY_TYPE, capacityType))
            .sorted(NodeOverlay.BY_WEIGHT.reversed())
            .toList();
    var overlaid = new TreeMap<String, String>();
    for (String zone : type.sold(capacityType, Values.of(prices.keySet())).list()) {
      long price = prices.getOrDefault(zone, 0L);
      overlaid.put(
          zone,
          own.stream()
              .filter(each -> each.selector().allowZone(zone, nodeClassZones))
              .findFirst()
              .map(each -> each.priced(price))
              .orElse(price)
              .toString());
    }
    return Tags.of(overlaid);
  }

  private boolean share(Requirements one, Requirements other) {
    return type.labels().values(CAPACITY_TYPE).list().stream()
            .anyMatch(each -> one.allow(CAPACITY_TYPE, each) && other.allow(CAPACITY_TYPE, each))
        && (!zones.known()
            || zones.zones().list().stream()
                .anyMatch(
                    zone ->
                        one.allowZone(zone, nodeClassZones)
                            && other.allowZone(zone, nodeClassZones)));
  }

  /** What is known of a node of the type; what is judged otherwise is as it is required. */
  private Labels labels(Requirements requirements) {
    var labels = new TreeMap<String, List<String>>();
    pool.templateLabels().map().forEach((key, value) -> labels.put(key, List.of(value)));
    labels.putAll(type.labels().map());
    for (String judged : List.of(POOL, ZONE, ZONE_ID)) {
      labels.remove(judged);
      Values required = requirements.values(judged);
      labels.put(judged, required.none() ? List.of(pool.name()) : required.list());
    }
    for (String platform : PLATFORM) {
      Values required = requirements.values(platform);
      if (!required.none()) {
        labels.putIfAbsent(platform, required.list());
      }
    }
    return Labels.of(labels);
  }
}
