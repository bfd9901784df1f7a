package dev.plumbline.cli;

import dev.plumbline.fact.Nearest;
import dev.plumbline.host.InvalidInputException;
import dev.plumbline.host.rules.FolderStore;
import dev.plumbline.host.rules.Revision;
import dev.plumbline.host.rules.RevisionHistory;
import dev.plumbline.host.rules.RevisionRequest;
import dev.plumbline.host.rules.RevisionStore;
import dev.plumbline.host.rules.RuleParts;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Locale;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Where the revisions are that a verb is about. */
final class StoreOptions {

  @Option(
      names = "--state",
      paramLabel = "DIR",
      description = "The folder of plumbline.rules.state-dir; else the cluster of your kubeconfig.")
  private @Nullable Path state;

  @Option(
      names = "--namespace",
      paramLabel = "NAME",
      defaultValue = "plumbline",
      description = "Where Plumbline is in the cluster (default plumbline).")
  @SuppressWarnings("NullAway.Init")
  private String namespace;

  /** The store. */
  RevisionStore store() {
    if (state == null) {
      return RuleParts.current().store(namespace);
    }
    if (!Files.isDirectory(state)) {
      throw bad(state + ": there is no such folder. Maybe see plumbline.rules.state-dir.");
    }
    return new FolderStore(state);
  }

  /** What is recorded there. */
  static RevisionHistory read(RevisionStore store) {
    try {
      return store.read();
    } catch (RevisionStore.FaultException e) {
      throw new InvalidInputException(e);
    }
  }

  /** The revision that is meant by the beginning of its digest. */
  static Revision named(RevisionHistory history, String digest, RevisionStore store) {
    Revision revision = history.named(digest.toLowerCase(Locale.ROOT));
    if (revision == null) {
      throw bad(
          digest
              + " names no revision in "
              + store.place()
              + ", or several. "
              + Nearest.advice(digest, history.revisions().stream().map(Revision::brief).toList()));
    }
    return revision;
  }

  /** Asks the running program. */
  static void ask(RevisionStore store, RevisionRequest.Kind kind, String digest, String by) {
    try {
      store.ask(
          new RevisionRequest(
              UUID.randomUUID().toString(), kind, digest, by, Clock.systemUTC().instant()));
    } catch (RevisionStore.FaultException e) {
      throw new InvalidInputException(e);
    }
  }

  static InvalidInputException bad(String message) {
    return new InvalidInputException(new IllegalArgumentException(message));
  }
}
