package dev.plumbline.web;

import dev.plumbline.conclusion.GateClosed;
import dev.plumbline.fact.Fact;
import dev.plumbline.fact.SourceStatus;
import dev.plumbline.host.Live;
import dev.plumbline.host.rules.Revision;
import dev.plumbline.host.rules.RuleStanding;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the standing of a replica is told apart by: gates, sources, leadership, revisions.
 *
 * @param gates those that are closed
 * @param sources each with its state and error code
 * @param leader whether this replica acts
 * @param revisions how it stands with the rules
 */
record StatusSeen(
    List<GateClosed> gates, List<String> sources, boolean leader, List<String> revisions) {

  static StatusSeen of(Live live, RuleStanding rules) {
    var gates = new ArrayList<>(live.settlement().of(GateClosed.class));
    gates.addAll(live.gates());
    var sources = new ArrayList<String>();
    for (Fact fact : live.facts(SourceStatus.class)) {
      if (fact instanceof SourceStatus source) {
        sources.add(source.source() + " " + source.state() + " " + source.code());
      }
    }
    var revisions = new ArrayList<String>(rules.reasons());
    revisions.add(rules.word().name());
    revisions.add(revision(rules.serving()));
    revisions.add(revision(rules.candidate()));
    rules.history().revisions().forEach(each -> revisions.add(revision(each)));
    return new StatusSeen(gates, sources, live.leader(), revisions);
  }

  private static String revision(@Nullable Revision revision) {
    return revision == null
        ? ""
        : revision.digest() + " " + revision.state() + " " + revision.approvedBy();
  }
}
