package dev.plumbline.cli.rules;

import dev.plumbline.cli.command.ExitCodes;
import dev.plumbline.host.rules.Revision;
import dev.plumbline.host.rules.RevisionHistory;
import dev.plumbline.host.rules.RevisionStore;
import java.io.PrintWriter;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code plumbline rules diff}: what a revision would change, or did. */
@Command(
    name = "diff",
    description = {
      "Tell which files a revision changes against the one that serves, and what its preview",
      "said would follow."
    },
    footer = {
      "  plumbline rules diff",
      "      what the newest revision that waits would change",
      "  plumbline rules diff 3fa94c1b",
      "      what a certain one changes"
    })
public final class RulesDiffCommand implements Callable<Integer> {

  @Parameters(
      index = "0",
      arity = "0..1",
      paramLabel = "DIGEST",
      description = "The beginning of its digest (default: the newest that waits).")
  private @Nullable String digest;

  @Mixin
  @SuppressWarnings("NullAway.Init")
  private StoreOptions from;

  @Spec
  @SuppressWarnings("NullAway.Init")
  private CommandSpec spec;

  @Override
  public Integer call() {
    PrintWriter out = spec.commandLine().getOut();
    RevisionStore store = from.store();
    RevisionHistory history = StoreOptions.read(store);
    Revision revision =
        digest == null ? history.waiting() : StoreOptions.named(history, digest, store);
    if (revision == null) {
      out.println("nothing waits");
      return ExitCodes.ANSWERED;
    }
    out.println(revision.state().wire() + " " + revision.digest());
    Revision serving = history.serving();
    SortedMap<String, String> before = serving == null ? new TreeMap<>() : serving.offer().files();
    SortedMap<String, String> after = revision.offer().files();
    var names = new TreeSet<>(before.keySet());
    names.addAll(after.keySet());
    names.removeIf(name -> Objects.equals(before.get(name), after.get(name)));
    for (String name : names) {
      out.println(
          (before.containsKey(name)
                  ? after.containsKey(name) ? "changed  " : "gone     "
                  : "new      ")
              + name);
    }
    if (revision.difference() == null) {
      out.println("it was not previewed");
    } else {
      revision.difference().path("summary").forEach(line -> out.println(line.asText()));
    }
    revision.reasons().forEach(out::println);
    return ExitCodes.ANSWERED;
  }
}
