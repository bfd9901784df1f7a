package dev.plumbline.web.view;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.plumbline.conclusion.NodeClassConclusions.NodeClassPlatform;
import dev.plumbline.conclusion.PreferenceConclusions.PreferenceTier;
import dev.plumbline.fact.InstanceTypes.InstanceType;
import dev.plumbline.fact.Labels;
import dev.plumbline.fact.Pools.NodePool;
import dev.plumbline.fact.Quantity;
import dev.plumbline.fact.Resources;
import dev.plumbline.view.NodePoolView;
import dev.plumbline.view.SettlementIndex;
import dev.plumbline.web.view.NodeClassesDocument.Reason;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/** A pool: its order, weight, preference, types by family, and what is wrong with it. */
@Schema(name = "NodePoolView")
public record NodePoolDocument(
    String name,
    String nodeClass,
    @Schema(description = "1 for the first one tried; null when it is not tried.")
        @Nullable Integer position,
    Weight weight,
    @Schema(description = "Null unless it is a tier of another pool.") @Nullable TierOf tier,
    @Schema(description = "Its preferences in order.") List<Tier> tiers,
    @Schema(description = "The points that make up the weight.") List<Factor> factors,
    @Schema(description = "The families of the types that its requirements admit.")
        List<Family> families,
    List<Reason> objections,
    @Schema(description = "Why it is not tried.") List<Reason> excluded,
    @Schema(description = "Absent when there are none.") @JsonInclude(JsonInclude.Include.NON_NULL)
        @Nullable Map<String, String> limits,
    @Schema(description = "Present with limits.") @JsonInclude(JsonInclude.Include.NON_NULL)
        @Nullable Map<String, String> usage) {

  record Weight(
      @Schema(description = "In its spec.") @Nullable Integer written,
      @Schema(description = "By the rules.") @Nullable Integer concluded) {}

  record TierOf(@Schema(description = "The name of the pool.") String of) {}

  record Tier(
      int tier, String item, String name, List<String> families, List<String> instanceTypes) {

    static Tier of(PreferenceTier tier) {
      return new Tier(
          tier.tier(),
          tier.item(),
          tier.name(),
          tier.families().list(),
          tier.instanceTypes().list());
    }
  }

  record Factor(String rule, int points, String message) {}

  record Family(
      String family,
      @Schema(description = "The number of types that are admitted.") int types,
      @Schema(description = "The number of types that it can launch.") int usable) {}

  /** All pools in the order in which they are tried, then those that are not. */
  public static List<NodePoolDocument> all(SettlementIndex index) {
    var families = new Families(index);
    return index.facts(NodePool.class).stream()
        .map(pool -> of(pool, NodePoolView.of(index, pool.name()), families))
        .sorted(
            Comparator.comparing(
                    NodePoolDocument::position, Comparator.nullsLast(Comparator.naturalOrder()))
                .thenComparing(NodePoolDocument::name))
        .toList();
  }

  private static NodePoolDocument of(NodePool pool, NodePoolView view, Families families) {
    var order = view.order();
    var weight = view.weight();
    var preference = view.preference();
    boolean limited = !pool.limits().none();
    Map<String, Long> usable =
        view.usableTypes().stream()
            .collect(Collectors.groupingBy(families::of, Collectors.counting()));
    return new NodePoolDocument(
        pool.name(),
        pool.nodeClass(),
        order == null ? null : order.position(),
        new Weight(pool.weight(), weight == null ? null : weight.weight()),
        pool.tierOf() == null ? null : new TierOf(pool.tierOf()),
        preference == null
            ? List.of()
            : preference.tiers().stream()
                .map(NodePoolView.Tier::conclusion)
                .sorted(Comparator.comparingInt(PreferenceTier::tier))
                .map(Tier::of)
                .toList(),
        view.factors().stream()
            .map(each -> new Factor(each.rule(), each.points(), each.message()))
            .toList(),
        SettlementIndex.group(families.admitted(pool), families::of).entrySet().stream()
            .map(
                each ->
                    new Family(
                        each.getKey(),
                        each.getValue().size(),
                        Math.toIntExact(usable.getOrDefault(each.getKey(), 0L))))
            .toList(),
        Reason.of(view.objections()),
        view.excluded().stream()
            .map(each -> new Reason(each.rule(), each.message(), null))
            .toList(),
        limited ? amounts(pool.limits()) : null,
        limited ? amounts(pool.usage()) : null);
  }

  private static Map<String, String> amounts(Resources resources) {
    var amounts = new TreeMap<String, String>();
    for (Map.Entry<String, Quantity> each : resources.map().entrySet()) {
      amounts.put(each.getKey(), each.getValue().toString());
    }
    return amounts;
  }

  /** The families of instance types, and the types that the requirements of pools admit. */
  static final class Families {

    private final SettlementIndex index;

    Families(SettlementIndex index) {
      this.index = index;
    }

    /** The family of a type; the part before the dot when the type is unknown. */
    String of(String type) {
      InstanceType known = index.type(type);
      int dot = type.indexOf('.');
      return known != null ? known.family() : dot < 0 ? type : type.substring(0, dot);
    }

    List<String> admitted(NodePool pool) {
      NodeClassPlatform platform = index.first(NodeClassPlatform.class, pool.nodeClass());
      return pool.requirements().admit(platform == null ? Labels.NONE : platform.labels())
          ? index.facts(InstanceType.class).stream()
              .filter(type -> pool.requirements().admit(type.labels()))
              .map(InstanceType::name)
              .toList()
          : List.of();
    }

    /** The same of all pools of a node class, sorted. */
    List<String> admitted(String nodeClass) {
      return index.facts(NodePool.class).stream()
          .filter(pool -> pool.nodeClass().equals(nodeClass))
          .flatMap(pool -> admitted(pool).stream())
          .distinct()
          .sorted()
          .toList();
    }

    /** All known types, sorted. */
    List<String> all() {
      return index.facts(InstanceType.class).stream().map(InstanceType::name).sorted().toList();
    }
  }
}
