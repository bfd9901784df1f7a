package dev.plumbline.revision;

import dev.plumbline.revision.Revision.RevisionRequest.Proof;
import java.util.LinkedHashSet;
import java.util.List;

/** The history in the store. Not thread-safe. */
final class Ledger {

  private final RevisionContext context;
  private RevisionHistory now = RevisionHistory.NONE;

  Ledger(RevisionContext context) {
    this.context = context;
  }

  RevisionHistory now() {
    return now;
  }

  RevisionHistory read() {
    now = context.store().read();
    return now;
  }

  void record(RevisionHistory next) {
    if (!context.leads().getAsBoolean()) {
      throw new RevisionStore.FaultException("another replica decides now");
    }
    RevisionHistory kept = next.limited(context.settings().keep());
    context.store().write(kept);
    now = kept;
  }

  /** Records the initial revision if nothing is recorded and it is not the shipped one. */
  boolean begins(Revision opening) {
    boolean records =
        now.active() == null && !opening.offer().origin().equals(InitialRevision.SHIPPED);
    if (records) {
      record(now.activated(opening));
    }
    return records;
  }

  /** Restores an earlier history after a failed activation. */
  void revert(RevisionHistory before) {
    now = before;
  }

  /** Those of the offer, which claim to be from somebody, and those that were asked for. */
  List<Approval> approvals(Revision revision) {
    var approvals = new LinkedHashSet<Approval>();
    revision
        .offer()
        .approvals()
        .forEach(
            (digest, by) -> {
              if (digest.length() >= Revision.LEAST_DIGITS
                  && revision.digest().startsWith(digest)) {
                approvals.add(new Approval(by, Proof.CLAIM));
              }
            });
    approvals.addAll(now.approvals(revision.digest()));
    return List.copyOf(approvals);
  }
}
