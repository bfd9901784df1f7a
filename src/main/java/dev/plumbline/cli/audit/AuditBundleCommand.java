package dev.plumbline.cli.audit;

import dev.plumbline.cli.command.Errors;
import dev.plumbline.cli.command.Verb;
import dev.plumbline.cli.table.TextFormat;
import dev.plumbline.log.Checkpoint;
import dev.plumbline.query.EvidenceBundle;
import dev.plumbline.query.EvidenceBundle.Seal;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SortedMap;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code plumbline audit bundle}: the answers about one node with all that proves them. */
@Command(
    name = "bundle",
    description = {
      "Write what answers an auditor's questions about one node as a file to hand over:",
      "a page to read, the entries with their proofs, the rule text, and how to check all of it."
    },
    parameterListHeading = "%nNode:%n",
    footer = {
      "  plumbline audit bundle ip-10-0-1-21.ec2.internal --at 2026-11-20 --out node.zip",
      "      what answers for a node on that day; unpack it and run sh verify.sh",
      "  plumbline audit bundle i-0a1b2c3d --at 2026-11-20T13:00:00Z --log s3://logs/prod --out"
          + " i.zip",
      "      of an instance, from the log in a bucket"
    })
public final class AuditBundleCommand extends Verb {

  @Mixin
  @SuppressWarnings("NullAway.Init")
  private AuditOptions.OfNode asked;

  @Option(
      names = "--out",
      paramLabel = "FILE.zip",
      required = true,
      description = "Where to write it; what is there is replaced.")
  @SuppressWarnings("NullAway.Init")
  private Path out;

  @Override
  public Integer call() throws IOException {
    CommandLine command = command();
    return asked.ask(
        command,
        (answer, archive, log) -> {
          Checkpoint checkpoint = log.checkpoint();
          var seal = new Seal(checkpoint, log.key(), log.leaves(checkpoint.head().size()));
          SortedMap<String, byte[]> files = EvidenceBundle.files(answer, archive, seal);
          try (OutputStream file = Files.newOutputStream(out)) {
            EvidenceBundle.write(files, file);
          } catch (IOException e) {
            throw Errors.badInput(out + ": cannot be written: " + e.getMessage());
          }
          command
              .getOut()
              .print(
                  "%s  %s, %s. To check it, unpack it and run sh verify.sh.\n"
                      .formatted(
                          out,
                          TextFormat.count(answer.evidence().size(), "entry"),
                          TextFormat.count(files.size(), "file")));
        });
  }
}
