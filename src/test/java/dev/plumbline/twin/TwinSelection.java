package dev.plumbline.twin;

import dev.plumbline.conclusion.AmiApproval;
import dev.plumbline.conclusion.AmiObjection;
import dev.plumbline.conclusion.SsmLookup;
import dev.plumbline.conclusion.SsmMissing;
import dev.plumbline.fact.AliasPath;
import dev.plumbline.fact.Ami;
import dev.plumbline.fact.AmiSelectorTerm;
import dev.plumbline.fact.ErrorClass;
import dev.plumbline.fact.Requirements;
import dev.plumbline.fact.SsmError;
import dev.plumbline.fact.SsmParameter;

/** selector-terms.drl: which images do the terms name? */
final class TwinSelection {

  private TwinSelection() {}

  static void select(TwinFacts world, TwinClass nodeClass, TwinConclusions out) {
    for (AmiSelectorTerm term : nodeClass.terms) {
      if (term.id() != null) {
        byId(world, nodeClass, term.id(), out);
      } else if (term.ssmParameter() == null) {
        byNameAndTags(world, nodeClass, term, out);
      }
    }
    for (SsmLookup lookup : nodeClass.lookups) {
      out.add(lookup);
      bySsm(world, nodeClass, lookup, out);
    }
  }

  static void lookUp(TwinFacts world, TwinClass nodeClass) {
    nodeClass.terms.forEach(term -> lookUp(world, nodeClass, term));
  }

  private static void lookUp(TwinFacts world, TwinClass nodeClass, AmiSelectorTerm term) {
    if (term.alias() != null && nodeClass.fact != null && world.version != null) {
      for (AliasPath path : world.paths) {
        if (path.family().equals(term.aliasFamily())
            && path.variant().equals(nodeClass.fact.variant())) {
          nodeClass.lookups.add(
              new SsmLookup(
                  nodeClass.name,
                  "alias " + term.alias(),
                  path.parameter(world.version.version(), term.aliasVersion()),
                  path.requirements().with("kubernetes.io/arch", path.architecture())));
        }
      }
    }
    if (term.ssmParameter() != null && term.id() == null) {
      nodeClass.lookups.add(
          new SsmLookup(
              nodeClass.name, "ssmParameter", term.ssmParameterName(), Requirements.NONE));
    }
  }

  private static void byId(TwinFacts world, TwinClass nodeClass, String id, TwinConclusions out) {
    if (world.amis.containsKey(id)) {
      approve("SEL-004", nodeClass, id, "selected by id", out);
    } else if (world.synced("images")) {
      object(
          "SEL-008",
          nodeClass,
          id,
          "EC2 does not list this image. Maybe it was deregistered or is not shared with this account.",
          out);
    }
  }

  private static void byNameAndTags(
      TwinFacts world, TwinClass nodeClass, AmiSelectorTerm term, TwinConclusions out) {
    boolean named = term.name() != null;
    boolean tagged = !term.tags().none();
    if (!named && !tagged) {
      return;
    }
    if (term.owner() == null && !named) {
      for (Ami ami : world.amis.values()) {
        if (ami.tags().matchAll(term.tags())) {
          approve("SEL-007", nodeClass, ami.id(), "selected by tags " + term.tags(), out);
        }
      }
    } else if (world.account != null) {
      String rule = term.owner() == null ? "SEL-005" : "SEL-006";
      String message =
          term.owner() == null
              ? "selected by name " + term.name()
              : "selected among the images of " + term.owner();
      for (Ami ami : world.amis.values()) {
        if (ownedBy(ami, term.owner(), world.account.id())
            && (!named || term.nameFits(ami.name()))
            && ami.tags().matchAll(term.tags())) {
          approve(rule, nodeClass, ami.id(), message, out);
        }
      }
    }
  }

  private static boolean ownedBy(Ami ami, String owner, String self) {
    if (owner == null) {
      return "amazon".equals(ami.ownerAlias()) || ami.ownerId().equals(self);
    }
    return ami.ownerId().equals(owner)
        || owner.equals(ami.ownerAlias())
        || (owner.equals("self") && ami.ownerId().equals(self));
  }

  private static void bySsm(
      TwinFacts world, TwinClass nodeClass, SsmLookup lookup, TwinConclusions out) {
    SsmParameter found = world.ssmParameters.get(lookup.parameter());
    if (found == null) {
      SsmError error = world.ssmErrors.get(lookup.parameter());
      if (world.synced("ssm-parameters") && (error == null || notFound(world, error))) {
        out.add(new SsmMissing(nodeClass.name, lookup.term(), lookup.parameter()));
      }
      return;
    }
    String value = found.value();
    if (world.amis.containsKey(value)) {
      approve(
          "SEL-003",
          nodeClass,
          value,
          "selected by " + lookup.term() + ", in SSM at " + lookup.parameter(),
          out);
    } else if (value.startsWith("ami-") && world.synced("images")) {
      object(
          "SEL-009",
          nodeClass,
          value,
          "SSM parameter "
              + lookup.parameter()
              + " names it, but EC2 does not list it. Maybe it was deregistered or is not shared with this account.",
          out);
    }
    if (!value.startsWith("ami-")) {
      object(
          "SEL-010",
          nodeClass,
          value,
          "this is the value of SSM parameter " + lookup.parameter() + ", but no image id",
          out);
    }
  }

  private static boolean notFound(TwinFacts world, SsmError error) {
    ErrorClass known = world.errorClasses.get(error.code());
    return known != null && known.errorClass().equals("notFound");
  }

  private static void approve(
      String rule, TwinClass nodeClass, String ami, String message, TwinConclusions out) {
    nodeClass.approved.add(ami);
    out.add(new AmiApproval(rule, nodeClass.name, ami, message));
  }

  static void object(
      String rule, TwinClass nodeClass, String ami, String message, TwinConclusions out) {
    var objection = new AmiObjection(rule, nodeClass.name, ami, message);
    nodeClass.amiObjections.add(objection);
    out.add(objection);
  }
}
