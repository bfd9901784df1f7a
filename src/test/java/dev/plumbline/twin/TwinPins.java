package dev.plumbline.twin;

import dev.plumbline.conclusion.AmiPin;
import dev.plumbline.conclusion.AmiPinObjection;
import dev.plumbline.conclusion.AmiPinRefusal;
import dev.plumbline.conclusion.AmiRefusal;
import dev.plumbline.conclusion.AmiRelease;
import dev.plumbline.conclusion.AmiResolved;
import dev.plumbline.fact.AliasFamily;
import dev.plumbline.fact.AliasPath;
import dev.plumbline.fact.Ami;
import dev.plumbline.fact.AmiSelectorTerm;
import dev.plumbline.fact.ClusterVersion;
import dev.plumbline.fact.EC2NodeClass;
import dev.plumbline.fact.Fact;
import dev.plumbline.fact.SsmParameter;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** pin-amis.drl: which terms pin the images that a node class resolves now? */
final class TwinPins {

  private final TwinCluster world;
  private final TwinConclusions out;
  private final Map<String, List<AmiSelectorTerm>> terms = new TreeMap<>();
  private final Map<String, AliasFamily> families = new HashMap<>();
  private final List<AliasPath> paths = new ArrayList<>();
  private final Map<String, String> secrets = new HashMap<>();
  private String kubernetes; // null when it is not told

  // Of one node class.
  private String name = "";
  private List<AmiResolved> resolved = List.of();
  private final Set<AmiRelease> releases = new LinkedHashSet<>();
  private boolean refused;

  TwinPins(Collection<Fact> facts, TwinCluster world, TwinConclusions out) {
    this.world = world;
    this.out = out;
    for (Fact fact : facts) {
      switch (fact) {
        case AmiSelectorTerm it ->
            terms.computeIfAbsent(it.nodeClass(), key -> new ArrayList<>()).add(it);
        case AliasFamily it -> families.put(it.family(), it);
        case AliasPath it -> paths.add(it);
        case SsmParameter it -> secrets.put(it.name(), it.value());
        case ClusterVersion it -> kubernetes = it.version();
        default -> {}
      }
    }
  }

  void pin() {
    terms.forEach(
        (nodeClass, all) -> {
          name = nodeClass;
          resolved =
              out.of(AmiResolved.class).stream()
                  .filter(r -> r.nodeClass().equals(nodeClass))
                  .toList();
          if (!resolved.isEmpty()) {
            refused = false;
            releases.clear();
            all.forEach(this::release);
            releases.forEach(out::add);
            all.stream().filter(term -> term.alias() != null).forEach(term -> alias(term, all));
            differ();
            if (all.stream().anyMatch(term -> term.alias() == null)) {
              ids();
            }
            if (refused) {
              out.add(new AmiPinRefusal(nodeClass));
            } else {
              conclude(all);
            }
          }
        });
  }

  private List<AliasPath> paths(String family) {
    EC2NodeClass nodeClass = world.classes.get(name);
    return paths.stream()
        .filter(p -> nodeClass != null && p.variant().equals(nodeClass.variant()))
        .filter(p -> p.family().equals(family))
        .toList();
  }

  private void release(AmiSelectorTerm term) {
    if (!"latest".equals(term.aliasVersion()) || kubernetes == null) {
      return;
    }
    for (AmiResolved each : resolved) {
      Ami ami = world.amis.get(each.ami());
      for (AliasPath path : paths(term.aliasFamily())) {
        String version = ami == null ? null : path.releaseOf(kubernetes, ami.name());
        if (version != null) {
          releases.add(new AmiRelease(name, term.aliasFamily(), ami.id(), version));
        }
      }
    }
  }

  private void alias(AmiSelectorTerm term, List<AmiSelectorTerm> all) {
    String alias = "alias " + term.alias();
    boolean latest = term.aliasVersion().equals("latest");
    AliasFamily family = families.get(term.aliasFamily());
    EC2NodeClass nodeClass = world.classes.get(name);
    if (all.size() > 1) {
      object(
          "PIN-020",
          alias + " stands beside other terms, which Karpenter does not allow. Leave it alone.");
    }
    if (latest && family != null && family.latestOnly()) {
      object(
          "PIN-021",
          alias + " can name no version. Maybe select the image by tags of your own, or by id.");
    }
    if (nodeClass != null && !nodeClass.variant().equals("standard")) {
      object(
          "PIN-022",
          "Karpenter follows "
              + alias
              + " to the standard images, not to those of plumbline.dev/variant "
              + nodeClass.variant()
              + ". Maybe select them by name and owner.");
    }
    if (latest && family != null && !family.latestOnly()) {
      for (AmiResolved each : resolved) {
        if (releases.stream().noneMatch(r -> r.ami().equals(each.ami()))) {
          object(
              "PIN-023",
              "the name of "
                  + each.ami()
                  + " does not tell its release, so that "
                  + alias
                  + " cannot be pinned. Maybe name the version in the alias.");
        }
      }
    }
    for (AmiRefusal each : out.of(AmiRefusal.class)) {
      if (each.nodeClass().equals(name)) {
        object(
            "PIN-026",
            alias
                + " names "
                + each.ami()
                + " too, which must not be used, and no version keeps it out. Maybe select the images by name or tags.");
      }
    }
  }

  private void differ() {
    var versions = new TreeSet<String>();
    releases.forEach(each -> versions.add(each.version()));
    for (AmiRelease newest : releases) {
      for (String older : versions) {
        if (newest.version().equals(versions.last()) && older.compareTo(newest.version()) < 0) {
          object(
              "PIN-024",
              "alias "
                  + newest.family()
                  + "@latest names images of the releases "
                  + older
                  + " and "
                  + newest.version()
                  + "; pinned to one of them it would lose the other. Maybe wait until both are of one release, or name the version in the alias.");
        }
      }
    }
    for (AmiRelease each : releases) {
      for (AliasPath path : paths(each.family())) {
        String parameter = path.parameter(kubernetes, each.version());
        String other = secrets.get(parameter);
        String found = path.releaseOf(kubernetes, world.amis.get(each.ami()).name());
        if (each.version().equals(found) && other != null && !other.equals(each.ami())) {
          object(
              "PIN-025",
              "SSM parameter "
                  + parameter
                  + " names "
                  + other
                  + ", not "
                  + each.ami()
                  + ", so that "
                  + each.family()
                  + "@"
                  + each.version()
                  + " would be another image. Maybe select the image by tags of your own.");
        }
      }
    }
  }

  private void ids() {
    for (AmiResolved it : resolved) {
      boolean plain =
          it.requirements().specificity() == 1
              && it.requirements().value("kubernetes.io/arch") != null;
      if (!plain) {
        object(
            "PIN-030",
            "pinned by id, "
                + it.ami()
                + " would serve every type of its architecture, not only "
                + it.requirements()
                + ". Maybe give it an EC2NodeClass of its own.");
      } else if (resolved.stream()
          .anyMatch(o -> !o.ami().equals(it.ami()) && o.requirements().equals(it.requirements()))) {
        object(
            "PIN-031",
            it.ami()
                + " is one of several images for "
                + it.requirements()
                + ", of which Karpenter keeps the newest alone. Maybe give each an EC2NodeClass of its own.");
      }
    }
  }

  private void conclude(List<AmiSelectorTerm> all) {
    var newest = new TreeSet<String>();
    releases.forEach(each -> newest.add(each.version()));
    for (AmiRelease each : releases) {
      if (each.version().equals(newest.last())) {
        String alias = each.family() + "@" + each.version();
        out.add(new AmiPin("PIN-001", name, 1, alias, null, "its images are of this release"));
      }
    }
    boolean aliased = false;
    for (AmiSelectorTerm term : all) {
      aliased |= term.alias() != null;
      if (term.alias() != null && !term.aliasVersion().equals("latest")) {
        out.add(new AmiPin("PIN-002", name, 1, term.alias(), null, "it names its version already"));
      }
    }
    if (!aliased) {
      for (AmiResolved it : resolved) {
        String why = "it is what the terms resolve to";
        out.add(new AmiPin("PIN-000", name, it.position(), null, it.ami(), why));
      }
    }
  }

  private void object(String rule, String message) {
    out.add(new AmiPinObjection(rule, name, message));
    refused |= !world.waived(rule, "EC2NodeClass/" + name);
  }
}
