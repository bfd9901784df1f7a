package dev.plumbline.twin;

import dev.plumbline.conclusion.NodeClassObjection;
import dev.plumbline.conclusion.NodeClassPlatform;
import dev.plumbline.fact.AliasFamily;
import dev.plumbline.fact.AliasPath;
import dev.plumbline.fact.AmiSelectorTerm;
import dev.plumbline.fact.Labels;
import dev.plumbline.fact.Values;
import java.util.HashSet;
import java.util.List;

/** node-class.drl: can the terms be followed, and what do the nodes run? */
final class TwinClassCheck {

  private static final String ALIAS = "UnsupportedAlias";
  private static final String TERMS = "InvalidSelectorTerms";

  private final TwinFacts world;
  private final TwinClass nodeClass;

  private TwinClassCheck(TwinFacts world, TwinClass nodeClass) {
    this.world = world;
    this.nodeClass = nodeClass;
  }

  static void check(TwinFacts world, TwinClass nodeClass, TwinConclusions out) {
    var check = new TwinClassCheck(world, nodeClass);
    for (AmiSelectorTerm term : nodeClass.terms) {
      if (term.alias() != null) {
        check.family(term);
        check.aliasAlone(term);
      }
      check.fields(term);
    }
    if (nodeClass.fact != null) {
      check.wholeClass(nodeClass.fact.variant());
      check.platform();
    }
    nodeClass.objections.forEach(out::add);
    nodeClass.platforms.forEach(out::add);
  }

  private void family(AmiSelectorTerm term) {
    AliasFamily family = world.families.get(term.aliasFamily());
    if (family == null) {
      object(
          "CLASS-001",
          ALIAS,
          "alias "
              + term.alias()
              + " names no AMI family. Maybe one of "
              + Values.of(world.families.keySet())
              + ".");
      return;
    }
    if (world.version != null) {
      int minor = world.version.minor();
      String none =
          family.amiFamily() + " has no images for Kubernetes " + world.version.version() + ", ";
      if (family.maximumMinor() != null && family.maximumMinor() < minor) {
        object(
            "CLASS-002",
            ALIAS,
            none + "only up to 1." + family.maximumMinor() + ". Maybe al2023@latest.");
      }
      if (family.minimumMinor() != null && family.minimumMinor() > minor) {
        object(
            "CLASS-003",
            ALIAS,
            none
                + "only from 1."
                + family.minimumMinor()
                + " on. Maybe upgrade the control plane first.");
      }
    }
    String latest = " Maybe " + term.aliasFamily() + "@latest.";
    if (family.latestOnly() && !"latest".equals(term.aliasVersion())) {
      object(
          "CLASS-004",
          ALIAS,
          "alias "
              + term.alias()
              + " pins a version, but "
              + family.amiFamily()
              + " can only be latest."
              + latest);
    }
    if (!family.latestOnly() && "".equals(term.aliasVersion())) {
      object("CLASS-005", ALIAS, "alias " + term.alias() + " has no version." + latest);
    }
    if (nodeClass.fact != null) {
      variant(family, nodeClass.fact.variant());
    }
  }

  private void variant(AliasFamily family, String variant) {
    var having = new HashSet<String>();
    for (AliasPath path : world.paths) {
      if (path.variant().equals(variant)) {
        having.add(path.family());
      }
    }
    if (!having.contains(family.family())) {
      object(
          "CLASS-006",
          ALIAS,
          family.amiFamily()
              + " has no images of the variant "
              + variant
              + ". Families that have: "
              + Values.of(having).orNone()
              + ".");
    }
  }

  private void aliasAlone(AmiSelectorTerm term) {
    if (nodeClass.terms.size() > 1) {
      object(
          "CLASS-008",
          TERMS,
          "alias " + term.alias() + " must be the only term. Maybe use a node class for each.");
    }
    if (term.id() != null
        || term.name() != null
        || term.owner() != null
        || term.ssmParameter() != null
        || !term.tags().none()) {
      object("CLASS-009", TERMS, "alias " + term.alias() + " must be the only field of its term");
    }
  }

  private void fields(AmiSelectorTerm term) {
    boolean nameOrTags = term.name() != null || !term.tags().none();
    if (term.id() != null && (nameOrTags || term.owner() != null)) {
      object(
          "CLASS-010",
          TERMS,
          "id " + term.id() + " must stand without tags, name and owner in its term");
    }
    if (term.alias() == null && term.id() == null && term.ssmParameter() == null && !nameOrTags) {
      object(
          "CLASS-011",
          TERMS,
          "amiSelectorTerms["
              + term.index()
              + "] names no image. Maybe set one of alias, id, name, tags or ssmParameter; an owner alone is not enough.");
    }
  }

  private void wholeClass(String variant) {
    if (!variant.equals("standard")
        && nodeClass.terms.stream().anyMatch(term -> term.alias() == null)) {
      object(
          "CLASS-007",
          TERMS,
          "plumbline.dev/variant: "
              + variant
              + " selects among the paths of an alias, but this node class selects its images otherwise. Maybe name the images of that variant and take the annotation away.");
    }
    String own = nodeClass.fact.amiFamily();
    if (own != null && !own.equals("Custom")) {
      for (AmiSelectorTerm term : nodeClass.terms) {
        AliasFamily family = term.alias() == null ? null : world.families.get(term.aliasFamily());
        if (family != null && !family.amiFamily().equals(own)) {
          object(
              "CLASS-013",
              TERMS,
              "amiFamily is "
                  + own
                  + ", but alias "
                  + term.alias()
                  + " names another family. Maybe leave amiFamily out.");
        }
      }
    }
    if (nodeClass.terms.isEmpty()) {
      object("CLASS-012", TERMS, "amiSelectorTerms is empty. Maybe add alias al2023@latest.");
    }
  }

  private void platform() {
    String name = nodeClass.fact.amiFamily();
    if (name != null) {
      for (AliasFamily family : world.familiesByAmiFamily.getOrDefault(name, List.of())) {
        nodeClass.platforms.add(new NodeClassPlatform(nodeClass.name, name, family.labels()));
      }
    } else {
      for (AmiSelectorTerm term : nodeClass.terms) {
        AliasFamily family = term.alias() == null ? null : world.families.get(term.aliasFamily());
        if (family != null) {
          nodeClass.platforms.add(
              new NodeClassPlatform(nodeClass.name, family.amiFamily(), family.labels()));
        }
      }
    }
    if (nodeClass.platforms.isEmpty()) {
      nodeClass.platforms.add(new NodeClassPlatform(nodeClass.name, "Custom", Labels.LINUX));
    }
  }

  private void object(String rule, String reason, String message) {
    nodeClass.objections.add(new NodeClassObjection(rule, nodeClass.name, reason, message));
  }
}
