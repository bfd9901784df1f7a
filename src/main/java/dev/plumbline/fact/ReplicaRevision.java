package dev.plumbline.fact;

import java.time.Instant;

/**
 * The rules that one of several replicas serves.
 *
 * @param replica who: the name of its pod
 * @param digest SHA-256 over the files of the rules that it settled with last
 * @param since since when it has served them, by the clock of this replica: of another one, when
 *     this was first seen
 * @param own whether it is this replica
 */
public record ReplicaRevision(String replica, String digest, Instant since, boolean own)
    implements Fact {

  @Override
  public String key() {
    return "ReplicaRevision/" + replica;
  }

  /** What the digest is called for short: its first twelve characters. */
  public String brief() {
    return digest.substring(0, Math.min(12, digest.length()));
  }

  /** Since when both have served what they serve: the later of the two times. */
  public Instant sinceBoth(ReplicaRevision other) {
    return since.isAfter(other.since) ? since : other.since;
  }
}
