package dev.plumbline.cli.serve;

import dev.plumbline.action.ActionKind;
import dev.plumbline.action.ChangeWriter.WriteFaultException;
import dev.plumbline.cli.command.Errors;
import dev.plumbline.cli.command.ExitCodes;
import dev.plumbline.cli.command.Verb;
import dev.plumbline.cli.table.TextFormat;
import dev.plumbline.wiring.HostAssembly;
import dev.plumbline.wiring.Release;
import dev.plumbline.wiring.Release.Given;
import java.io.PrintWriter;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code plumbline release}: reverts every field and object that Plumbline owns. */
@Command(
    name = "release",
    description = {
      "Revert everything that Plumbline has written to the cluster.",
      "In the cluster of your kubeconfig: selector terms, weights, requirements and budgets are"
          + " restored; its NodePools, NodeOverlays and reports are deleted. Stop Plumbline first,"
          + " or set it to observe: else it writes them again."
    },
    footer = {
      "  plumbline release --dry-run",
      "      shows what would be reverted",
      "  plumbline release --kind HoldDisruption",
      "      reverts what one kind of action has written",
      "  kubectl -n plumbline scale deployment plumbline --replicas 0 && plumbline release",
      "      leaves nothing of Plumbline on the objects of the cluster"
    },
    exitCodeList = {
      "0:everything reverted",
      "1:something could not be reverted, or an internal error",
      "2:the cluster cannot be read"
    })
public final class ReleaseCommand extends Verb {

  @Option(names = "--dry-run", description = "Show what would be reverted, and write nothing.")
  private boolean dryRun;

  @Option(
      names = "--kind",
      paramLabel = "KIND",
      description = "Only what this kind of action has written, such as PinAmis; may be repeated.")
  private List<String> kinds = List.of();

  private final Supplier<Release> release;

  public ReleaseCommand() {
    this(() -> HostAssembly.current().release());
  }

  public ReleaseCommand(Supplier<Release> release) {
    this.release = release;
  }

  @Override
  public Integer call() {
    Set<ActionKind> of = kinds();
    PrintWriter out = out();
    PrintWriter err = err();
    List<Given> given;
    try {
      given = release.get().run(dryRun, of);
    } catch (WriteFaultException e) {
      Errors.print(
          "the cluster cannot be read: "
              + e.code()
              + ": "
              + e.getMessage()
              + ". Try: set KUBECONFIG, or request the rights to list Karpenter's objects.",
          err);
      return ExitCodes.BAD_INPUT;
    }
    boolean allGood = true;
    for (Given each : given) {
      String what = each.action().object() + "  " + each.action().kind().wire();
      if (each.fault() == null) {
        out.println((dryRun ? "would revert  " : "reverted  ") + what);
        each.action().reasons().forEach(reason -> out.println("    " + reason));
      } else {
        Errors.print(what + " could not be reverted: " + each.fault(), err);
        allGood = false;
      }
    }
    if (given.isEmpty()) {
      out.println("nothing to revert");
    }
    return allGood ? ExitCodes.ANSWERED : ExitCodes.FAILED;
  }

  private Set<ActionKind> kinds() {
    if (kinds.isEmpty()) {
      return EnumSet.allOf(ActionKind.class);
    }
    var of = EnumSet.noneOf(ActionKind.class);
    for (String kind : kinds) {
      of.add(
          ActionKind.find(kind)
              .orElseThrow(
                  () ->
                      invalid(
                          "--kind: unknown kind of action '"
                              + kind
                              + "'. "
                              + TextFormat.suggestion(
                                  kind,
                                  Stream.of(ActionKind.values()).map(ActionKind::wire).toList()))));
    }
    return of;
  }
}
