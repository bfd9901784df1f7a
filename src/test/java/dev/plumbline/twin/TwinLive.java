package dev.plumbline.twin;

import dev.plumbline.conclusion.ImageQuery;
import dev.plumbline.conclusion.SourceNotReady;
import dev.plumbline.conclusion.SsmLookup;
import dev.plumbline.fact.AmiSelectorTerm;
import dev.plumbline.fact.Instance;
import dev.plumbline.fact.NodeClaim;
import dev.plumbline.fact.SourceScope;
import dev.plumbline.fact.SsmParameter;
import dev.plumbline.fact.Tags;
import dev.plumbline.fact.Values;
import java.util.LinkedHashSet;
import java.util.Set;

/** live-queries.drl: what must be asked, and what was not asked for yet? */
final class TwinLive {

  private final TwinFacts world;
  private final Set<SourceNotReady> notReady;
  private final TwinConclusions out;
  private final Set<ImageQuery> queries = new LinkedHashSet<>();

  TwinLive(TwinFacts world, Set<SourceNotReady> notReady, TwinConclusions out) {
    this.world = world;
    this.notReady = notReady;
    this.out = out;
  }

  void ask() {
    for (TwinClass nodeClass : world.classes.values()) {
      nodeClass.terms.forEach(this::term);
      nodeClass.lookups.forEach(this::lookup);
      nodeClass.statusAmis.forEach(image -> id(image.id()));
    }
    world.claims.stream().map(NodeClaim::ami).forEach(this::id);
    world.instances.stream()
        .filter(instance -> !instance.state().equals("terminated"))
        .map(Instance::ami)
        .forEach(this::id);
    SourceScope scope = world.scopes.get("images");
    for (ImageQuery query : queries) {
      out.add(query);
      if (scope != null && !scope.asked().has(query.text())) {
        notAsked("images", "EC2 was not asked yet for images by " + query.text());
      }
    }
  }

  private void term(AmiSelectorTerm term) {
    boolean named = term.name() != null;
    if (term.id() != null) {
      id(term.id());
    } else if (term.ssmParameter() == null && (named || !term.tags().none())) {
      Values owners =
          term.owner() != null
              ? Values.of(term.owner())
              : named ? Values.of("self", "amazon") : Values.NONE;
      queries.add(new ImageQuery(Values.NONE, owners, term.name(), term.tags()));
    }
  }

  private void lookup(SsmLookup lookup) {
    SsmParameter found = world.ssmParameters.get(lookup.parameter());
    if (found != null && found.value().startsWith("ami-")) {
      id(found.value());
    }
    SourceScope scope = world.scopes.get("ssm-parameters");
    if (scope != null && !scope.asked().has(lookup.parameter())) {
      notAsked("ssm-parameters", "SSM was not asked yet for " + lookup.parameter());
    }
  }

  private void id(String ami) {
    if (ami != null) {
      queries.add(new ImageQuery(Values.of(ami), Values.NONE, null, Tags.NONE));
    }
  }

  private void notAsked(String source, String message) {
    notReady.add(new SourceNotReady(source, "transient", null, message));
  }
}
