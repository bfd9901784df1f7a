package dev.plumbline.web.admission;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plumbline.conclusion.ImageConclusions.AmiObjection;
import dev.plumbline.conclusion.NodeClassConclusions.NodeClassCondition;
import dev.plumbline.conclusion.NodeClassConclusions.NodeClassRefusal;
import dev.plumbline.conclusion.PoolConclusions.NodePoolBarren;
import dev.plumbline.conclusion.PoolConclusions.NodePoolObjection;
import dev.plumbline.conclusion.PoolConclusions.NodePoolUnusable;
import dev.plumbline.engine.Settlement;
import dev.plumbline.fact.Fact;
import dev.plumbline.fact.ObjectRef;
import dev.plumbline.fact.Pools.NodePool;
import dev.plumbline.loop.HostSnapshot;
import dev.plumbline.source.InvalidSourceException.InvalidObjectException;
import dev.plumbline.source.KarpenterObjects;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Whether a NodePool or EC2NodeClass would leave a pool without a usable instance type that had one
 * before. The rules decide which pools those are ({@link NodePoolUnusable}).
 */
final class ObjectCheck {

  static final Set<String> KINDS =
      Set.of("karpenter.sh/v1 NodePool", "karpenter.k8s.aws/v1 EC2NodeClass");

  private static final int MAX_REASONS = 4;

  private final Supplier<@Nullable HostSnapshot> published;
  private final PreviewSession preview;
  private final Verdict.Answer unusable;

  /**
   * @param unusable the answer when a pool becomes unusable: warned or denied
   */
  ObjectCheck(
      Supplier<@Nullable HostSnapshot> published, PreviewSession preview, Verdict.Answer unusable) {
    this.published = published;
    this.preview = preview;
    this.unusable = unusable;
  }

  /** Follows the published state, so that a review finds little left to do. */
  void follow() {
    HostSnapshot live = published.get();
    if (live != null) {
      preview.follow(live);
    }
  }

  /** Answers, then restores the session; of one thread. */
  void check(Review review, Consumer<Verdict> answer) {
    HostSnapshot live = published.get();
    if (live == null) {
      answer.accept(Verdict.of(Verdict.Answer.UNREAD, "not checked: nothing has settled yet."));
      return;
    }
    List<Fact> after;
    List<Fact> before;
    try {
      after = KarpenterObjects.facts(review.object());
      before = before(live, review);
    } catch (InvalidObjectException e) {
      answer.accept(Verdict.of(Verdict.Answer.UNREAD, "not checked: " + e.getMessage()));
      return;
    }
    if (after.equals(before)) {
      answer.accept(Verdict.allowed());
      return;
    }
    Settlement now = preview.follow(live);
    Set<String> already =
        unusable(now).stream().map(NodePoolUnusable::nodePool).collect(Collectors.toSet());
    preview.with(
        before, after, then -> answer.accept(verdict(classes(live, after), already, now, then)));
  }

  private Verdict verdict(
      TreeMap<String, String> classes, Set<String> already, Settlement now, Settlement then) {
    var lines = new ArrayList<String>();
    for (NodePoolUnusable it : unusable(then)) {
      String pool = it.nodePool();
      if (!already.contains(pool)) {
        lines.add("NodePool " + pool + " would have no usable instance type (" + it.rule() + ").");
        lines.addAll(reasons(pool, classes.getOrDefault(pool, ""), now, then));
      }
    }
    return lines.isEmpty() ? Verdict.allowed() : new Verdict(unusable, lines);
  }

  /** Those of the rules, and those that an overlay still concludes by the former name. */
  private static List<NodePoolUnusable> unusable(Settlement settlement) {
    return Stream.concat(
            settlement.of(NodePoolUnusable.class).stream(),
            settlement.of(NodePoolBarren.class).stream()
                .map(it -> new NodePoolUnusable(it.rule(), it.nodePool())))
        .distinct()
        .toList();
  }

  private static TreeMap<String, String> classes(HostSnapshot live, List<Fact> after) {
    var classes = new TreeMap<String, String>();
    var pools = new ArrayList<Fact>(live.facts(NodePool.class));
    pools.addAll(after);
    for (Fact fact : pools) {
      if (fact instanceof NodePool pool) {
        classes.put(pool.name(), pool.nodeClass());
      }
    }
    return classes;
  }

  /** The facts of the object now: as published, else as the API server has it. */
  private static List<Fact> before(HostSnapshot live, Review review) {
    String[] kind = review.kind().split(" ", 2);
    JsonNode document = live.objects().get(new ObjectRef(kind[0], kind[1], null, review.name()));
    if (document != null) {
      return KarpenterObjects.facts(document);
    }
    return review.before().isMissingNode() ? List.of() : KarpenterObjects.facts(review.before());
  }

  /** Why a pool has no usable type, in the words of the rules: what is new, else all of it. */
  private static List<String> reasons(
      String pool, String nodeClass, Settlement before, Settlement after) {
    Set<String> now = messages(pool, nodeClass, after);
    var fresh = new LinkedHashSet<>(now);
    fresh.removeAll(messages(pool, nodeClass, before));
    return (fresh.isEmpty() ? now : fresh).stream().limit(MAX_REASONS).toList();
  }

  private static Set<String> messages(String pool, String nodeClass, Settlement settlement) {
    var messages = new LinkedHashSet<String>();
    for (NodeClassRefusal it : settlement.of(NodeClassRefusal.class)) {
      if (it.nodeClass().equals(nodeClass)) {
        messages.add(it.rule() + " EC2NodeClass " + nodeClass + ": " + it.message());
      }
    }
    for (NodePoolObjection it : settlement.of(NodePoolObjection.class)) {
      if (it.nodePool().equals(pool)) {
        messages.add(it.rule() + " " + it.message());
      }
    }
    for (NodeClassCondition it : settlement.of(NodeClassCondition.class)) {
      if (it.nodeClass().equals(nodeClass) && it.status().equals("False")) {
        messages.add(it.condition() + " of EC2NodeClass " + nodeClass + ": " + it.message());
      }
    }
    for (AmiObjection it : settlement.of(AmiObjection.class)) {
      if (it.nodeClass().equals(nodeClass)) {
        messages.add(it.rule() + " " + it.ami() + ": " + it.message());
      }
    }
    return messages;
  }
}
