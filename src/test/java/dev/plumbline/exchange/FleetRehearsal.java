package dev.plumbline.exchange;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plumbline.action.Change.PublishReport;
import dev.plumbline.action.ChangeWriter.Written;
import dev.plumbline.exchange.Reports.InMemory;
import dev.plumbline.fact.Fleet.FleetIdentity;
import dev.plumbline.fact.Fleet.FleetMember;
import dev.plumbline.fact.ObjectKind;
import dev.plumbline.fact.RecordType;
import dev.plumbline.loop.Evaluation;
import dev.plumbline.rehearsal.GoldenWorld;
import dev.plumbline.rehearsal.ImageBehavior;
import dev.plumbline.rehearsal.Rehearsal;
import dev.plumbline.source.FactUpdate;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Clusters on the model of Karpenter, with the shipped rules, that publish into one store. */
final class FleetRehearsal implements AutoCloseable {

  /** How often each reads what others have published. */
  private static final Duration POLL = Duration.ofHours(1);

  private static final Evaluation RULES = Evaluation.with((Path) null);
  private static final List<String> PARAMETERS =
      List.of(
          GoldenWorld.NO_CANARY,
          "train.provenHours: 6",
          "train.provenFor: 2h",
          "train.pauseAfterQuarantine: 1h",
          "evidence.window: 12h",
          "fleet.clusters: { dev-*: dev, staging-*: staging, prod-*: prod }",
          "fleet.hours: 12",
          "fleet.ringFor: 3h",
          "fleet.publishEvery: 1h",
          "fleet.silentAfter: 12h");

  private static final int PODS = 2;

  /** So many that not all of their nodes fail at once: Karpenter would replace none then. */
  private static final int PODS_OF_DEV = 5;

  private final InMemory store = new InMemory();
  private final List<Member> members = new ArrayList<>();

  /**
   * Starts with a proven image v1 everywhere.
   *
   * @param names of the clusters, each beginning with its ring
   * @param parameters lines of YAML, besides those that all have
   */
  FleetRehearsal(List<String> names, String... parameters) {
    for (String name : names) {
      members.add(new Member(name, names, parameters));
    }
  }

  /** One cluster. */
  final class Member {

    final String name;
    private final Rehearsal rehearsal;
    private final VerdictSource source;
    private final VerdictPublisher publisher;
    private final Map<String, FactUpdate> published = new HashMap<>();
    private UnaryOperator<ObjectNode> says = report -> report;
    private final ClusterChain own;
    private boolean silent;

    Member(String name, List<String> all, String... parameters) {
      this.name = name;
      var lines = new ArrayList<>(PARAMETERS);
      lines.add("train.withoutCanary: " + (name.startsWith("dev") ? "roll" : "wait"));
      lines.addAll(List.of(parameters));
      this.rehearsal =
          GoldenWorld.of(
              RULES, members.size(), "100%", this::publish, lines.toArray(String[]::new));
      this.publisher =
          new VerdictPublisher(store, Reports.key(name), Reports.PROGRAM, this::now, () -> {});
      List<ClusterChain> chains =
          all.stream().map(each -> new ClusterChain(each, Reports.key(each).verifier())).toList();
      this.own =
          chains.stream().filter(each -> each.cluster().equals(name)).findAny().orElseThrow();
      this.source = new VerdictSource(store, name, chains, POLL, this::now);
      rehearsal.tickEvery(Duration.ofMinutes(30));
      rehearsal.publish(List.of(FactUpdate.of(new FleetIdentity(name))));
      rehearsal.karpenter().demand("web", Map.of(), name.startsWith("dev") ? PODS_OF_DEV : PODS);
    }

    private Instant now() {
      return rehearsal.time().instant();
    }

    private Written publish(PublishReport change) {
      if (silent) {
        return Written.DONE;
      }
      ObjectNode report = says.apply(change.report().deepCopy());
      Written written = publisher.write(new PublishReport(report), () -> true);
      publish(new FactUpdate(ownKey(), Reports.read(own, store, now()), null));
      return written;
    }

    private String ownKey() {
      return RecordType.key(FleetMember.class, name);
    }

    private void publish(FactUpdate update) {
      published.put(update.owner(), update);
      rehearsal.publish(List.of(update));
    }

    /** Reads, and publishes what differs from before; how long ago it was read does not count. */
    private void read() {
      List<FactUpdate> updates =
          source.read().stream()
              .filter(
                  each ->
                      each.owner().startsWith("SourceStatus")
                          ? !published.containsKey(each.owner())
                          : !each.equals(published.get(each.owner())))
              .toList();
      updates.forEach(this::publish);
    }

    /** How many nodes were ever launched with an image. */
    long launched(int version) {
      return rehearsal.karpenter().launches().stream()
          .filter(launch -> launch.image().equals(GoldenWorld.ami(version)))
          .count();
    }

    /** Whether every node runs an image. */
    boolean runs(int version) {
      return rehearsal.karpenter().running().values().stream()
          .allMatch(GoldenWorld.ami(version)::equals);
    }

    String state(int version) {
      var verdict = rehearsal.server().get(ObjectKind.IMAGE_VERDICT.ref(GoldenWorld.ami(version)));
      return verdict == null ? "" : verdict.at("/status/state").asText();
    }

    /** What it concludes of a type, as text. */
    List<String> concludes(String type) {
      return rehearsal.now().settlement().conclusions().stream()
          .filter(each -> each.type().equals(type))
          .map(Object::toString)
          .toList();
    }

    private String told() {
      return name
          + " runs "
          + rehearsal.karpenter().running().values()
          + concludes("ImageState")
          + concludes("ReleaseWait")
          + concludes("FleetHold");
    }

    long unrecorded() {
      return rehearsal.writes().stream().filter(write -> !write.recorded()).count();
    }

    /** From now on it changes what it publishes. */
    void says(UnaryOperator<ObjectNode> change) {
      says = change;
    }

    void beSilent() {
      silent = true;
    }
  }

  List<Member> members(String ring) {
    return members.stream().filter(each -> each.name.startsWith(ring)).toList();
  }

  Member member(String name) {
    return Objects.requireNonNull(
        members.stream().filter(each -> each.name.equals(name)).findAny().orElse(null));
  }

  /** An image becomes available everywhere. */
  void release(int version, @Nullable ImageBehavior behavior) {
    for (Member each : members) {
      if (behavior != null) {
        each.rehearsal.karpenter().behavior(GoldenWorld.ami(version), behavior);
      }
      GoldenWorld.release(each.rehearsal, version);
    }
  }

  void runFor(Duration span) {
    Instant end = now().plus(span);
    while (now().isBefore(end)) {
      Instant next = now().plus(POLL);
      members.forEach(each -> each.rehearsal.runUntil(next));
      members.forEach(Member::read);
    }
  }

  /** Until all of a ring are so; fails when that takes longer than a span. */
  void runUntil(Predicate<Member> so, String ring, Duration most) {
    Instant end = now().plus(most);
    while (!members(ring).stream().allMatch(so)) {
      if (!now().isBefore(end)) {
        throw new AssertionError(
            "not within " + most + ": " + members(ring).stream().map(Member::told).toList());
      }
      runFor(POLL);
    }
  }

  private Instant now() {
    return members.getFirst().now();
  }

  @Override
  public void close() {
    members.forEach(each -> each.rehearsal.close());
  }
}
