package dev.plumbline.cli.rules;

import dev.plumbline.cli.command.Errors;
import dev.plumbline.cli.command.ExitCodes;
import dev.plumbline.host.rules.Revision;
import dev.plumbline.host.rules.RevisionHistory;
import dev.plumbline.host.rules.RevisionRequest;
import dev.plumbline.host.rules.RevisionStore;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code plumbline rules rollback}: has a revision serve again. */
@Command(
    name = "rollback",
    description = {
      "Have a revision serve again that did before, without preview. What serves now is not taken",
      "again until something else is offered."
    },
    footer = {
      "  plumbline rules rollback",
      "      to the revision that served last",
      "  plumbline rules rollback 3fa94c1b --by ann",
      "      to a certain one, in the name of somebody"
    })
public final class RulesRollbackCommand implements Callable<Integer> {

  @Parameters(
      index = "0",
      arity = "0..1",
      paramLabel = "DIGEST",
      description = "The beginning of its digest (default: the one that served last).")
  private @Nullable String digest;

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
    Revision revision =
        digest == null
            ? history.before().stream().findFirst().orElse(null)
            : StoreOptions.named(history, digest, store);
    if (revision == null) {
      throw Errors.badInput("nothing served before. Maybe name a digest of rules status.");
    }
    StoreOptions.ask(store, RevisionRequest.Kind.ROLLBACK, revision.digest(), by);
    spec.commandLine().getOut().println("asked that " + revision.digest() + " serves again");
    return ExitCodes.ANSWERED;
  }
}
