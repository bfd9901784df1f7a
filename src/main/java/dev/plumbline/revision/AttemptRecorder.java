package dev.plumbline.revision;

import dev.plumbline.revision.Attempts.Attempt;
import org.jboss.logging.Logger;

/**
 * Records with which revisions this process begins, so that the next one knows with which it has
 * ended. Of one thread.
 */
final class AttemptRecorder {

  private static final Logger LOG = Logger.getLogger(AttemptRecorder.class);

  private final RevisionContext context;
  private Attempts left;
  private Attempts now;

  AttemptRecorder(RevisionContext context) {
    this.context = context;
    Attempts before = Attempts.NONE;
    try {
      before = context.store().attempts();
    } catch (RevisionStore.FaultException e) {
      LOG.warnf("With what the last process ended is unknown: error=%s", e.getMessage());
    }
    this.left = before;
    this.now = before;
  }

  /** Whether an earlier process has ended with it, and it has not settled since. */
  boolean suspect(String digest) {
    return left.suspect(digest);
  }

  /** Whether processes end with it though it was tried before. */
  boolean exhausted(String digest) {
    return left.exhausted(digest);
  }

  /** What comes next opens with it; if that cannot be recorded, nothing is known at a restart. */
  void opening(String digest) {
    Attempt before = left.of(digest);
    try {
      write(digest, new Attempt(before.opened() + 1, before.activated()));
    } catch (RevisionStore.FaultException e) {
      LOG.warnf("With what this process begins is not recorded: error=%s", e.getMessage());
    }
  }

  /** What comes next settles with it, after it was tried. */
  void activating(String digest) {
    Attempt before = left.of(digest);
    write(digest, new Attempt(before.opened(), before.activated() + 1));
  }

  /** It has settled, or is rejected: whatever happens next is not its doing. */
  void settled(String digest) {
    left = left.without(digest, left.at());
    drop(digest);
  }

  /** It was not gone on with. */
  void abandoned(String digest) {
    if (left.suspect(digest)) {
      write(digest, left.of(digest));
    } else {
      drop(digest);
    }
  }

  /** The process ends as it should. */
  void end() {
    for (String digest : now.byDigest().keySet().stream().toList()) {
      abandoned(digest);
    }
  }

  private void write(String digest, Attempt attempt) {
    if (!attempt.equals(now.byDigest().get(digest))) {
      keep(now.with(digest, attempt, context.timings().clock().instant()));
    }
  }

  private void drop(String digest) {
    if (now.suspect(digest)) {
      keep(now.without(digest, context.timings().clock().instant()));
    }
  }

  private void keep(Attempts next) {
    context.store().keep(next);
    now = next;
  }
}
