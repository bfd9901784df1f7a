package dev.plumbline.worlds;

import dev.plumbline.fact.Bundles.BundleRevision;
import dev.plumbline.fact.Bundles.ChannelBundle;
import dev.plumbline.fact.Cluster.ClusterVersion;
import dev.plumbline.fact.Fact;
import dev.plumbline.fact.Fleet.FleetBundle;
import dev.plumbline.fact.Fleet.FleetIdentity;
import dev.plumbline.fact.Fleet.FleetMember;
import dev.plumbline.fact.Fleet.FleetVerdict;
import dev.plumbline.fact.Gates.Gate;
import dev.plumbline.fact.Gates.GateDependency;
import dev.plumbline.fact.Gates.Source;
import dev.plumbline.fact.Gates.SourceStatus;
import dev.plumbline.fact.Images.Ami;
import dev.plumbline.fact.Policy.Parameter;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What other clusters publish of the images of a world. Of some seeds alone, so that the worlds of
 * others, which were chosen for what follows there, stay what they are.
 */
final class FleetFacts extends AddedFacts {

  private static final Instant LONG_AGO = Instant.parse("2026-08-01T00:00:00Z");

  /** From this seed on every world has them. */
  static final long FIRST = 30_000;

  private static final List<String> CLUSTERS =
      List.of("dev-1", "dev-2", "dev-3", "staging-1", "prod-1", "prod-2", "other");

  /** Whether clusters refuse most of what they know. */
  private boolean refused;

  private FleetFacts(long seed, Map<String, Fact> facts) {
    super(seed * 31 + 9, facts);
  }

  static void random(long seed, Map<String, Fact> facts) {
    RandomWorld.POLICY.stream()
        .filter(FleetFacts::adds)
        .forEach(fact -> facts.put(fact.key(), fact));
    if (seed < FIRST) {
      return;
    }
    var world = new FleetFacts(seed, facts);
    String own = world.pick("prod-1", "prod-1", "staging-1", "dev-1", "other");
    world.put(new FleetIdentity(own));
    for (String ring : List.of("dev", "staging", "prod")) {
      world.put(new Parameter("fleet.clusters", ring + "-*", ring));
    }
    if (world.chance(0.15)) {
      world.status("syncing", null);
      world.bundles();
      return;
    }
    world.status(world.pick("synced", "synced", "failed"), "2026-08-31T23:59:00Z");
    if (world.chance(0.2)) {
      world.put(new Parameter("actions.mode", "PublishVerdicts", "observe"));
    }
    world.refused = world.chance(0.4);
    // All of them know an image here and there.
    boolean tried = world.all(Ami.class).stream().anyMatch(ami -> ami.id().equals("ami-new"));
    String known = tried ? "ami-new" : world.pick("ami-1", "ami-2", "ami-3", "ami-4", "ami-5");
    for (String cluster : CLUSTERS) {
      if (world.chance(0.8)) {
        world.cluster(cluster, known);
      }
    }
    if (world.chance(0.8)) {
      world.bundles();
    }
  }

  /** Whether that is added here, so that the worlds of others stay what they were without it. */
  static boolean adds(Fact fact) {
    return switch (fact) {
      case Parameter parameter ->
          parameter.name().startsWith("fleet.") || parameter.value().equals("fleet.*");
      case Source source -> source.name().equals("fleet-verdicts");
      case Gate gate -> gate.name().equals("PublishVerdicts");
      case GateDependency dependency -> dependency.gate().equals("PublishVerdicts");
      default -> false;
    };
  }

  private void status(String state, @Nullable String last) {
    put(
        new SourceStatus(
            "fleet-verdicts",
            state,
            "ListObjectsV2",
            state.equals("failed") ? "SlowDown" : null,
            Instant.parse("2026-08-31T22:00:00Z"),
            last == null ? null : Instant.parse(last),
            state.equals("failed") ? 2 : 0,
            null,
            0));
  }

  private void cluster(String cluster, String known) {
    if (chance(0.1)) {
      put(new FleetMember(cluster, -1, "", null, null, null, null));
      return;
    }
    List<ClusterVersion> versions = all(ClusterVersion.class);
    String minor = versions.isEmpty() || chance(0.1) ? "1.31" : versions.getFirst().version();
    Instant at =
        Instant.parse(pick("2026-08-31T23:50:00Z", "2026-08-31T12:00:00Z", LONG_AGO.toString()));
    put(
        new FleetMember(
            cluster,
            3,
            "abc",
            at,
            minor,
            chance(0.1) ? "report 4 is missing before it" : null,
            at.equals(LONG_AGO) ? "0123456789abcdef and fedcba9876543210" : null));
    for (Ami ami : all(Ami.class)) {
      if (ami.id().equals(known) || chance(0.2)) {
        verdict(cluster, ami.id(), minor, at);
      }
    }
    for (String release : List.of("al2023@v1.4", "al2023@v1.5", "bottlerocket@1.5")) {
      if (chance(0.2)) {
        verdict(cluster, release, minor, at);
      }
    }
  }

  /** The channel names the second bundle; the first one serves in most clusters. */
  private void bundles() {
    if (chance(0.95)) {
      put(new Parameter("fleet.bundleFor", "", pick("6h", "6h", "1h")));
    }
    put(
        new ChannelBundle(
            bundle(2), "policy 2.0", 2, "oci://registry.example.com/team/policy:stable"));
    boolean serves = chance(0.4);
    put(
        new BundleRevision(
            bundle(1),
            "policy 1.0",
            1,
            serves ? "taken-back" : "serving",
            null,
            serves ? "rolled back by alice" : ""));
    if (serves) {
      put(
          new BundleRevision(
              bundle(2), "policy 2.0", 2, "serving", pick("kept", "broken", null), ""));
    }
    boolean distrusted = chance(0.3);
    for (FleetMember member : all(FleetMember.class)) {
      if (member.at() != null && chance(0.9)) {
        int number = chance(0.6) ? 2 : 1;
        boolean back = number == 2 && chance(distrusted ? 0.8 : 0.1);
        put(
            new FleetBundle(
                member.cluster(),
                bundle(number),
                "policy " + number + ".0",
                number,
                back ? "taken-back" : pick("serving", "serving", "serving", "held"),
                Instant.parse(pick("2026-08-31T02:00:00Z", "2026-08-31T23:30:00Z")),
                member.at(),
                back ? "its preview was broken" : ""));
      }
    }
  }

  private static String bundle(int number) {
    return "sha256:" + String.valueOf(number).repeat(64);
  }

  private void verdict(String cluster, String release, String minor, Instant at) {
    put(
        new FleetVerdict(
            cluster,
            release,
            minor,
            chance(refused ? 0.3 : 0.9)
                ? pick("rolling", "proven", "canary")
                : pick("quarantined", "recalled"),
            null,
            Instant.parse(pick("2026-07-31T23:00:00Z", "2026-08-31T11:00:00Z")),
            3,
            pick(5L, 40L, 400L),
            0,
            chance(0.9) ? 0 : 4,
            at,
            "as it was"));
  }
}
