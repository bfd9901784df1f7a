package dev.plumbline.revision;

import dev.plumbline.fact.Revisions.RevisionApproval;
import dev.plumbline.revision.Revision.RevisionRequest.Proof;
import org.jspecify.annotations.Nullable;

/**
 * Who approved a revision.
 *
 * @param by the name
 * @param proof how it is known that it was them
 * @param writesRules whether they may write ConfigMaps of rules: yes, no; null when that is not
 *     known
 */
record Approval(String by, Proof proof, @Nullable String writesRules) {

  Approval(String by, Proof proof) {
    this(by, proof, null);
  }

  RevisionApproval fact(String digest) {
    return new RevisionApproval(digest, by, proof.wire(), writesRules);
  }

  /** Whether {@code other} is the same approval, perhaps with other rights. */
  boolean replaces(Approval other) {
    return by.equals(other.by) && proof == other.proof;
  }
}
