package dev.plumbline.source;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plumbline.fact.Fact;
import dev.plumbline.fact.Gates.SnapshotCoverage;
import dev.plumbline.fact.InstanceTypes.InstanceType;
import dev.plumbline.fact.InstanceTypes.InstanceTypeOffering;
import dev.plumbline.fact.InstanceTypes.OnDemandPrice;
import dev.plumbline.fact.Values;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What the files of a snapshot show to have been queried. The tools do not print what they were
 * asked for, so that it is inferred: what is not shown counts as not queried.
 */
final class Coverage {

  /** Where listings of different services meet: that they do shows no common listing. */
  private static final Set<String> ROOTS = Set.of("/", "/aws/", "/aws/service/");

  private final Map<SnapshotSource, Set<String>> bySource = new EnumMap<>(SnapshotSource.class);

  /** Adds what a file covers. */
  void add(SnapshotSource source, Set<String> covers) {
    bySource.computeIfAbsent(source, each -> new TreeSet<>()).addAll(covers);
  }

  /**
   * What a file covers; null where it is all that there is.
   *
   * @param query what the name of the file adds to that of its source: an image id or an owner
   */
  static @Nullable Set<String> of(SnapshotSource source, String query, JsonNode answer) {
    var covers = new TreeSet<String>();
    switch (source) {
      case SSM_PARAMETERS -> listing(answer, covers);
      case IMAGES -> {
        if (query.isEmpty()) {
          covers.add("of self");
          covers.add("of amazon");
        } else {
          covers.add("id " + query);
          covers.add("of " + query);
        }
        for (JsonNode image : rows(answer, "Images")) {
          for (String owner : List.of("OwnerId", "ImageOwnerAlias")) {
            if (image.hasNonNull(owner)) {
              covers.add("of " + image.get(owner).asText());
            }
          }
        }
      }
      case SPOT_PRICES -> {
        for (JsonNode price : rows(answer, "SpotPriceHistory")) {
          covers.add(price.path("InstanceType").asText());
        }
      }
      default -> {
        return null;
      }
    }
    return covers;
  }

  /**
   * Adds what facts of several files show together: EC2 offers every type that it lists, and lists
   * every type that it offers. A file that lacks some of the types of the other was filtered.
   */
  void together(List<Fact> facts) {
    var listed = new TreeSet<String>();
    var offered = new TreeSet<String>();
    var priced = new TreeSet<String>();
    for (Fact fact : facts) {
      switch (fact) {
        case InstanceType type -> listed.add(type.name());
        case InstanceTypeOffering offering -> offered.add(offering.instanceType());
        case OnDemandPrice price -> priced.add(price.instanceType());
        default -> {}
      }
    }
    if (!listed.isEmpty() && !listed.containsAll(offered)) {
      bySource.put(SnapshotSource.INSTANCE_TYPES, listed);
    }
    if (!offered.isEmpty() && !offered.containsAll(listed)) {
      bySource.put(SnapshotSource.INSTANCE_TYPE_OFFERINGS, offered);
    }
    if (!priced.isEmpty()) {
      bySource.put(SnapshotSource.PRICES, priced);
    }
  }

  /** What the files of a source cover; empty for one whose file is all that there is. */
  List<SnapshotCoverage> of(SnapshotSource source) {
    Set<String> covers = bySource.get(source);
    return covers == null
        ? List.of()
        : List.of(new SnapshotCoverage(source.wire(), Values.of(covers)));
  }

  /** GetParameters names what it does not find; GetParametersByPath lists all below a path. */
  private static void listing(JsonNode answer, Set<String> covers) {
    var names = new ArrayList<String>();
    if (answer.isArray() || answer.has("Parameters")) {
      rows(answer, "Parameters").forEach(row -> names.add(row.path("Name").asText()));
    } else {
      answer.fieldNames().forEachRemaining(names::add);
    }
    if (names.isEmpty() || answer.has("InvalidParameters")) {
      return;
    }
    String common = names.getFirst();
    for (String name : names) {
      int same = 0;
      while (same < Math.min(common.length(), name.length())
          && common.charAt(same) == name.charAt(same)) {
        same++;
      }
      common = common.substring(0, same);
    }
    String path = common.substring(0, common.lastIndexOf('/') + 1);
    if (path.startsWith("/") && !ROOTS.contains(path)) {
      covers.add(path + "*");
    }
  }

  private static Iterable<JsonNode> rows(JsonNode answer, String wrapper) {
    return answer.isArray() ? answer : answer.path(wrapper);
  }
}
