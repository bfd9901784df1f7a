package dev.plumbline.rehearsal;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plumbline.action.ActionKind;
import dev.plumbline.fact.ObjectKind;
import dev.plumbline.fact.ObjectRef;
import dev.plumbline.loop.Evaluation;
import dev.plumbline.rehearsal.ImageBehavior.Failure;
import dev.plumbline.rehearsal.KarpenterModel.Launch;
import dev.plumbline.rehearsal.MemoryApiServer.WatchEvent;
import dev.plumbline.rehearsal.MemoryApiServer.WatchType;
import dev.plumbline.rehearsal.Rehearsal.Write;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;

/**
 * A month of random releases, failures and people's edits, and what must hold of it whatever the
 * rules say. Everything follows from the seed.
 */
final class RandomMonth {

  private static final ObjectRef CLASS = ObjectKind.EC2_NODE_CLASS.ref("golden");
  private static final ObjectRef POOL = ObjectKind.NODE_POOL.ref("default");
  private static final ObjectRef CANARY_CLASS =
      ObjectKind.EC2_NODE_CLASS.ref("plumbline-canary-golden");
  private static final ObjectRef CANARY_POOL = ObjectKind.NODE_POOL.ref("plumbline-canary-golden");
  private static final Duration LENGTH = Duration.ofDays(30);

  /** Longer than anything that rules wait for here, and than Karpenter retries. */
  private static final Duration AFTERWARDS = Duration.ofDays(12);

  /** The end of that time, in which nothing may be written any more. */
  private static final Duration QUIET = Duration.ofDays(2);

  /** Time is evidence too: what was due then is not the same piece as before. */
  private static final Duration NEW_EVIDENCE = Duration.ofMinutes(10);

  private static final List<String> BUDGETS = List.of("1", "10%", "50%", "100%", "0");

  private static final int MAX_VIOLATIONS = 5;

  private record Verdict(String state, Instant since) {

    boolean isBad() {
      return state.equals("quarantined") || state.equals("recalled");
    }
  }

  /** Of an image that is not being tried: 1 % of so few nodes, but 2 at least. */
  private static final int MAX_EXPOSED = 2;

  /** From the evidence to the end of launches. */
  private static final Duration REACTION = Duration.ofSeconds(60);

  private final long seed;
  private final SplittableRandom random;
  private final List<String> story = new ArrayList<>();
  private final List<String> violations = new ArrayList<>();
  private final Map<String, Instant> changed = new HashMap<>();
  private final Map<String, Verdict> verdicts = new HashMap<>();
  private final Set<String> removed = new HashSet<>();
  private final Set<String> approved = new HashSet<>();
  private int seenLaunches;
  private final Map<String, Instant> appeared = new HashMap<>();
  private Duration minimumAge = Duration.ZERO;
  private Duration soak = Duration.ZERO;
  private boolean pinned;
  private boolean rolls;
  private Set<String> tries = Set.of();
  private Instant evidence = Instant.EPOCH;
  private int versions = 1;

  RandomMonth(long seed) {
    this.seed = seed;
    this.random = new SplittableRandom(seed);
  }

  /** Lets the month pass; returns what was violated, each with what happened until then. */
  List<String> violations(Evaluation rules) {
    List<String> parameters =
        List.of(
            pick("", "ami.minimumAge: 1d", "ami.minimumAge: 7d"),
            pick("", "rollout.soak: 6h", "rollout.soak: 2d"),
            pick("", "", GoldenWorld.NO_CANARY),
            pick("", "train.withoutCanary: roll"));
    boolean canary = parameters.get(2).isEmpty();
    rolls = canary || parameters.getLast().endsWith("roll");
    // Without a canary nothing limits how many nodes a scale-up launches of what is pinned.
    tries = canary ? Set.of("rolling") : Set.of("candidate", "canary", "rolling");
    String age = parameters.getFirst();
    if (!age.isEmpty()) {
      minimumAge = Duration.ofDays(age.contains("7d") ? 7 : 1);
    }
    story.add("parameters " + parameters);
    if (!parameters.get(1).isEmpty()) {
      soak = parameters.get(1).endsWith("6h") ? Duration.ofHours(6) : Duration.ofDays(2);
    }
    try (Rehearsal rehearsal =
        GoldenWorld.of(rules, seed, pick(BUDGETS), parameters.toArray(String[]::new))) {
      rehearsal.server().watch(event -> observe(rehearsal, event));
      rehearsal.onSettled(
          live -> {
            verifyNodes(rehearsal);
            boolean done =
                live.plan().actions().stream().noneMatch(a -> a.kind() == ActionKind.PIN_AMIS);
            if (pinned && done) {
              verifyPins(rehearsal);
            }
            pinned = done;
          });
      demand(rehearsal);
      var moments = new TreeSet<Instant>();
      int events = random.nextInt(4, 14);
      for (int i = 0; i < events; i++) {
        moments.add(
            GoldenWorld.START.plusSeconds(random.nextLong(LENGTH.toSeconds() - 3_600) + 3_600));
      }
      for (Instant moment : moments) {
        rehearsal.runUntil(moment);
        evidence = moment;
        happen(rehearsal);
      }
      Instant end = GoldenWorld.START.plus(LENGTH).plus(AFTERWARDS);
      rehearsal.runUntil(end);
      judge(rehearsal, end);
    }
    return violations;
  }

  private void happen(Rehearsal rehearsal) {
    switch (random.nextInt(12)) {
      case 0, 1, 2, 3 -> release(rehearsal);
      case 4 -> demand(rehearsal);
      case 5 -> {
        String budget = pick(BUDGETS);
        say(rehearsal, "a person sets the budget " + budget);
        rehearsal
            .server()
            .edit(
                POOL,
                pool -> {
                  JsonNode first =
                      pool.withObjectProperty("spec")
                          .withObjectProperty("disruption")
                          .withArrayProperty("budgets")
                          .get(0);
                  ((ObjectNode) first).put("nodes", budget);
                  return pool;
                });
      }
      case 6 -> {
        say(rehearsal, "a person replaces the node class as it was at first");
        rehearsal
            .server()
            .edit(
                CLASS,
                nodeClass -> {
                  nodeClass.withObjectProperty("metadata").remove("annotations");
                  var terms = nodeClass.withObjectProperty("spec").putArray("amiSelectorTerms");
                  terms.addObject().put("name", "golden-*").put("owner", "self");
                  return nodeClass;
                });
      }
      case 7 -> {
        List<String> claims = List.copyOf(rehearsal.karpenter().running().keySet());
        if (!claims.isEmpty()) {
          String claim = claims.get(random.nextInt(claims.size()));
          say(rehearsal, "a person deletes NodeClaim " + claim);
          rehearsal.server().remove(ObjectKind.NODE_CLAIM.ref(claim));
        }
      }
      case 8 -> decide(rehearsal);
      case 9 -> {
        int version = random.nextInt(1, versions + 1);
        say(rehearsal, "image v" + version + " is deregistered");
        removed.add(GoldenWorld.ami(version));
        rehearsal.images().remove(GoldenWorld.ami(version));
      }
      case 10 -> {
        ObjectRef canary = random.nextBoolean() ? CANARY_POOL : CANARY_CLASS;
        if (rehearsal.server().get(canary) != null) {
          say(rehearsal, "a person deletes " + canary);
          rehearsal.server().remove(canary);
        }
      }
      default -> {
        say(rehearsal, "a person changes the template of the pool");
        rehearsal
            .server()
            .edit(
                POOL,
                pool -> {
                  pool.withObjectProperty("spec")
                      .withObjectProperty("template")
                      .withObjectProperty("metadata")
                      .withObjectProperty("labels")
                      .put("edition", "e" + random.nextInt(1_000));
                  return pool;
                });
      }
    }
  }

  private void release(Rehearsal rehearsal) {
    versions++;
    ImageBehavior behavior = ImageBehavior.HEALTHY;
    if (random.nextInt(10) < 5) {
      Failure failure = Failure.values()[random.nextInt(Failure.values().length)];
      Duration after = Duration.ofSeconds(1L << random.nextInt(4, 17));
      behavior = new ImageBehavior(failure, after, random.nextBoolean() ? 1 : 0.3);
    }
    say(rehearsal, "image v" + versions + " appears: " + behavior);
    rehearsal.karpenter().behavior(GoldenWorld.ami(versions), behavior);
    appeared.put(GoldenWorld.ami(versions), rehearsal.time().instant());
    GoldenWorld.release(rehearsal, versions);
  }

  private void decide(Rehearsal rehearsal) {
    String image = GoldenWorld.ami(random.nextInt(1, versions + 1));
    String decision = pick("approve", "quarantine", "recall");
    say(rehearsal, "a person decides: " + decision + " " + image);
    if (decision.equals("approve")) {
      approved.add(image);
    } else {
      approved.remove(image);
    }
    ObjectRef ref = ObjectKind.IMAGE_VERDICT.ref(image);
    rehearsal
        .server()
        .edit(
            ref,
            verdict -> {
              verdict.withObjectProperty("spec").put("decision", decision).put("author", "ada");
              return verdict;
            });
  }

  private void demand(Rehearsal rehearsal) {
    int count = random.nextInt(2, 9);
    say(rehearsal, count + " pods");
    rehearsal.karpenter().demand("web", Map.of(), count);
  }

  /** Sees every change: what is evidence, and what Plumbline writes. */
  private void observe(Rehearsal rehearsal, WatchEvent event) {
    if (event.ref().kind().equals(ObjectKind.IMAGE_VERDICT.kind())) {
      String state = event.object().at("/status/state").asText();
      Verdict before = verdicts.get(event.ref().name());
      if (before == null || !before.state().equals(state)) {
        verdicts.put(event.ref().name(), new Verdict(state, event.at()));
        say(rehearsal, "verdict on " + event.ref().name() + ": " + state);
      }
    }
    if (!event.ours()) {
      if (isEvidence(event)) {
        evidence = event.at();
      }
      return;
    }
    if (event.type() != WatchType.MODIFIED || event.before() == null) {
      return;
    }
    JsonNode before = event.before();
    for (var field : event.object().path("spec").properties()) {
      if (!field.getValue().equals(before.path("spec").path(field.getKey()))) {
        String what = event.ref() + " spec." + field.getKey();
        say(rehearsal, "Plumbline writes " + what + ": " + brief(field.getValue()));
        Instant last = changed.put(what, event.at());
        if (last != null
            && evidence(event.at()).isBefore(last)
            && last.plus(NEW_EVIDENCE).isAfter(event.at())) {
          violate(rehearsal, what + " is written again without new evidence, first at " + last);
        }
      }
    }
  }

  /** When something was seen last, or an image became old enough. */
  private Instant evidence(Instant now) {
    Duration age = minimumAge.compareTo(soak) > 0 ? minimumAge : soak;
    return appeared.values().stream()
        .map(at -> at.plus(age))
        .filter(ripe -> !ripe.isAfter(now))
        .filter(evidence::isBefore)
        .max(Comparator.naturalOrder())
        .orElse(evidence);
  }

  /** What is pinned has a verdict, which is written with the pin, and not a bad one. */
  private void verifyPins(Rehearsal rehearsal) {
    JsonNode nodeClass = rehearsal.server().get(CLASS);
    if (nodeClass == null || rehearsal.time().instant().equals(evidence)) {
      return;
    }
    for (JsonNode term : nodeClass.at("/spec/amiSelectorTerms")) {
      String image = term.path("id").asText();
      Verdict verdict = verdicts.get(image);
      if (!image.isEmpty()
          && hasProven(rehearsal.time().instant())
          && !approved.contains(image)
          && (verdict == null
              || (verdict.isBad()
                  && verdict.since().plus(REACTION).isBefore(rehearsal.time().instant())))) {
        violate(rehearsal, image + " is pinned, whose verdict is " + verdict);
      }
    }
  }

  /** Nodes on images that are neither proven nor being tried, and launches of refused ones. */
  private void verifyNodes(Rehearsal rehearsal) {
    var counts = new HashMap<String, Integer>();
    rehearsal.karpenter().eachRunning((nodeClass, image) -> counts.merge(image, 1, Integer::sum));
    List<Launch> all = rehearsal.karpenter().launches();
    for (Launch launch : all.subList(seenLaunches, all.size())) {
      Verdict verdict = verdicts.get(launch.image());
      if (verdict != null
          && verdict.isBad()
          && !approved.contains(launch.image())
          && verdict.since().plus(REACTION).isBefore(launch.at())
          && hasProven(launch.at())) {
        violate(rehearsal, launch + " although its verdict is " + verdict);
      }
      if (hasProven(launch.at())
          && !approved.contains(launch.image())
          && (verdict == null || !mayHaveMany(verdict.state()))
          && (verdict == null || verdict.since().plus(REACTION).isBefore(launch.at()))
          && counts.getOrDefault(launch.image(), 0) > MAX_EXPOSED) {
        violate(
            rehearsal,
            counts.get(launch.image()) + " nodes run " + launch.image() + ", which is " + verdict);
      }
    }
    seenLaunches = all.size();
  }

  /** Whether a release in this state may have more nodes than a few. */
  private boolean mayHaveMany(String state) {
    return state.equals("proven") || (rolls && tries.contains(state));
  }

  /** Whether there is an image to go back to, which is old enough to be allowed. */
  private boolean hasProven(Instant now) {
    return verdicts.entrySet().stream()
        .filter(each -> each.getValue().state().equals("proven"))
        .filter(each -> !removed.contains(each.getKey()))
        .anyMatch(
            each ->
                !appeared.getOrDefault(each.getKey(), Instant.EPOCH).plus(minimumAge).isAfter(now));
  }

  /** What nodes show: that they come, become ready or not, and go. */
  private static boolean isEvidence(WatchEvent event) {
    return switch (ObjectKind.of(event.ref().kind())) {
      case NODE ->
          event.before() == null
              || event.type() == WatchType.DELETED
              || !status(event.before()).equals(status(event.object()));
      case NODE_CLAIM -> event.before() == null || event.type() == WatchType.DELETED;
      case null, default -> false;
    };
  }

  private static String status(JsonNode node) {
    return ModelNode.condition(node, "Ready").path("status").asText();
  }

  private void judge(Rehearsal rehearsal, Instant end) {
    if (rehearsal.unsettledInstants() > 0) {
      violate(
          rehearsal, "it did not come to an end at " + rehearsal.unsettledInstants() + " times");
    }
    JsonNode canary = rehearsal.server().get(CANARY_CLASS);
    if (canary != null) {
      Verdict verdict =
          verdicts.get(
              canary.at("/metadata/annotations").path("plumbline.dev/canary-release").asText());
      if (verdict != null && (verdict.isBad() || verdict.state().equals("proven"))) {
        violate(rehearsal, "the canary is there, though its release is " + verdict);
      }
    }
    for (Write write : rehearsal.writes()) {
      if (!write.recorded()) {
        violate(rehearsal, write + " was not recorded before");
      }
      if (!write.closed().isEmpty()) {
        violate(rehearsal, write + " although a gate was closed: " + write.closed());
      }
      if (write.at().isAfter(end.minus(QUIET))
          && !isMemory(write.kind())
          && !(write.kind() == ActionKind.HOLD_DISRUPTION && launchesApproved(rehearsal))) {
        violate(rehearsal, write + " long after the last event");
      }
    }
  }

  /**
   * Whether the node class is pinned to what a person approved: if it fails all the same, it is
   * tried anew once its failures are older than {@code evidence.window}.
   */
  private boolean launchesApproved(Rehearsal rehearsal) {
    JsonNode nodeClass = rehearsal.server().get(CLASS);
    return nodeClass != null
        && approved.contains(nodeClass.at("/spec/amiSelectorTerms/0/id").asText());
  }

  /** What Plumbline keeps for itself and for people: healthy hours grow as long as nodes run. */
  private static boolean isMemory(ActionKind kind) {
    return kind == ActionKind.REPORT || kind == ActionKind.KEEP_IMAGE_VERDICTS;
  }

  private void violate(Rehearsal rehearsal, String what) {
    if (violations.size() >= MAX_VIOLATIONS) {
      return;
    }
    violations.add(
        "seed %d, %s: %s%n    %s"
            .formatted(
                seed,
                rehearsal.time().instant(),
                what,
                String.join(
                    "\n    ", story.subList(Math.max(0, story.size() - 25), story.size()))));
  }

  private void say(Rehearsal rehearsal, String what) {
    story.add(rehearsal.time().instant() + " " + what);
  }

  private static String brief(JsonNode value) {
    String text = value.toString();
    return text.length() < 200 ? text : text.substring(0, 200) + " …";
  }

  private String pick(List<String> choices) {
    return choices.get(random.nextInt(choices.size()));
  }

  private String pick(String... choices) {
    return pick(List.of(choices));
  }
}
