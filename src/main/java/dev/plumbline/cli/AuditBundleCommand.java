package dev.plumbline.cli;

import dev.plumbline.audit.Checkpoint;
import dev.plumbline.audit.ask.NodeAnswer;
import dev.plumbline.audit.ask.NodeQuestions;
import dev.plumbline.audit.bundle.Bundle;
import dev.plumbline.audit.bundle.Seal;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.SortedMap;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code plumbline audit bundle}: the answers about one node with all that proves them. */
@Command(
    name = "bundle",
    description = {
      "Write what answers an auditor's questions about one node as a file to hand over:",
      "a page to read, the entries with their proofs, the rule text, and how to check all of it."
    },
    optionListHeading = "%nOptions:%n",
    parameterListHeading = "%nNode:%n")
public final class AuditBundleCommand implements Callable<Integer> {

  @Mixin
  @SuppressWarnings("NullAway.Init")
  private AskOptions asked;

  @Parameters(
      arity = "1",
      paramLabel = "NODE",
      description = "The name of a Node or NodeClaim, or the id of an instance.")
  @SuppressWarnings("NullAway.Init")
  private String node;

  @Option(
      names = "--at",
      paramLabel = "TIME",
      required = true,
      description = "The time that is asked about (2026-12-01T08:00:00Z, or a day in UTC).")
  private @Nullable String at;

  @Option(
      names = "--out",
      paramLabel = "FILE.zip",
      required = true,
      description = "Where to write it; what is there is replaced.")
  @SuppressWarnings("NullAway.Init")
  private Path out;

  @Spec
  @SuppressWarnings("NullAway.Init")
  private CommandSpec spec;

  @Override
  public Integer call() throws IOException {
    CommandLine command = spec.commandLine();
    Instant time = When.of(at, command);
    return asked.ask(
        command,
        (archive, log) -> {
          NodeAnswer answer =
              new NodeQuestions(archive).ask(node, time == null ? Instant.MAX : time);
          Checkpoint checkpoint = log.checkpoint();
          var seal = new Seal(checkpoint, log.key(), log.leaves(checkpoint.head().size()));
          SortedMap<String, byte[]> files = Bundle.files(answer, archive, seal);
          try (OutputStream file = Files.newOutputStream(out)) {
            Bundle.write(files, file);
          } catch (IOException e) {
            throw StoreOptions.bad(out + ": cannot be written: " + e.getMessage());
          }
          command
              .getOut()
              .print(
                  "%s  %d entries, %d files. Maybe unpack it and run sh verify.sh.\n"
                      .formatted(out, answer.evidence().size(), files.size()));
        });
  }
}
