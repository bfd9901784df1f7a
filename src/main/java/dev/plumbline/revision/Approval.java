package dev.plumbline.revision;

import dev.plumbline.fact.Revisions.RevisionApproval;
import dev.plumbline.revision.Revision.RevisionRequest.Proof;

/**
 * Who approved a revision.
 *
 * @param by the name
 * @param proof how it is known that it was them
 */
record Approval(String by, Proof proof) {

  RevisionApproval fact(String digest) {
    return new RevisionApproval(digest, by, proof.wire());
  }
}
