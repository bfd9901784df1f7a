package dev.plumbline.cli.rules;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plumbline.cli.command.Errors;
import dev.plumbline.cli.command.ExitCodes;
import dev.plumbline.cli.command.Verb;
import dev.plumbline.cli.table.TextFormat;
import dev.plumbline.language.InvalidInputException;
import dev.plumbline.revision.BundleOrigin;
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

/** {@code plumbline rules}: rules of your own, their revisions and their bundles. */
@Command(
    name = "rules",
    description = "Create rules of your own, their revisions and their bundles.",
    subcommands = {
      RulesInitCommand.class,
      RulesNewCommand.class,
      RulesCommand.Status.class,
      RulesCommand.Diff.class,
      RulesCommand.Approve.class,
      RulesCommand.Rollback.class,
      RulesPackCommand.class,
      RulesVerifyCommand.class,
      RulesPushCommand.class,
      RulesPullCommand.class
    })
public final class RulesCommand extends Verb.Group {

  abstract static class OfRevisions extends Verb {

    @Option(
        names = "--state",
        paramLabel = "DIR",
        description =
            "The folder of plumbline.rules.state-dir. Default: the cluster of your kubeconfig.")
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

    /** How to approve a revision that only limits hold: the whole digest, to be copied. */
    static void approve(
        RevisionHistory history, Revision revision, String indent, PrintWriter out) {
      if (history.awaitsApproval(revision)) {
        out.println(indent + "approve  " + Revision.approveCommand(revision.digest()));
      }
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
        description = "Who requests it, unverified (default: you).")
    @SuppressWarnings("NullAway.Init")
    private String by;

    @Option(
        names = "--url",
        paramLabel = "URL",
        description =
            "Send the request to the running program, authenticated by a token. Default: to the"
                + " store.")
    private @Nullable String url;

    @Option(
        names = "--token-file",
        paramLabel = "FILE",
        description = "The token, from kubectl create token or your OIDC issuer.")
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
              .formatted(
                  verb.equals("approve") ? "approval" : verb,
                  answer.path("digest").asText(),
                  answer.path("by").asText()));
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

  /** {@code plumbline rules approve}: approves a held revision. */
  @Command(
      name = "approve",
      description = {
        "Approve a revision although it exceeds a limit.",
        "The running program previews it once more and then activates it. It must be the revision"
            + " that was received last."
      },
      footer = {
        "  plumbline rules approve 3fa94c1b",
        "      the revision whose digest begins like this; rules status shows it",
        "  plumbline rules approve 3fa94c1b --by ann --namespace karpenter",
        "      in the name of ann, in another namespace",
        "  plumbline rules approve 3fa94c1b --url https://plumbline.example.com --token-file token",
        "      in the name of the user of the token"
      })
  public static final class Approve extends Request {

    @Parameters(index = "0", paramLabel = "DIGEST", description = "The first digits of its digest.")
    @SuppressWarnings("NullAway.Init")
    private String digest;

    @Override
    void run(RevisionStore store, RevisionHistory history, PrintWriter out) {
      Revision revision = named(history, digest, store);
      request(store, RevisionRequest.Kind.APPROVE, revision);
      out.println("requested approval of " + revision.brief());
      out.println("it is a claim: nothing proves who approves. Try: --url, with a token");
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

  /** {@code plumbline rules rollback}: activates a previously active revision. */
  @Command(
      name = "rollback",
      description = {
        "Activate a previously active revision, without a preview.",
        "The revision that is active now is not activated again until another one is received."
      },
      footer = {
        "  plumbline rules rollback",
        "      to the previously active revision",
        "  plumbline rules rollback 3fa94c1b --by ann",
        "      to another one, in the name of ann"
      })
  public static final class Rollback extends Request {

    @Parameters(
        index = "0",
        arity = "0..1",
        paramLabel = "DIGEST",
        description = "The first digits of its digest (default: the previously active one).")
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
                          Errors.badInput(
                              "no revision was active before. Try: a digest of rules status."));
      // The active one stays active, so that a rollback can be repeated.
      if (revision.state() != RevisionState.REPLACED && revision.state() != RevisionState.ACTIVE) {
        throw Errors.badInput(
            "revision %s is %s: only one that was active before can be rolled back to. Try: rules status."
                .formatted(revision.brief(), revision.state().wire()));
      }
      request(store, RevisionRequest.Kind.ROLLBACK, revision);
      out.println("requested rollback to " + revision.brief());
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

  /** {@code plumbline rules diff}: what a revision would change, or has changed. */
  @Command(
      name = "diff",
      description = {
        "Show what a revision changes: its files and its previewed effect.",
        "It is compared with the active revision."
      },
      footer = {
        "  plumbline rules diff",
        "      what the held revision would change",
        "  plumbline rules diff 3fa94c1b",
        "      what another one changes"
      })
  public static final class Diff extends OfRevisions {

    @Parameters(
        index = "0",
        arity = "0..1",
        paramLabel = "DIGEST",
        description = "The first digits of its digest (default: the held revision).")
    private @Nullable String digest;

    @Override
    void run(RevisionStore store, RevisionHistory history, PrintWriter out) {
      Revision revision = digest == null ? history.waiting() : named(history, digest, store);
      if (revision == null) {
        out.println("no revision is held");
        return;
      }
      out.println(revision.state().wire() + "  " + revision.brief());
      revision.reasons().forEach(reason -> out.println("    " + reason));
      if (revision.difference() == null) {
        out.println("no preview: it was not compared with the active revision");
      } else {
        revision.difference().path("summary").forEach(line -> out.println(line.asText()));
      }
      files(history, revision, out);
      approve(history, revision, "", out);
    }

    private static void files(RevisionHistory history, Revision revision, PrintWriter out) {
      Revision serving = history.serving();
      SortedMap<String, String> before =
          serving == null ? new TreeMap<>() : serving.offer().files();
      SortedMap<String, String> after = revision.offer().files();
      var names = new TreeSet<>(before.keySet());
      names.addAll(after.keySet());
      names.removeIf(name -> Objects.equals(before.get(name), after.get(name)));
      for (String name : names) {
        String what =
            !before.containsKey(name) ? "new" : after.containsKey(name) ? "changed" : "removed";
        out.println("%-7s  %s".formatted(what, name));
      }
    }
  }

  /** {@code plumbline rules status}: the active revision, the held one and why, stored ones. */
  @Command(
      name = "status",
      description = "Show the active revision, the held one and why, and stored ones.",
      footer = {
        "  plumbline rules status",
        "      in the cluster of your kubeconfig",
        "  plumbline rules status --state /var/lib/plumbline/rules",
        "      of a Plumbline that stores its revisions in a folder"
      })
  public static final class Status extends OfRevisions {

    @Override
    void run(RevisionStore store, RevisionHistory history, PrintWriter out) {
      if (history.active() == null) {
        out.println("no revision is stored in " + store.place());
      }
      for (Revision each : history.revisions()) {
        out.println(line(each));
        each.reasons().forEach(reason -> out.println("    " + reason));
        approve(history, each, "    ", out);
      }
      history
          .takenBack()
          .forEach(
              each ->
                  out.println(
                      "taken back %s%s  %s".formatted(each.at(), of(each.bundle()), each.why())));
      String avoided = history.rolledBackFrom();
      if (avoided != null) {
        out.println(
            "rolled back; not activated again until another one is received: "
                + Revision.brief(avoided));
      }
      store
          .requests()
          .forEach(
              each ->
                  out.println(
                      "requested, not processed yet: %s %s by %s"
                          .formatted(
                              each.kind().name().toLowerCase(Locale.ROOT),
                              Revision.brief(each.digest()),
                              each.by() + " (" + each.proof().wire() + ")")));
    }

    private static String of(@Nullable BundleOrigin bundle) {
      return bundle == null
          ? ""
          : "  (%s, sequence %d)".formatted(bundle.title(), bundle.sequence());
    }

    private static String line(Revision each) {
      return "%-8s  %s  %s  %s"
              .formatted(
                  each.state().wire(),
                  each.brief(),
                  each.activated() == null ? each.received() : each.activated(),
                  each.offer().origin())
          + of(each.offer().bundle())
          + (each.offer().author() == null ? "" : "  by " + each.offer().author())
          + (each.offer().changeRef() == null ? "" : "  for " + each.offer().changeRef())
          + (each.approvedBy() == null ? "" : "  approved by " + each.approvedBy());
    }
  }
}
