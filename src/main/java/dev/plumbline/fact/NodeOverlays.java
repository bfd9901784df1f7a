package dev.plumbline.fact;

import dev.plumbline.fact.Annotations.ReadFrom;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** NodeOverlay objects: prices and resources that Karpenter is to believe of offerings. */
public sealed interface NodeOverlays extends Fact {

  /**
   * A {@code NodeOverlay} (karpenter.sh/v1alpha1): what Karpenter is to believe of some offerings.
   *
   * @param name {@code metadata.name}
   * @param annotations {@code metadata.annotations}
   * @param labels {@code metadata.labels}
   * @param deleting whether {@code metadata.deletionTimestamp} is set
   * @param requirements {@code spec.requirements}: the offerings it is for; null when not set
   * @param price {@code spec.price} or {@code spec.priceAdjustment}: 0.5, -10%; null without one
   * @param capacity {@code spec.capacity}: the extended resources it adds; null without any
   * @param weight {@code spec.weight}, 1 to 10000; null when not set, which counts as 0
   */
  @ReadFrom(of = "NodeOverlay", whole = true)
  record NodeOverlay(
      String name,
      @ReadFrom("metadata.annotations") Tags annotations,
      @ReadFrom("metadata.labels") Tags labels,
      @ReadFrom("metadata.deletionTimestamp") boolean deleting,
      @ReadFrom("spec.requirements") @Nullable Requirements requirements,
      @ReadFrom({"spec.price", "spec.priceAdjustment"}) @Nullable String price,
      @ReadFrom("spec.capacity") @Nullable Resources capacity,
      @ReadFrom("spec.weight") @Nullable Integer weight)
      implements NodeOverlays {

    /** The one that counts first, which has the greatest weight, comes last. */
    public static final Comparator<NodeOverlay> BY_WEIGHT =
        Comparator.comparingInt(NodeOverlay::ownWeight).thenComparing(NodeOverlay::name);

    private static final String POOL = "karpenter.sh/nodepool";

    /** 0.5, +0.5, -0.5 US dollars an hour, or +10% and -10% of what it is. */
    private static final Pattern PRICE =
        Pattern.compile("(?<number>(?<sign>[+-])?[0-9]{1,9}(?:\\.[0-9]{1,12})?)(?<percent>%)?");

    /** An overlay that is there and changes nothing. */
    public NodeOverlay(String name, Tags annotations, Tags labels, boolean deleting) {
      this(name, annotations, labels, deleting, null, null, null, null);
    }

    @Override
    public String key() {
      return "NodeOverlay/" + name;
    }

    /** {@code spec.requirements}; nothing required when not set. */
    public Requirements selector() {
      return requirements == null ? Requirements.NONE : requirements;
    }

    private int ownWeight() {
      return weight == null ? 0 : weight;
    }

    /** Whether both set prices, are of one weight, and this one counts first by name. */
    public boolean pricesAgainst(NodeOverlay other) {
      return price != null && other.price != null && beside(other);
    }

    /** Whether both add the same resource, are of one weight, and this one counts first by name. */
    public boolean addsAgainst(NodeOverlay other) {
      return beside(other)
          && added().map().keySet().stream().anyMatch(resource -> other.added().has(resource));
    }

    private boolean beside(NodeOverlay other) {
      return ownWeight() == other.ownWeight()
          && name.compareTo(other.name) > 0
          && !apart(selector().values(POOL), other.selector().values(POOL));
    }

    private static boolean apart(Values some, Values others) {
      return !some.none() && !others.none() && some.list().stream().noneMatch(others::has);
    }

    private Resources added() {
      return capacity == null ? Resources.NONE : capacity;
    }

    /**
     * Whether Karpenter counts a type as priced by it, which has no price of its own: {@code
     * spec.price} for nothing but {@code node.kubernetes.io/instance-type In} ({@code
     * pkg/providers/instancetype/offering}).
     */
    public boolean prices(String instanceType) {
      Matcher change = PRICE.matcher(price == null ? "" : price);
      List<Requirement> own = selector().written();
      return change.matches()
          && change.group("sign") == null
          && change.group("percent") == null
          && own.size() == 1
          && own.getFirst().key().equals("node.kubernetes.io/instance-type")
          && own.getFirst().operator() == Operator.IN
          && own.getFirst().values().contains(instanceType);
    }

    /** Whether it adds resources. */
    public boolean adds() {
      return !added().none();
    }

    /**
     * What an offering costs that has the price {@code microUsdPerHour} without it ({@code
     * AdjustedPrice} in {@code sigs.k8s.io/karpenter/pkg/cloudprovider}); the price itself where it
     * sets none that can be read.
     */
    public long priced(long microUsdPerHour) {
      Matcher change = PRICE.matcher(price == null ? "" : price);
      if (!change.matches()) {
        return microUsdPerHour;
      }
      BigDecimal given = new BigDecimal(change.group("number"));
      BigDecimal own = BigDecimal.valueOf(microUsdPerHour);
      BigDecimal priced =
          change.group("percent") != null
              ? own.add(own.multiply(given).movePointLeft(2))
              : change.group("sign") == null
                  ? given.movePointRight(6)
                  : own.add(given.movePointRight(6));
      return Math.max(0, priced.setScale(0, RoundingMode.HALF_UP).longValue());
    }

    /**
     * What {@code overlays} add together: of a resource that several add, what that of the greatest
     * weight does, and of equal ones the last by name.
     */
    public static Resources adding(Collection<NodeOverlay> overlays) {
      Resources all = Resources.NONE;
      for (NodeOverlay each : overlays.stream().sorted(BY_WEIGHT).toList()) {
        all = all.withAll(each.added());
      }
      return all;
    }

    /**
     * The pool one of whose tiers it makes (label {@code plumbline.dev/tier-of}); null when it
     * makes none.
     */
    public @Nullable String tierOf() {
      return labels.value("plumbline.dev/tier-of");
    }
  }
}
