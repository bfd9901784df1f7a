package dev.plumbline.cli.audit;

import dev.plumbline.cli.command.ExitCodes;
import dev.plumbline.cli.command.Verb;
import dev.plumbline.language.InvalidInputException;
import dev.plumbline.log.InvalidLogException;
import dev.plumbline.log.store.Proofs;
import dev.plumbline.log.store.StoredLog;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code plumbline audit}: verifies, replays and queries the decision log. */
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
      AuditCommand.Prove.class,
      AuditCommand.CheckpointCommand.class
    })
public final class AuditCommand extends Verb.Group {

  /** {@code plumbline audit prove}: proofs that others check without the log. */
  @Command(
      name = "prove",
      description = {
        "Prove that an entry is in the log (C2SP tlog-proof), or that an earlier log is the",
        "beginning of a later one (the form of C2SP tlog-witness)."
      },
      footer = {
        "  plumbline audit prove 4711 > 4711.tlog-proof",
        "      that entry 4711 is in the log",
        "  plumbline audit prove --from 4000",
        "      that 4,000 entries became what there is now"
      })
  public static final class Prove extends Verb {

    @Mixin
    @SuppressWarnings("NullAway.Init")
    private AuditOptions of;

    @Parameters(index = "0", arity = "0..1", paramLabel = "SEQ", description = "Which entry.")
    private @Nullable Long sequence;

    @Option(
        names = "--from",
        paramLabel = "A",
        description = "How many entries the earlier log had.")
    private @Nullable Long from;

    @Option(
        names = "--to",
        paramLabel = "B",
        description = "How many the later one had (default: all there are).")
    private @Nullable Long to;

    @Override
    public Integer call() {
      if ((sequence == null) == (from == null)) {
        throw invalid("either an entry or --from is expected. Try: prove 0.");
      }
      StoredLog log = of.stored();
      try {
        String proof =
            sequence != null
                ? Proofs.inclusion(log, sequence)
                : Proofs.consistency(log, from == null ? 0 : from, to == null ? -1 : to);
        out().print(proof);
        return ExitCodes.ANSWERED;
      } catch (InvalidLogException | IllegalArgumentException e) {
        throw new InvalidInputException(e);
      }
    }
  }

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
  public static final class CheckpointCommand extends Verb {

    @Mixin
    @SuppressWarnings("NullAway.Init")
    private AuditOptions of;

    @Option(
        names = "--key",
        description = "Print the verifier key (NAME+hash+base64) that checks it, in its place.")
    private boolean key;

    @Override
    public Integer call() {
      StoredLog log = of.stored();
      try {
        String text = key ? log.key().note() + "\n" : log.checkpoint().note();
        out().print(text);
        return ExitCodes.ANSWERED;
      } catch (InvalidLogException e) {
        throw new InvalidInputException(e);
      }
    }
  }
}
