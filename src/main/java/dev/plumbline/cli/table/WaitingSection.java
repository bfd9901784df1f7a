package dev.plumbline.cli.table;

import dev.plumbline.conclusion.FindingConclusions.ObjectionWaived;
import dev.plumbline.conclusion.FindingConclusions.WaiverExpired;
import dev.plumbline.conclusion.FindingConclusions.WaiverInForce;
import dev.plumbline.conclusion.GateConclusions.GateClosed;
import dev.plumbline.conclusion.GateConclusions.SourceFault;
import dev.plumbline.fact.Policy.RuleSwitchedOff;
import dev.plumbline.view.GateView;
import java.time.Instant;
import java.util.List;

/** What keeps rules from deciding: data that is missing, waivers, rules that are switched off. */
final class WaitingSection extends Section {

  WaitingSection(Context context) {
    super(context);
  }

  /** What waits, cause by cause: for what, since when, and whether that passes by itself. */
  void waiting() {
    List<GateClosed> gates = index.of(GateClosed.class);
    List<SourceFault> faults =
        index.of(SourceFault.class).stream()
            .filter(fault -> gates.stream().noneMatch(gate -> reports(gate, fault)))
            .toList();
    if (gates.isEmpty() && faults.isEmpty()) {
      return;
    }
    out.heading(out.red("Waiting for data"));
    GateView.causes(index).forEach(this::cause);
    for (SourceFault fault : faults) {
      out.line(2, out.yellow("fault in " + fault.source()) + out.dim("  " + fault.errorClass()));
      out.wrapped(4, fault.operation() + ": " + fault.code());
      because(4, fault);
    }
  }

  private static boolean reports(GateClosed gate, SourceFault fault) {
    String text = fault.operation() + " failed with " + fault.code();
    return gate.message().equals(text)
        || gate.message().equals(text.replace("GetParameter ", "SSM parameter "));
  }

  private void cause(GateView.Cause cause) {
    Instant since = cause.since();
    out.line(
        2,
        out.red(String.join(", ", cause.awaited()))
            + out.dim(
                "  "
                    + cause.errorClass()
                    + (since == null ? "" : ", since " + since + distance(since))));
    out.wrapped(4, cause.message());
    cause
        .held()
        .forEach(
            (objects, gates) ->
                out.labelled(
                    4,
                    out.dim("blocks"),
                    String.join(", ", gates)
                        + (objects.equals(List.of("Cluster")) ? "" : " of " + some(objects))));
    if (!cause.followers().isEmpty()) {
      out.labelled(4, out.dim("and then"), String.join(", ", cause.followers()));
    }
    because(4, cause.first());
  }

  private String some(List<String> names) {
    return TextFormat.some(names, all ? names.size() : MAX_EXAMPLES);
  }

  private String distance(Instant time) {
    return " (" + TextFormat.distance(time, evaluated().snapshot().at()) + ")";
  }

  /** Waivers: who is responsible, until when, and which have expired. */
  void waivers() {
    List<WaiverInForce> inForce = index.of(WaiverInForce.class);
    List<WaiverExpired> expired = index.of(WaiverExpired.class);
    if (inForce.isEmpty() && expired.isEmpty()) {
      return;
    }
    out.heading("Waivers");
    for (WaiverInForce waiver : inForce) {
      out.line(
          2,
          "%s  %s of %s".formatted(out.yellow(waiver.waiver()), waiver.rule(), waiver.subject())
              + out.dim("  until " + waiver.until() + distance(waiver.until())));
      out.wrapped(4, waiver.owner() + ": " + waiver.reason());
      List<String> lifted =
          index.of(ObjectionWaived.class).stream()
              .filter(waived -> waived.waiver().equals(waiver.waiver()))
              .map(ObjectionWaived::subject)
              .distinct()
              .toList();
      if (!lifted.isEmpty()) {
        out.labelled(4, out.dim("lifts it of"), some(lifted));
      }
      unknown(waiver.rule());
      because(4, waiver);
    }
    for (WaiverExpired waiver : expired) {
      out.line(
          2,
          "%s  %s of %s".formatted(out.red(waiver.waiver()), waiver.rule(), waiver.subject())
              + out.red("  expired")
              + out.dim(" " + waiver.until() + distance(waiver.until()) + ", " + waiver.owner()));
      unknown(waiver.rule());
      because(4, waiver);
    }
  }

  private void unknown(String rule) {
    if (!ruleIds().contains(rule)) {
      out.wrapped(4, "no rule has the id " + rule + ". " + TextFormat.suggestion(rule, ruleIds()));
    }
  }

  void switchedOff() {
    List<RuleSwitchedOff> off = evaluated().rules().switchedOff();
    if (off.isEmpty()) {
      return;
    }
    out.heading("Switched off");
    for (RuleSwitchedOff each : off) {
      out.line(2, out.yellow(each.rule()) + "  " + ruleName(each.rule()));
      out.wrapped(4, each.owner() + ": " + each.reason());
    }
  }
}
