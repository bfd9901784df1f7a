package dev.plumbline.cli.audit;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code plumbline audit}: what is asked of the decision log. */
@Command(
    name = "audit",
    description = "Verify, replay and question the decision log.",
    subcommands = {
      AuditQueryCommand.class,
      AuditShowCommand.class,
      AuditBundleCommand.class,
      AuditControlsCommand.class,
      AuditExportCommand.class,
      AuditVerifyCommand.class,
      AuditReplayCommand.class,
      AuditProveCommand.class,
      AuditCheckpointCommand.class
    })
public final class AuditCommand implements Runnable {

  @Spec
  @SuppressWarnings("NullAway.Init")
  private CommandSpec spec;

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "no verb given. Try: verify, or --help.");
  }
}
