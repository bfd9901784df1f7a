package dev.plumbline.cli.audit;

import dev.plumbline.audit.InvalidLogException;
import dev.plumbline.audit.store.StoredLog;
import dev.plumbline.cli.command.ExitCodes;
import dev.plumbline.host.InvalidInputException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code plumbline audit checkpoint}: what to keep elsewhere. */
@Command(
    name = "checkpoint",
    description = "Print the newest checkpoint, to be kept where nobody can change it.",
    footer = {
      "  plumbline audit checkpoint > 2026-11-20.checkpoint",
      "      what audit verify --checkpoint holds the log against later",
      "  plumbline audit checkpoint --key > plumbline.vkey",
      "      what audit verify --public-key checks its signature with"
    })
public final class AuditCheckpointCommand implements Callable<Integer> {

  @Mixin
  @SuppressWarnings("NullAway.Init")
  private AuditOptions of;

  @Option(
      names = "--key",
      description = "Print the verifier key (NAME+hash+base64) that checks it, in its place.")
  private boolean key;

  @Spec
  @SuppressWarnings("NullAway.Init")
  private CommandSpec spec;

  @Override
  public Integer call() {
    StoredLog log = of.stored();
    try {
      String text = key ? log.key().note() + "\n" : log.checkpoint().note();
      spec.commandLine().getOut().print(text);
      return ExitCodes.ANSWERED;
    } catch (InvalidLogException e) {
      throw new InvalidInputException(e);
    }
  }
}
