package dev.plumbline.web.view;

import dev.plumbline.conclusion.ImageConclusions.AmiBehind;
import dev.plumbline.conclusion.InstanceTypeConclusions.InstanceTypeAmi;
import dev.plumbline.conclusion.RolloutConclusions.NodeClaimDrifted;
import dev.plumbline.conclusion.RolloutConclusions.ReplacementHeld;
import dev.plumbline.conclusion.RolloutConclusions.ReplacementWaits;
import dev.plumbline.fact.Images.Ami;
import dev.plumbline.fact.Nodes.Node;
import dev.plumbline.fact.Nodes.NodeClaim;
import dev.plumbline.view.SettlementIndex;
import dev.plumbline.web.view.NodeClassesDocument.Reason;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Function;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/** A page of the nodes that match a query, or their number by what they have in common. */
@Schema(name = "NodesView")
public record NodesDocument(
    long sequence,
    @Schema(description = "The time of the evaluation.") Instant now,
    @Schema(description = "The number of all nodes.") int total,
    @Schema(description = "The number of those that match.") int matched,
    @Schema(description = "Those that match by the field of group; empty without one.")
        List<Group> groups,
    @Schema(description = "Those that match, from offset on, at most limit.") List<NodeRow> items) {

  /** A Node with its NodeClaim, or either of them alone. */
  @Schema(name = "NodeRow")
  public record NodeRow(
      @Schema(description = "Of the Node; of the NodeClaim before it has one.") String name,
      @Schema(description = "Null before it has joined.") @Nullable String node,
      @Schema(description = "Its NodeClaim; null if Karpenter did not launch it.")
          @Nullable String claim,
      @Nullable String nodePool,
      @Nullable String nodeClass,
      @Nullable String instanceType,
      @Nullable String zone,
      @Nullable String capacityType,
      @Schema(description = "The id of the image that it runs.") @Nullable String ami,
      @Schema(description = "The name of that image.") @Nullable String image,
      @Nullable Instant created,
      @Schema(enumeration = {"ready", "not-ready", "starting", "deleting"}) String state,
      @Schema(description = "Why Karpenter is to replace it: AMIDrift.") @Nullable String drifted,
      @Schema(description = "The id of the image that it is to run instead.")
          @Nullable String behind) {

    private String text() {
      return String.join(
              " ",
              name,
              text(claim),
              text(nodePool),
              text(nodeClass),
              text(instanceType),
              text(zone),
              text(capacityType),
              text(ami),
              text(image),
              state,
              text(drifted))
          .toLowerCase(Locale.ROOT);
    }

    private static String text(@Nullable String value) {
      return value == null ? "" : value;
    }
  }

  @Schema(name = "NodeGroup")
  record Group(
      @Schema(description = "The value that they have in common; null of those without one.")
          @Nullable String value,
      int nodes,
      int notReady,
      int drifted) {}

  /** One node: the image that it runs and why, its claim and pool, and what it waits for. */
  @Schema(name = "NodeView")
  public record NodeDocument(
      long sequence,
      @Schema(description = "The time of the evaluation.") Instant now,
      NodeRow node,
      @Schema(description = "Since when it has been Ready, or not.") @Nullable Instant readySince,
      @Schema(description = "When EC2 made its image.") @Nullable Instant imageCreated,
      @Schema(description = "The state of its image: available, deregistered, …")
          @Nullable String imageState,
      @Schema(description = "The id of the image that its type launches with now.")
          @Nullable String current,
      @Schema(description = "The name of that image.") @Nullable String currentName,
      @Schema(description = "Why Karpenter is to replace it, in words.") @Nullable String drift,
      @Schema(description = "Why it may not be replaced yet.") List<Reason> held,
      @Schema(description = "What its replacement waits for.") List<String> waits,
      @Schema(description = "Who runs it, where Karpenter has not launched it.")
          @Nullable String runBy) {}

  /** What of the nodes is shown; null is any. */
  public record Query(
      @Nullable String words,
      Map<String, String> fields,
      @Nullable String group,
      String sort,
      boolean descending,
      int offset,
      int limit) {}

  /** The fields by which nodes are selected, grouped and sorted. */
  public static final Map<String, Function<NodeRow, @Nullable String>> FIELDS =
      new TreeMap<>(
          Map.of(
              "nodePool", NodeRow::nodePool,
              "nodeClass", NodeRow::nodeClass,
              "instanceType", NodeRow::instanceType,
              "zone", NodeRow::zone,
              "capacityType", NodeRow::capacityType,
              "ami", NodeRow::ami,
              "state", NodeRow::state,
              "drifted", NodeRow::drifted));

  /** The nodes of a settlement, by name, with the text in which they are searched. */
  public static final class All {

    private final List<NodeRow> rows;
    private final List<String> texts;

    private All(List<NodeRow> rows) {
      this.rows = rows;
      this.texts = rows.stream().map(NodeRow::text).toList();
    }

    public static All of(SettlementIndex index) {
      return new All(NodesDocument.rows(index));
    }

    public List<NodeRow> rows() {
      return rows;
    }

    /** By the name of the Node or of its NodeClaim; null if there is none. */
    public @Nullable NodeRow named(String name) {
      return rows.stream()
          .filter(each -> name.equals(each.node()) || name.equals(each.claim()))
          .findFirst()
          .orElse(null);
    }

    public NodesDocument page(long sequence, Instant now, Query query) {
      List<NodeRow> matched = matched(query);
      return new NodesDocument(
          sequence,
          now,
          rows.size(),
          matched.size(),
          query.group() == null ? List.of() : groups(matched, query.group()),
          matched.stream().sorted(order(query)).skip(query.offset()).limit(query.limit()).toList());
    }

    private List<NodeRow> matched(Query query) {
      List<String> words = words(query.words());
      var matched = new ArrayList<NodeRow>();
      for (int i = 0; i < rows.size(); i++) {
        NodeRow row = rows.get(i);
        if (words.stream().allMatch(texts.get(i)::contains)
            && query.fields().entrySet().stream().allMatch(each -> has(row, each))) {
          matched.add(row);
        }
      }
      return matched;
    }

    private static boolean has(NodeRow row, Map.Entry<String, String> field) {
      String value = value(row, field.getKey());
      return field.getValue().equals(value == null ? "none" : value);
    }

    private static @Nullable String value(NodeRow row, String field) {
      return Objects.requireNonNull(FIELDS.get(field)).apply(row);
    }

    private static Comparator<NodeRow> order(Query query) {
      Comparator<NodeRow> order =
          switch (query.sort()) {
            case "name" -> Comparator.comparing(NodeRow::name);
            case "created" ->
                Comparator.comparing(
                    NodeRow::created, Comparator.nullsLast(Comparator.naturalOrder()));
            default ->
                Comparator.comparing(
                    row -> value(row, query.sort()),
                    Comparator.nullsLast(Comparator.naturalOrder()));
          };
      return (query.descending() ? order.reversed() : order).thenComparing(NodeRow::name);
    }

    private static List<Group> groups(List<NodeRow> rows, String field) {
      var groups = new HashMap<@Nullable String, List<NodeRow>>();
      rows.forEach(
          row -> groups.computeIfAbsent(value(row, field), k -> new ArrayList<>()).add(row));
      return groups.entrySet().stream()
          .map(
              each ->
                  new Group(
                      each.getKey(),
                      each.getValue().size(),
                      count(each.getValue(), row -> row.state().equals("not-ready")),
                      count(each.getValue(), row -> row.drifted() != null)))
          .sorted(
              Comparator.comparing(Group::nodes)
                  .reversed()
                  .thenComparing(
                      Group::value, Comparator.nullsLast(Comparator.<String>naturalOrder())))
          .toList();
    }

    private static int count(List<NodeRow> rows, java.util.function.Predicate<NodeRow> which) {
      return Math.toIntExact(rows.stream().filter(which).count());
    }
  }

  /** The words of a search, in lower case. */
  static List<String> words(@Nullable String text) {
    return text == null || text.isBlank()
        ? List.of()
        : List.of(text.toLowerCase(Locale.ROOT).trim().split("\\s+"));
  }

  private static List<NodeRow> rows(SettlementIndex index) {
    var drifted = new HashMap<String, String>();
    index.of(NodeClaimDrifted.class).forEach(each -> drifted.put(each.nodeClaim(), each.reason()));
    var behind = new HashMap<String, String>();
    index.of(AmiBehind.class).forEach(each -> behind.put(each.nodeClaim(), each.ami()));
    var nodes = new TreeMap<String, Node>();
    index.facts(Node.class).forEach(each -> nodes.put(each.name(), each));
    var rows = new ArrayList<NodeRow>();
    for (NodeClaim claim : index.facts(NodeClaim.class)) {
      Node node = claim.nodeName() == null ? null : nodes.remove(claim.nodeName());
      Ami ami = claim.ami() == null ? null : index.ami(claim.ami());
      rows.add(
          new NodeRow(
              node == null ? claim.name() : node.name(),
              node == null ? null : node.name(),
              claim.name(),
              claim.nodePool(),
              claim.nodeClass(),
              claim.instanceType(),
              claim.zone(),
              claim.capacityType(),
              claim.ami(),
              ami == null ? null : ami.name(),
              claim.created(),
              state(claim, node),
              drifted.get(claim.name()),
              behind.get(claim.name())));
    }
    for (Node node : nodes.values()) {
      rows.add(
          new NodeRow(
              node.name(),
              node.name(),
              null,
              node.nodePool(),
              null,
              node.instanceType(),
              node.zone(),
              node.labels().value("karpenter.sh/capacity-type"),
              null,
              null,
              node.created(),
              node.deleting() ? "deleting" : ready(node),
              null,
              null));
    }
    rows.sort(Comparator.comparing(NodeRow::name));
    return List.copyOf(rows);
  }

  private static String state(NodeClaim claim, @Nullable Node node) {
    if (claim.deleting() || (node != null && node.deleting())) {
      return "deleting";
    }
    return claim.initialized() == null || node == null ? "starting" : ready(node);
  }

  private static String ready(Node node) {
    return "True".equals(node.ready()) ? "ready" : "not-ready";
  }

  public static NodeDocument one(long sequence, SettlementIndex index, NodeRow row) {
    Node node =
        index.facts(Node.class).stream()
            .filter(each -> each.name().equals(row.node()))
            .findFirst()
            .orElse(null);
    Ami ami = row.ami() == null ? null : index.ami(row.ami());
    String current =
        row.nodeClass() == null
            ? null
            : index.of(InstanceTypeAmi.class, row.nodeClass()).stream()
                .filter(each -> each.instanceType().equals(row.instanceType()))
                .map(InstanceTypeAmi::ami)
                .findFirst()
                .orElse(null);
    Ami now = current == null ? null : index.ami(current);
    return new NodeDocument(
        sequence,
        index.now(),
        row,
        node == null ? null : node.readySince(),
        ami == null ? null : ami.creationDate(),
        ami == null ? null : ami.state(),
        current,
        now == null ? null : now.name(),
        index.of(NodeClaimDrifted.class).stream()
            .filter(each -> each.nodeClaim().equals(row.claim()))
            .map(NodeClaimDrifted::message)
            .findFirst()
            .orElse(null),
        index.of(ReplacementHeld.class).stream()
            .filter(each -> each.nodeClaim().equals(row.claim()))
            .map(each -> new Reason(each.rule(), each.message(), null))
            .toList(),
        index.of(ReplacementWaits.class).stream()
            .filter(each -> each.nodeClaim().equals(row.claim()))
            .map(ReplacementWaits::message)
            .toList(),
        node == null || row.claim() != null ? null : node.runBy());
  }
}
