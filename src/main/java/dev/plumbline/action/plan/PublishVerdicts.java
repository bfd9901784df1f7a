package dev.plumbline.action.plan;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plumbline.action.Action;
import dev.plumbline.action.Action.Mode;
import dev.plumbline.action.ActionKind;
import dev.plumbline.action.Change.PublishReport;
import dev.plumbline.action.LiveObjects;
import dev.plumbline.action.plan.ClusterPlanner.KindPlanner;
import dev.plumbline.conclusion.BundleConclusions.BundleReport;
import dev.plumbline.conclusion.FleetConclusions.FleetRing;
import dev.plumbline.conclusion.FleetConclusions.ReleaseReport;
import dev.plumbline.conclusion.FleetConclusions.ReportDue;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** Publishes what is known of releases and bundles that ran here, as one report, when it is due. */
final class PublishVerdicts implements KindPlanner {

  /** What others must know first, where there is more than they read: refusals, then the newest. */
  private static final Comparator<ReleaseReport> BY_WEIGHT =
      Comparator.comparing(ReleaseReport::refused)
          .thenComparing(ReleaseReport::since, Comparator.nullsFirst(Comparator.naturalOrder()))
          .reversed()
          .thenComparing(ReleaseReport::release);

  private static final Comparator<BundleReport> NEWEST_FIRST =
      Comparator.comparing(BundleReport::sequence).reversed().thenComparing(BundleReport::digest);

  @Override
  public void plan(DesiredState wanted, LiveObjects objects, Consumer<Action> plan) {
    Map<String, List<FleetRing>> rings = wanted.by(FleetRing.class, FleetRing::cluster);
    wanted
        .by(ReportDue.class, ReportDue::object)
        .forEach(
            (object, due) -> {
              Mode mode = wanted.due(ActionKind.PUBLISH_VERDICTS, object);
              if (mode != null) {
                plan.accept(
                    new Action(
                        ActionKind.PUBLISH_VERDICTS,
                        ObjectRefs.of(object),
                        mode,
                        null,
                        new PublishReport(report(due.getFirst(), rings, wanted)),
                        due.stream().map(each -> each.rule() + " " + each.message()).toList()));
              }
            });
  }

  private static ObjectNode report(
      ReportDue due, Map<String, List<FleetRing>> rings, DesiredState wanted) {
    ObjectNode report = JsonNodeFactory.instance.objectNode();
    report.put("cluster", due.cluster());
    List<FleetRing> ring = rings.get(due.cluster());
    if (ring != null) {
      report.put("ring", ring.getFirst().ring());
    }
    report.put("sequence", due.sequence());
    report.put("previous", due.previous());
    report.put("kubernetes", due.kubernetes());
    ArrayNode releases = report.putArray("releases");
    wanted.by(ReleaseReport.class, ReleaseReport::release).values().stream()
        .map(List::getFirst)
        .sorted(BY_WEIGHT)
        .limit(PublishReport.MAX_RELEASES)
        .sorted(Comparator.comparing(ReleaseReport::release))
        .forEach(each -> releases.add(release(each)));
    List<BundleReport> bundles =
        wanted.by(BundleReport.class, BundleReport::digest).values().stream()
            .map(List::getFirst)
            .sorted(NEWEST_FIRST)
            .limit(PublishReport.MAX_BUNDLES)
            .toList();
    if (!bundles.isEmpty()) {
      ArrayNode list = report.putArray("bundles");
      bundles.forEach(each -> list.add(bundle(each)));
    }
    return report;
  }

  private static ObjectNode bundle(BundleReport report) {
    return JsonNodeFactory.instance
        .objectNode()
        .put("digest", report.digest())
        .put("title", shortened(report.title()))
        .put("sequence", report.sequence())
        .put("state", report.state())
        .put("message", shortened(report.message()));
  }

  private static ObjectNode release(ReleaseReport report) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("release", report.release());
    json.put("state", report.state());
    if (report.since() != null) {
      json.put("since", report.since().toString());
    }
    json.put("nodes", report.nodes());
    json.put("healthyHours", report.healthyHours());
    json.put("failed", report.failed());
    json.put("message", shortened(report.message()));
    return json;
  }

  private static String shortened(String message) {
    return message.length() <= PublishReport.MAX_MESSAGE
        ? message
        : message.substring(0, PublishReport.MAX_MESSAGE - 1) + "…";
  }
}
