package dev.plumbline.action.plan;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plumbline.action.Action;
import dev.plumbline.action.Action.Mode;
import dev.plumbline.action.ActionKind;
import dev.plumbline.action.Change;
import dev.plumbline.action.LiveObjects;
import dev.plumbline.action.plan.ClusterPlanner.KindPlanner;
import dev.plumbline.conclusion.VerdictConclusions.ImageHealth;
import dev.plumbline.conclusion.VerdictConclusions.ImageRelease;
import dev.plumbline.conclusion.VerdictConclusions.ImageState;
import dev.plumbline.conclusion.VerdictConclusions.NodeOutcome;
import dev.plumbline.fact.ObjectKind;
import dev.plumbline.fact.ObjectRef;
import dev.plumbline.fact.TwoDigits;
import dev.plumbline.fact.Verdicts.ImageVerdict;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Keeps an ImageVerdict for every release that has a state: makes it, then writes what is concluded
 * of the release, and adds up the nodes that it has not counted yet. Never deletes one. What is as
 * it was when nothing was to be written is not added up again.
 */
final class KeepImageVerdicts implements KindPlanner {

  /** The last nodes that failed, told in words. */
  private static final int FAILED = 20;

  /** More than launches that are gone are remembered, so that none of these counts twice. */
  private static final int COUNTED = 1_000;

  private static final Comparator<NodeOutcome> BY_TIME =
      Comparator.comparing(NodeOutcome::at).thenComparing(NodeOutcome::nodeClaim);

  /** Where nothing was to be written the last time, by release. */
  private volatile Map<String, StoredStatus> written = Map.of();

  @Override
  public void plan(DesiredState wanted, LiveObjects objects, Consumer<Action> plan) {
    Map<String, List<ImageRelease>> images = wanted.by(ImageRelease.class, ImageRelease::release);
    Map<String, List<ImageHealth>> health = wanted.by(ImageHealth.class, ImageHealth::release);
    Map<String, List<NodeOutcome>> outcomes = wanted.by(NodeOutcome.class, NodeOutcome::release);
    Map<String, StoredStatus> before = written;
    var unchanged = new HashMap<String, StoredStatus>();
    for (List<ImageState> states : wanted.by(ImageState.class, ImageState::release).values()) {
      ImageState state = states.getFirst();
      String release = state.release();
      ObjectRef ref = ObjectKind.IMAGE_VERDICT.ref(ImageVerdict.name(release));
      Mode mode = wanted.due(ActionKind.KEEP_IMAGE_VERDICTS, ref.key());
      if (mode == null) {
        continue;
      }
      JsonNode live = objects.get(ref);
      Change change = null;
      if (live == null) {
        change = new Change.Apply(null, made(ref));
      } else {
        var status =
            new StoredStatus(
                live.path("status"),
                state,
                images.getOrDefault(release, List.of()),
                health.getOrDefault(release, List.of()),
                outcomes.getOrDefault(release, List.of()),
                mode == Mode.ENFORCE);
        if (!status.isSame(before.get(release))) {
          change = status(status, live, objects.at());
        }
        if (change == null) {
          unchanged.put(release, status);
        }
      }
      if (change != null && !deleting(live)) {
        plan.accept(
            new Action(
                ActionKind.KEEP_IMAGE_VERDICTS,
                ref,
                mode,
                null,
                change,
                List.of(release + " is " + state.state() + ": " + state.message())));
      }
    }
    written = unchanged;
  }

  private static boolean deleting(@Nullable JsonNode live) {
    return live != null && live.path("metadata").hasNonNull("deletionTimestamp");
  }

  /** Its metadata alone: the spec is for people. */
  private static ObjectNode made(ObjectRef ref) {
    ObjectNode object = ObjectRefs.named(ref);
    object.withObject("/metadata/labels").put(Tiers.MANAGED_BY, Tiers.OURS);
    return object;
  }

  private static Change.@Nullable Status status(
      StoredStatus stored, JsonNode live, @Nullable Instant now) {
    ObjectNode status = stored.status(now);
    return CanonicalJson.covers(live.path("status"), status)
        ? null
        : new Change.Status(live, status);
  }

  /**
   * The status that was, and what is concluded now.
   *
   * @param dated whether it says since when its state holds
   */
  private record StoredStatus(
      JsonNode before,
      ImageState state,
      List<ImageRelease> images,
      List<ImageHealth> health,
      List<NodeOutcome> all,
      boolean dated) {

    /** Whether both are of the same object as it was read, and of equal conclusions. */
    boolean isSame(@Nullable StoredStatus other) {
      return other != null
          && before == other.before
          && state.equals(other.state)
          && images.equals(other.images)
          && health.equals(other.health)
          && all.equals(other.all)
          && dated == other.dated;
    }

    ObjectNode status(@Nullable Instant now) {
      var counted = new LinkedHashSet<String>();
      before.path("counted").forEach(name -> counted.add(name.asText()));
      List<NodeOutcome> outcomes =
          all.stream().sorted(BY_TIME).filter(outcome -> counted.add(outcome.nodeClaim())).toList();
      ObjectNode status = JsonNodeFactory.instance.objectNode();
      status.put("release", state.release());
      strings(ids(), status.putArray("images"));
      status.put("state", state.state());
      JsonNode since = before.path("since");
      if (before.path("state").asText().equals(state.state()) && since.isTextual()) {
        status.set("since", since);
      } else if (dated && now != null) {
        status.put("since", now.toString());
      }
      status.put("message", state.message());
      ArrayNode evidence = evidence(outcomes);
      status.put("nodes", TwoDigits.of(health.stream().mapToLong(ImageHealth::nodes).sum()));
      status.put("healthyNodeHours", healthyHours(evidence));
      status.put("failures", failures(evidence));
      status.set("evidence", evidence);
      status.set("failed", failed(outcomes));
      strings(newest(List.copyOf(counted), COUNTED), status.putArray("counted"));
      return status;
    }

    /** Those that are known now, and those that were: an image may be gone by now. */
    private TreeSet<String> ids() {
      var ids = new TreeSet<String>();
      before.path("images").forEach(id -> ids.add(id.asText()));
      images.forEach(image -> ids.add(image.ami()));
      return ids;
    }

    /** While nothing runs it, what ended tells. */
    private long healthyHours(ArrayNode evidence) {
      if (!health.isEmpty()) {
        return health.stream().mapToLong(ImageHealth::healthyHours).sum();
      }
      long seconds = 0;
      for (JsonNode each : evidence) {
        seconds += each.path("healthySeconds").asLong();
      }
      return Duration.ofSeconds(seconds).toHours();
    }

    private long failures(ArrayNode evidence) {
      if (!health.isEmpty()) {
        return health.stream().mapToLong(ImageHealth::failed).sum();
      }
      long failures = 0;
      for (JsonNode each : evidence) {
        failures +=
            NodeOutcome.isFailure(each.path("outcome").asText()) ? each.path("nodes").asLong() : 0;
      }
      return failures;
    }

    /** How many nodes ended in which way, sorted. */
    private ArrayNode evidence(List<NodeOutcome> outcomes) {
      var sums = new TreeMap<String, ObjectNode>();
      before.path("evidence").forEach(each -> add(each, sums));
      for (NodeOutcome outcome : outcomes) {
        add(
            JsonNodeFactory.instance
                .objectNode()
                .put("image", outcome.ami())
                .put("nodeClass", outcome.nodeClass())
                .put("nodePool", outcome.nodePool())
                .put("outcome", outcome.outcome())
                .put("nodes", 1L)
                .put("healthySeconds", outcome.healthySeconds()),
            sums);
      }
      ArrayNode evidence = JsonNodeFactory.instance.arrayNode();
      sums.values().forEach(evidence::add);
      return evidence;
    }

    private static void add(JsonNode each, Map<String, ObjectNode> sums) {
      String key =
          String.join(
              " ",
              each.path("image").asText(),
              each.path("nodeClass").asText(),
              each.path("nodePool").asText(),
              each.path("outcome").asText());
      ObjectNode sum = sums.putIfAbsent(key, each.deepCopy());
      if (sum != null) {
        for (String count : List.of("nodes", "healthySeconds")) {
          sum.put(count, sum.path(count).asLong() + each.path(count).asLong());
        }
      }
    }

    private ArrayNode failed(List<NodeOutcome> outcomes) {
      var nodes = new ArrayList<JsonNode>();
      before.path("failed").forEach(nodes::add);
      for (NodeOutcome outcome : outcomes) {
        if (outcome.failed()) {
          nodes.add(failed(outcome));
        }
      }
      ArrayNode failed = JsonNodeFactory.instance.arrayNode();
      failed.addAll(newest(nodes, FAILED));
      return failed;
    }

    private static ObjectNode failed(NodeOutcome outcome) {
      ObjectNode node = JsonNodeFactory.instance.objectNode();
      node.put("nodeClaim", outcome.nodeClaim());
      node.put("image", outcome.ami());
      node.put("nodeClass", outcome.nodeClass());
      node.put("nodePool", outcome.nodePool());
      if (outcome.instanceType() != null) {
        node.put("instanceType", outcome.instanceType());
      }
      if (outcome.zone() != null) {
        node.put("zone", outcome.zone());
      }
      node.put("outcome", outcome.outcome());
      node.put("at", outcome.at().toString());
      node.put("message", outcome.message());
      return node;
    }

    private static <T> List<T> newest(List<T> all, int most) {
      return all.subList(Math.max(0, all.size() - most), all.size());
    }

    private static void strings(Iterable<String> texts, ArrayNode to) {
      texts.forEach(to::add);
    }
  }
}
