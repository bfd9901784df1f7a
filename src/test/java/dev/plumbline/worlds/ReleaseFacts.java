package dev.plumbline.worlds;

import dev.plumbline.fact.Cluster.ClusterVersion;
import dev.plumbline.fact.Fact;
import dev.plumbline.fact.Images.AliasPath;
import dev.plumbline.fact.Images.Ami;
import dev.plumbline.fact.Images.ReleaseProblem;
import dev.plumbline.fact.Images.SsmError;
import dev.plumbline.fact.Images.SsmParameter;
import dev.plumbline.fact.NodeClasses.AmiSelectorTerm;
import dev.plumbline.fact.NodeClasses.EC2NodeClass;
import dev.plumbline.fact.NodeClasses.StatusAmi;
import dev.plumbline.fact.Policy.Parameter;
import dev.plumbline.fact.Requirements;
import dev.plumbline.fact.Tags;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/** Releases of the families that aliases name, as SSM lists them. */
final class ReleaseFacts extends Dice {

  private static final String CHANNEL = "plumbline.dev/channel";

  private final Map<String, Fact> facts;
  private int number = 60;

  private ReleaseFacts(SplittableRandom random, Map<String, Fact> facts) {
    super(random);
    this.facts = facts;
  }

  /** Adds some to one world in five, from a stream of its own. */
  static void random(long seed, Map<String, Fact> facts) {
    var more = new ReleaseFacts(new SplittableRandom(seed * 61 + 3), facts);
    if (more.chance(0.8)) {
      return;
    }
    more.parameters();
    for (Fact fact : List.copyOf(facts.values())) {
      if (fact instanceof EC2NodeClass it && more.chance(0.4)) {
        more.channel(it);
      }
      if (fact instanceof AmiSelectorTerm term && "latest".equals(term.aliasVersion())) {
        more.releases(term);
      }
    }
  }

  private void parameters() {
    put(new Parameter("ami.releases", "", pick("1", "2", "12")));
    if (chance(0.8)) {
      put(new Parameter("ami.channel", "", pick("latest", "latest", "latest-1", "fast")));
    }
    if (chance(0.5)) {
      put(new Parameter("ami.kubernetesSkew", "", pick("0", "3")));
      put(new Parameter("ami.kubernetesVersionTag", "", "kubernetes.io/version"));
    }
    if (chance(0.2)) {
      put(new Parameter("ami.excludedReleases", "0", "*@*1.3*"));
    }
    if (chance(0.6)) {
      put(new Parameter("ami.minimumAge", "", "7d"));
    }
    if (chance(0.3)) {
      String family = pick("al2023", "bottlerocket");
      put(new ReleaseProblem(family, pick("v1.4", "1.4"), "bad", "it stalls"));
    }
  }

  private void channel(EC2NodeClass it) {
    put(
        new EC2NodeClass(
            it.name(),
            it.amiFamily(),
            Tags.of(Map.of(CHANNEL, pick("latest", "latest-1", "latest-2", "slow"))),
            it.zones(),
            it.deleting(),
            it.instanceStorePolicy(),
            it.subnets(),
            it.securityGroups(),
            it.capacityReservations(),
            it.placementGroup()));
  }

  private void releases(AmiSelectorTerm term) {
    String kubernetes =
        facts.get("ClusterVersion") instanceof ClusterVersion it ? it.version() : "1.32";
    int pointed = random.nextInt(4);
    for (Fact fact : List.copyOf(facts.values())) {
      if (fact instanceof AliasPath path
          && path.family().equals(term.aliasFamily())
          && path.listing(kubernetes) != null
          && chance(0.8)) {
        if (chance(0.1)) {
          put(new SsmError(String.valueOf(path.listing(kubernetes)), "AccessDeniedException"));
        }
        for (int i = 0; i < 4; i++) {
          String release = (term.aliasFamily().equals("al2023") ? "v" : "") + "1." + (i + 2);
          if (chance(0.85)) {
            release(term.nodeClass(), path, kubernetes, release, i <= pointed && chance(0.9), i);
          }
        }
      }
    }
  }

  private void release(
      String nodeClass, AliasPath path, String kubernetes, String release, boolean latest, int i) {
    String id = "ami-" + number++;
    put(new SsmParameter(path.parameter(kubernetes, release), id));
    if (latest) {
      String pointer = path.parameter(kubernetes, "latest");
      facts.remove(new SsmError(pointer, "").key());
      put(new SsmParameter(pointer, id));
    }
    if (chance(0.9)) {
      put(image(id, path, i));
    }
    if (chance(latest ? 0.8 : 0.05)) {
      facts.keySet().removeIf(key -> key.startsWith("StatusAmi/" + nodeClass + "/"));
      put(new StatusAmi(nodeClass, 0, id, false, Requirements.NONE));
    }
  }

  private Ami image(String id, AliasPath path, int release) {
    return new Ami(
        id,
        pick("release-" + release, "release", "amazon-eks-node-1." + pick(20, 31, 36) + "-v1"),
        chance(0.95) ? "available" : "pending",
        null,
        path.architecture().equals("arm64") ? "arm64" : "x86_64",
        "602401143452",
        "amazon",
        chance(0.05) ? null : Instant.parse("2026-08-" + (20 + 3 * release) + "T00:00:00Z"),
        null,
        chance(0.9) ? Tags.NONE : Tags.of(Map.of("kubernetes.io/version", pick("1.32", "1.40"))),
        "hvm",
        "ebs",
        "/dev/xvda",
        2,
        true,
        null,
        null,
        null);
  }

  private void put(Fact fact) {
    facts.put(fact.key(), fact);
  }
}
