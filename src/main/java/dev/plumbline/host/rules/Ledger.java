package dev.plumbline.host.rules;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The history as the store has it. Of one thread. */
final class Ledger {

  private final RuleGround ground;
  private RevisionHistory now = RevisionHistory.NONE;

  Ledger(RuleGround ground) {
    this.ground = ground;
  }

  /** What is recorded, as far as is known. */
  RevisionHistory now() {
    return now;
  }

  /** Looks at what is recorded. */
  RevisionHistory read() {
    now = ground.store().read();
    return now;
  }

  /** Records it, if this replica is the one that decides. */
  void record(RevisionHistory next) {
    if (!ground.leads().getAsBoolean()) {
      throw new StoreFaultException("another replica decides now");
    }
    RevisionHistory kept = next.limited(ground.settings().keep());
    ground.store().write(kept);
    now = kept;
  }

  /** Records what the host began with, where nothing is recorded and somebody wrote it. */
  boolean begins(Revision opening) {
    boolean records = now.active() == null && !opening.offer().origin().equals(Opening.SHIPPED);
    if (records) {
      record(now.activated(opening));
    }
    return records;
  }

  /** Goes on from what was recorded before: what was recorded since came to nothing. */
  void back(RevisionHistory before) {
    now = before;
  }

  /** Who approves it; null when nobody does. */
  @Nullable String approver(Revision revision) {
    for (Map.Entry<String, String> approval : revision.offer().approvals().entrySet()) {
      if (approval.getKey().length() >= Revision.SHORT
          && revision.digest().startsWith(approval.getKey())) {
        return approval.getValue();
      }
    }
    return now.approvals().get(revision.digest());
  }
}
