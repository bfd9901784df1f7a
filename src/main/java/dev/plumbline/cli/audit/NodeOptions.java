package dev.plumbline.cli.audit;

import dev.plumbline.audit.ask.Archive;
import dev.plumbline.audit.ask.NodeAnswer;
import dev.plumbline.audit.ask.NodeQuestions;
import dev.plumbline.audit.store.StoredLog;
import dev.plumbline.cli.command.When;
import java.io.IOException;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Which node a question to the log is about, and when. */
final class NodeOptions {

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

  /** What is done with the answer. */
  @FunctionalInterface
  interface Answering {
    void with(NodeAnswer answer, Archive archive, StoredLog log) throws IOException;
  }

  /** Asks; what the log cannot answer is bad input. */
  int ask(CommandLine command, Answering answering) throws IOException {
    Instant asOf = When.of(at, command);
    Instant time = asOf == null ? Instant.MAX : asOf;
    return asked.ask(
        command,
        (archive, log) -> answering.with(new NodeQuestions(archive).ask(node, time), archive, log));
  }
}
