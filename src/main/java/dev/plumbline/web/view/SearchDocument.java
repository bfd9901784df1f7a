package dev.plumbline.web.view;

import dev.plumbline.fact.Images.Ami;
import dev.plumbline.fact.InstanceTypes.InstanceType;
import dev.plumbline.fact.NodeClasses.EC2NodeClass;
import dev.plumbline.fact.Nodes.Node;
import dev.plumbline.fact.Nodes.NodeClaim;
import dev.plumbline.fact.Pods.Pod;
import dev.plumbline.fact.Pools.NodePool;
import dev.plumbline.fact.RecordType;
import dev.plumbline.view.SettlementIndex;
import dev.plumbline.web.view.NodesDocument.NodeRow;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/** The objects that match what somebody types, the best first. */
@Schema(name = "SearchView")
public record SearchDocument(
    long sequence,
    @Schema(description = "The number of all that match.") int total,
    @Schema(description = "The number of them by kind.") Map<String, Integer> kinds,
    List<Hit> items) {

  /** So that nodes of a zone do not hide its pool. */
  private static final int MAX_OF_A_KIND = 5;

  @Schema(name = "SearchHit")
  public record Hit(
      String kind,
      @Schema(description = "Of a Pod with its namespace.") String name,
      @Schema(description = "What else is known of it: pool, type, zone, image.") String note) {}

  /** The objects of a settlement with the text in which each is searched. */
  public static final class All {

    private record Searched(Hit hit, String name, String text) {
      static Searched of(String kind, String name, Stream<@Nullable String> notes, String more) {
        String note = notes.filter(Objects::nonNull).collect(Collectors.joining(" · "));
        String lower = name.toLowerCase(Locale.ROOT);
        return new Searched(
            new Hit(kind, name, note),
            lower,
            (kind + " " + name + " " + note + " " + more).toLowerCase(Locale.ROOT));
      }
    }

    private final List<Searched> entries = new ArrayList<>();

    /** What a search finds, most wanted kinds first. */
    public static All of(SettlementIndex index, List<NodeRow> nodes) {
      var all = new All();
      for (NodePool each : index.facts(NodePool.class)) {
        all.add(NodePool.class, each.name(), each.nodeClass());
      }
      for (EC2NodeClass each : index.facts(EC2NodeClass.class)) {
        all.add(EC2NodeClass.class, each.name(), each.amiFamily());
      }
      for (NodeRow each : nodes) {
        all.entries.add(
            Searched.of(
                RecordType.name(each.node() == null ? NodeClaim.class : Node.class),
                each.name(),
                Stream.of(
                    each.nodePool(),
                    each.instanceType(),
                    each.zone(),
                    each.image() == null ? each.ami() : each.image()),
                each.claim() + " " + each.ami()));
      }
      for (Pod each : index.facts(Pod.class)) {
        all.add(Pod.class, each.path());
      }
      for (InstanceType each : index.facts(InstanceType.class)) {
        all.add(InstanceType.class, each.name(), each.architecture());
      }
      for (Ami each : index.facts(Ami.class)) {
        all.add(Ami.class, each.id(), each.name(), each.state());
      }
      return all;
    }

    private void add(Class<?> type, String name, @Nullable String... notes) {
      entries.add(Searched.of(RecordType.name(type), name, Stream.of(notes), ""));
    }

    public SearchDocument find(long sequence, @Nullable String query, int limit) {
      List<String> words = NodesDocument.words(query);
      if (words.isEmpty()) {
        return new SearchDocument(sequence, 0, Map.of(), List.of());
      }
      List<Searched> found =
          entries.stream()
              .filter(each -> words.stream().allMatch(each.text()::contains))
              .sorted(Comparator.comparingInt(each -> rank(each, words)))
              .toList();
      var kinds = new TreeMap<String, Integer>();
      var hits = new ArrayList<Hit>();
      for (Searched each : found) {
        int before = kinds.merge(each.hit().kind(), 1, Integer::sum) - 1;
        if (before < MAX_OF_A_KIND && hits.size() < limit) {
          hits.add(each.hit());
        }
      }
      return new SearchDocument(sequence, found.size(), kinds, hits);
    }

    /** 0 where the name is what is typed, then where it begins with it, then where it has it. */
    private static int rank(Searched entry, List<String> words) {
      String first = words.getFirst();
      return entry.name().equals(first)
          ? 0
          : entry.name().startsWith(first)
              ? 1
              : words.stream().allMatch(entry.name()::contains) ? 2 : 3;
    }
  }
}
