package dev.plumbline.cli.rules;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plumbline.cli.command.Errors;
import dev.plumbline.cli.command.ExitCodes;
import dev.plumbline.cli.command.Verb;
import dev.plumbline.cli.table.TextFormat;
import dev.plumbline.language.InvalidInputException;
import dev.plumbline.revision.FolderStore;
import dev.plumbline.revision.Revision;
import dev.plumbline.revision.Revision.RevisionRequest;
import dev.plumbline.revision.Revision.RevisionState;
import dev.plumbline.revision.RevisionHistory;
import dev.plumbline.revision.RevisionStore;
import dev.plumbline.revision.RuleAssembly;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Locale;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code plumbline rules}: rules of your own, and which revision of them serves. */
@Command(
    name = "rules",
    description = "Rules of your own, and their revisions: which one serves, what waits, and why.",
    subcommands = {
      RulesInitCommand.class,
      RulesNewCommand.class,
      RulesCommand.Status.class,
      RulesCommand.Diff.class,
      RulesCommand.Approve.class,
      RulesCommand.Rollback.class
    })
public final class RulesCommand extends Verb.Group {

  abstract static class OfRevisions extends Verb {

    @Option(
        names = "--state",
        paramLabel = "DIR",
        description =
            "The folder of plumbline.rules.state-dir; else the cluster of your kubeconfig.")
    private @Nullable Path state;

    @Option(
        names = "--namespace",
        paramLabel = "NAME",
        defaultValue = "plumbline",
        description = "Where Plumbline is in the cluster (default plumbline).")
    @SuppressWarnings("NullAway.Init")
    private String namespace;

    @Override
    public final Integer call() {
      if (requestedByUrl(out())) {
        return ExitCodes.ANSWERED;
      }
      RevisionStore store = store();
      try {
        run(store, store.read(), out());
      } catch (RevisionStore.FaultException e) {
        throw new InvalidInputException(e);
      }
      return ExitCodes.ANSWERED;
    }

    /** Whether the running program was requested instead of the store. */
    boolean requestedByUrl(PrintWriter out) {
      return false;
    }

    abstract void run(RevisionStore store, RevisionHistory history, PrintWriter out);

    private RevisionStore store() {
      if (state == null) {
        return RuleAssembly.current().store(namespace);
      }
      if (!Files.isDirectory(state)) {
        throw Errors.badInput(
            state + ": no such folder. Try: the value of plumbline.rules.state-dir.");
      }
      return new FolderStore(state);
    }

    static Revision named(RevisionHistory history, String digest, RevisionStore store) {
      Revision revision = history.named(digest.toLowerCase(Locale.ROOT));
      if (revision == null) {
        throw Errors.badInput(
            digest
                + " matches no revision in "
                + store.place()
                + ", or several. "
                + TextFormat.suggestion(
                    digest, history.revisions().stream().map(Revision::brief).toList()));
      }
      return revision;
    }
  }

  abstract static class Request extends OfRevisions {

    private static final Pattern DIGEST = Pattern.compile("[0-9a-fA-F]{1,64}");

    @Option(
        names = "--by",
        paramLabel = "NAME",
        defaultValue = "${sys:user.name}",
        description = "Who answers for it, as a claim (default: you).")
    @SuppressWarnings("NullAway.Init")
    private String by;

    @Option(
        names = "--url",
        paramLabel = "URL",
        description =
            "Request it of the running program there, with a token that proves who you are; else of"
                + " the store.")
    private @Nullable String url;

    @Option(
        names = "--token-file",
        paramLabel = "FILE",
        description = "The token: of kubectl create token, or of your OIDC issuer.")
    private @Nullable Path tokenFile;

    @Option(
        names = "--unencrypted",
        description = "Send the token unencrypted to an http:// address of another machine.")
    private boolean unencrypted;

    /** Of the revision, or its beginning; null for the default. */
    abstract @Nullable String digest();

    abstract RevisionRequest.Kind kind();

    @Override
    boolean requestedByUrl(PrintWriter out) {
      if (url == null) {
        if (tokenFile != null) {
          throw Errors.badInput(
              "--token-file needs --url. Try: --url https://plumbline.example.com.");
        }
        return false;
      }
      if (tokenFile == null) {
        throw Errors.badInput("--url needs --token-file. Try: --token-file with a token in it.");
      }
      String digest = digest();
      if (digest == null) {
        throw Errors.badInput("--url needs a digest. Try: one of /api/v1/rules/revisions.");
      }
      if (!DIGEST.matcher(digest).matches()) {
        throw Errors.badInput(
            "invalid digest '" + digest + "'. Try: one of /api/v1/rules/revisions.");
      }
      String verb = kind().name().toLowerCase(Locale.ROOT);
      JsonNode answer = new RunningProgram(url, tokenFile, unencrypted).request(verb, digest);
      out.println(
          "requested %s of %s by %s, proven by the token"
              .formatted(verb, answer.path("digest").asText(), answer.path("by").asText()));
      return true;
    }

    void request(RevisionStore store, RevisionRequest.Kind kind, Revision revision) {
      store.ask(
          new RevisionRequest(
              UUID.randomUUID().toString(),
              kind,
              revision.digest(),
              by,
              RevisionRequest.Proof.CLAIM,
              Clock.systemUTC().instant()));
    }
  }

  /** {@code plumbline rules approve}: stands by a revision that is held. */
  @Command(
      name = "approve",
      description = {
        "Stand by a revision though it exceeds a limit: the running program previews it once",
        "more, and then it serves. It must be what is offered now."
      },
      footer = {
        "  plumbline rules approve 3fa94c1b",
        "      the revision whose digest begins so; rules status shows it",
        "  plumbline rules approve 3fa94c1b --by ann --namespace karpenter",
        "      in the name of somebody, of a Plumbline in another namespace",
        "  plumbline rules approve 3fa94c1b --url https://plumbline.example.com --token-file token",
        "      in the name that a token proves"
      })
  public static final class Approve extends Request {

    @Parameters(index = "0", paramLabel = "DIGEST", description = "The beginning of its digest.")
    @SuppressWarnings("NullAway.Init")
    private String digest;

    @Override
    void run(RevisionStore store, RevisionHistory history, PrintWriter out) {
      Revision revision = named(history, digest, store);
      request(store, RevisionRequest.Kind.APPROVE, revision);
      out.println("requested that " + revision.digest() + " serves");
      out.println("this is a claim: nothing proves who approves; --url does");
    }

    @Override
    String digest() {
      return digest;
    }

    @Override
    RevisionRequest.Kind kind() {
      return RevisionRequest.Kind.APPROVE;
    }
  }

  /** {@code plumbline rules rollback}: has a revision serve again. */
  @Command(
      name = "rollback",
      description = {
        "Have a revision serve again that did before, without preview. What serves now is not"
            + " taken",
        "again until something else is offered."
      },
      footer = {
        "  plumbline rules rollback",
        "      to the revision that served last",
        "  plumbline rules rollback 3fa94c1b --by ann",
        "      to a certain one, in the name of somebody"
      })
  public static final class Rollback extends Request {

    @Parameters(
        index = "0",
        arity = "0..1",
        paramLabel = "DIGEST",
        description = "The beginning of its digest (default: the one that served last).")
    private @Nullable String digest;

    @Override
    void run(RevisionStore store, RevisionHistory history, PrintWriter out) {
      Revision revision =
          digest != null
              ? named(history, digest, store)
              : history.before().stream()
                  .findFirst()
                  .orElseThrow(
                      () ->
                          Errors.badInput("nothing served before. Try: a digest of rules status."));
      // The active one stays active, so that a rollback can be repeated.
      if (revision.state() != RevisionState.REPLACED && revision.state() != RevisionState.ACTIVE) {
        throw Errors.badInput(
            "revision %s is %s: only one that was active before can be rolled back to. Try: rules status."
                .formatted(revision.brief(), revision.state().wire()));
      }
      request(store, RevisionRequest.Kind.ROLLBACK, revision);
      out.println("requested that " + revision.digest() + " serves again");
    }

    @Override
    @Nullable String digest() {
      return digest;
    }

    @Override
    RevisionRequest.Kind kind() {
      return RevisionRequest.Kind.ROLLBACK;
    }
  }

  /** {@code plumbline rules diff}: what a revision would change, or did. */
  @Command(
      name = "diff",
      description = {
        "Show which files a revision changes against the one that serves, and what its preview",
        "predicted."
      },
      footer = {
        "  plumbline rules diff",
        "      what the newest revision that waits would change",
        "  plumbline rules diff 3fa94c1b",
        "      what a certain one changes"
      })
  public static final class Diff extends OfRevisions {

    @Parameters(
        index = "0",
        arity = "0..1",
        paramLabel = "DIGEST",
        description = "The beginning of its digest (default: the newest that waits).")
    private @Nullable String digest;

    @Override
    void run(RevisionStore store, RevisionHistory history, PrintWriter out) {
      Revision revision = digest == null ? history.waiting() : named(history, digest, store);
      if (revision == null) {
        out.println("nothing waits");
        return;
      }
      out.println(revision.state().wire() + " " + revision.digest());
      Revision serving = history.serving();
      SortedMap<String, String> before =
          serving == null ? new TreeMap<>() : serving.offer().files();
      SortedMap<String, String> after = revision.offer().files();
      var names = new TreeSet<>(before.keySet());
      names.addAll(after.keySet());
      names.removeIf(name -> Objects.equals(before.get(name), after.get(name)));
      for (String name : names) {
        String what =
            !before.containsKey(name) ? "new" : after.containsKey(name) ? "changed" : "gone";
        out.println("%-7s  %s".formatted(what, name));
      }
      if (revision.difference() == null) {
        out.println("it was not previewed");
      } else {
        revision.difference().path("summary").forEach(line -> out.println(line.asText()));
      }
      revision.reasons().forEach(out::println);
    }
  }

  /** {@code plumbline rules status}: which revision serves, what waits and why, what is kept. */
  @Command(
      name = "status",
      description = "Show which revision serves, what waits and why, and what is kept.",
      footer = {
        "  plumbline rules status",
        "      of the Plumbline in the cluster of your kubeconfig",
        "  plumbline rules status --state /var/lib/plumbline/rules",
        "      of one that keeps its revisions in a folder"
      })
  public static final class Status extends OfRevisions {

    @Override
    void run(RevisionStore store, RevisionHistory history, PrintWriter out) {
      if (history.active() == null) {
        out.println("nothing is recorded in " + store.place());
      }
      for (Revision each : history.revisions()) {
        out.println(line(each));
        each.reasons().forEach(reason -> out.println("    " + reason));
      }
      String avoided = history.rolledBackFrom();
      if (avoided != null) {
        out.println("not taken again until something else is offered: " + Revision.brief(avoided));
      }
      store
          .requests()
          .forEach(
              each ->
                  out.println(
                      "requested and not answered yet: %s %s by %s"
                          .formatted(
                              each.kind().name().toLowerCase(Locale.ROOT),
                              Revision.brief(each.digest()),
                              each.by() + " (" + each.proof().wire() + ")")));
    }

    private static String line(Revision each) {
      return "%-8s  %s  %s  %s"
              .formatted(
                  each.state().wire(),
                  each.brief(),
                  each.activated() == null ? each.received() : each.activated(),
                  each.offer().origin())
          + (each.offer().author() == null ? "" : "  by " + each.offer().author())
          + (each.offer().changeRef() == null ? "" : "  for " + each.offer().changeRef())
          + (each.approvedBy() == null ? "" : "  approved by " + each.approvedBy());
    }
  }
}
