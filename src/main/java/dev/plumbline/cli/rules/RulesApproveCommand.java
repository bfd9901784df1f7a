package dev.plumbline.cli.rules;

import dev.plumbline.cli.command.ExitCodes;
import dev.plumbline.host.rules.Revision;
import dev.plumbline.host.rules.RevisionHistory;
import dev.plumbline.host.rules.RevisionRequest;
import dev.plumbline.host.rules.RevisionStore;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code plumbline rules approve}: stands by a revision that is held. */
@Command(
    name = "approve",
    description = {
      "Stand by a revision though it goes beyond a limit: the running program previews it once",
      "more, and then it serves. It must be what is offered now."
    },
    footer = {
      "  plumbline rules approve 3fa94c1b",
      "      the revision whose digest begins so; rules status tells it",
      "  plumbline rules approve 3fa94c1b --by ann --namespace karpenter",
      "      in the name of somebody, of a Plumbline in another namespace"
    })
public final class RulesApproveCommand implements Callable<Integer> {

  @Parameters(index = "0", paramLabel = "DIGEST", description = "The beginning of its digest.")
  @SuppressWarnings("NullAway.Init")
  private String digest;

  @Option(
      names = "--by",
      paramLabel = "NAME",
      defaultValue = "${sys:user.name}",
      description = "Who answers for it (default: you).")
  @SuppressWarnings("NullAway.Init")
  private String by;

  @Mixin
  @SuppressWarnings("NullAway.Init")
  private StoreOptions from;

  @Spec
  @SuppressWarnings("NullAway.Init")
  private CommandSpec spec;

  @Override
  public Integer call() {
    RevisionStore store = from.store();
    RevisionHistory history = StoreOptions.read(store);
    Revision revision = StoreOptions.named(history, digest, store);
    StoreOptions.ask(store, RevisionRequest.Kind.APPROVE, revision.digest(), by);
    spec.commandLine().getOut().println("asked that " + revision.digest() + " serves");
    return ExitCodes.ANSWERED;
  }
}
