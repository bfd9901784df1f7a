package dev.plumbline.cli.rules;

import dev.plumbline.cli.command.ExitCodes;
import dev.plumbline.host.rules.Revision;
import dev.plumbline.host.rules.RevisionHistory;
import dev.plumbline.host.rules.RevisionStore;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code plumbline rules status}: which revision serves, what waits and why, what is kept. */
@Command(
    name = "status",
    description = "Tell which revision serves, what waits and why, and what is kept.",
    footer = {
      "  plumbline rules status",
      "      of the Plumbline in the cluster of your kubeconfig",
      "  plumbline rules status --state /var/lib/plumbline/rules",
      "      of one that keeps its revisions in a folder"
    })
public final class RulesStatusCommand implements Callable<Integer> {

  @Mixin
  @SuppressWarnings("NullAway.Init")
  private StoreOptions from;

  @Spec
  @SuppressWarnings("NullAway.Init")
  private CommandSpec spec;

  @Override
  public Integer call() {
    PrintWriter out = spec.commandLine().getOut();
    RevisionStore store = from.store();
    RevisionHistory history = StoreOptions.read(store);
    if (history.active() == null) {
      out.println("nothing is recorded in " + store.place());
    }
    for (Revision each : history.revisions()) {
      out.println(line(each));
      each.reasons().forEach(reason -> out.println("    " + reason));
    }
    String avoided = history.rolledBackFrom();
    if (avoided != null) {
      out.println("not taken again until something else is offered: " + Revision.brief(avoided));
    }
    store
        .requests()
        .forEach(
            each ->
                out.println(
                    "asked and not answered yet: %s %s by %s"
                        .formatted(
                            each.kind().name().toLowerCase(java.util.Locale.ROOT),
                            Revision.brief(each.digest()),
                            each.by())));
    return ExitCodes.ANSWERED;
  }

  private static String line(Revision each) {
    var line =
        new StringBuilder(
            "%-8s  %s  %s  %s"
                .formatted(
                    each.state().wire(),
                    each.brief(),
                    each.activated() == null ? each.received() : each.activated(),
                    each.offer().origin()));
    if (each.offer().author() != null) {
      line.append("  by ").append(each.offer().author());
    }
    if (each.offer().changeRef() != null) {
      line.append("  for ").append(each.offer().changeRef());
    }
    if (each.approvedBy() != null) {
      line.append("  approved by ").append(each.approvedBy());
    }
    return line.toString();
  }
}
