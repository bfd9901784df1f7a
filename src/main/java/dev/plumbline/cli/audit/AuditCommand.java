package dev.plumbline.cli.audit;

import dev.plumbline.cli.audit.AuditCommand.AuditBundleCommand;
import dev.plumbline.cli.command.Errors;
import dev.plumbline.cli.command.ExitCodes;
import dev.plumbline.cli.command.Verb;
import dev.plumbline.cli.table.TextFormat;
import dev.plumbline.language.InvalidInputException;
import dev.plumbline.log.Checkpoint;
import dev.plumbline.log.Hashes;
import dev.plumbline.log.InvalidLogException;
import dev.plumbline.log.store.Proofs;
import dev.plumbline.log.store.StoredLog;
import dev.plumbline.query.EvidenceBundle;
import dev.plumbline.query.EvidenceBundle.Seal;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code plumbline audit}: verifies, replays and queries the decision log. */
@Command(
    name = "audit",
    description = "Verify, replay and query the decision log.",
    subcommands = {
      AuditQueryCommand.class,
      AuditShowCommand.class,
      AuditBundleCommand.class,
      AuditControlsCommand.class,
      AuditExportCommand.class,
      AuditVerdictsCommand.class,
      AuditVerifyCommand.class,
      AuditReplayCommand.class,
      AuditCommand.Prove.class,
      AuditCommand.CheckpointCommand.class,
      AuditKeyCommand.class
    })
public final class AuditCommand extends Verb.Group {

  /** {@code plumbline audit prove}: proofs that others check without the log. */
  @Command(
      name = "prove",
      description = {
        "Prove that an entry, or an earlier log, is part of the log.",
        "Formats: C2SP tlog-proof of an entry, C2SP tlog-witness of an earlier log."
      },
      exitCodeList = "1:the log was altered, or an internal error",
      footer = {
        "  plumbline audit prove 4711 > 4711.tlog-proof",
        "      proves that entry 4711 is in the log",
        "  plumbline audit prove --from 4000",
        "      proves that the log still begins with the same 4,000 entries"
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
        data().print(proof);
        return ExitCodes.ANSWERED;
      } catch (InvalidLogException | IllegalArgumentException e) {
        throw new InvalidInputException(e);
      }
    }
  }

  /** {@code plumbline audit checkpoint}: what to keep elsewhere. */
  @Command(
      name = "checkpoint",
      description = "Print the newest checkpoint, to be stored elsewhere.",
      exitCodeList = "1:the log was altered, or an internal error",
      footer = {
        "  plumbline audit checkpoint > 2026-11-20.checkpoint",
        "      for a later audit verify --checkpoint",
        "  plumbline audit checkpoint --key > plumbline.vkey",
        "      for audit verify --public-key"
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
        data().print(text);
        return ExitCodes.ANSWERED;
      } catch (InvalidLogException e) {
        throw new InvalidInputException(e);
      }
    }
  }

  /** {@code plumbline audit bundle}: the answers about one node with all that proves them. */
  @Command(
      name = "bundle",
      description = {
        "Write a self-verifying bundle about one node, for an auditor.",
        "It has a page to read, the entries with their proofs, the rule text, and a script that"
            + " verifies all of it."
      },
      parameterListHeading = "%nNode:%n",
      exitCodeList = "1:the log was altered, or an internal error",
      footer = {
        "  plumbline audit bundle ip-10-0-1-21.ec2.internal --at 2026-11-20 --out node.zip",
        "      the evidence about a node on that day; unpack it and run sh verify.sh",
        "  plumbline audit bundle i-0a1b2c3d --at 2026-11-20T13:00:00Z --log s3://logs/prod --out"
            + " i.zip",
        "      about an instance, from the log in a bucket"
      })
  public static final class AuditBundleCommand extends Verb {

    @Mixin
    @SuppressWarnings("NullAway.Init")
    private AuditOptions.OfNode asked;

    @Option(
        names = "--out",
        paramLabel = "FILE.zip",
        required = true,
        description = "The file to write; an existing one is replaced.")
    @SuppressWarnings("NullAway.Init")
    private Path out;

    @Override
    public Integer call() throws IOException {
      CommandLine command = command();
      return asked.ask(
          command,
          (answer, archive, log) -> {
            Checkpoint checkpoint = log.checkpoint();
            var seal = new Seal(checkpoint, log.key(), log.subtrees(checkpoint), asked.signer(log));
            SortedMap<String, byte[]> files = EvidenceBundle.files(answer, archive, seal);
            try (OutputStream file = Files.newOutputStream(out)) {
              EvidenceBundle.write(files, file);
            } catch (IOException e) {
              throw Errors.badInput(out + ": cannot be written: " + e.getMessage());
            }
            command
                .getOut()
                .print(
                    """
                    %s  %s, %s. To check it, unpack it and run sh verify.sh.
                      %s
                    """
                        .formatted(
                            out,
                            TextFormat.count(answer.evidence().size(), "entry"),
                            TextFormat.count(files.size(), "file"),
                            files.containsKey("SHA256SUMS.note")
                                ? "signed with the key of the log, its page too"
                                : "not signed, since the key of the log is not here; to verify its"
                                    + " page: sh verify.sh PUBLIC-KEY.pem "
                                    + Hashes.hex(
                                        Hashes.of(files.getOrDefault("SHA256SUMS", new byte[0])))));
          });
    }
  }
}
