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

/** {@code plumbline release}: gives back every field and object that is Plumbline's. */
@Command(
    name = "release",
    description = {
      "Give back all that Plumbline holds in the cluster of your kubeconfig: selector terms,"
          + " weights,",
      "requirements and budgets as they were before, its NodePools, NodeOverlays and reports gone.",
      "Stop Plumbline there first, or let it observe: else it acts again."
    },
    footer = {
      "  plumbline release --dry-run",
      "      shows what would be given back",
      "  plumbline release --kind HoldDisruption",
      "      gives back what one kind of action has written",
      "  kubectl -n plumbline scale deployment plumbline --replicas 0 && plumbline release",
      "      leaves a cluster as if Plumbline had never been there"
    },
    exitCodeList = {
      "0:all given back",
      "1:something could not be, or an internal error",
      "2:the cluster cannot be read"
    })
public final class ReleaseCommand extends Verb {

  @Option(names = "--dry-run", description = "Show what would be given back, and write nothing.")
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
        out.println((dryRun ? "would give back  " : "gave back  ") + what);
        each.action().reasons().forEach(reason -> out.println("    " + reason));
      } else {
        Errors.print(what + " could not be given back: " + each.fault(), err);
        allGood = false;
      }
    }
    if (given.isEmpty()) {
      out.println("nothing to give back");
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
