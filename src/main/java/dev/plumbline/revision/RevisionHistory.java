package dev.plumbline.revision;

import dev.plumbline.revision.Revision.RevisionState;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Which revision serves, and those before it.
 *
 * @param approvals by digest, or at least 32 digits of it
 * @param rolledBackFrom the digest that is not taken again until something else was offered; null
 *     when nothing was rolled back
 * @param revisions those that are kept, the newest first
 */
public record RevisionHistory(
    @Nullable String active,
    @Nullable String rolledBackFrom,
    SortedMap<String, List<Approval>> approvals,
    List<Revision> revisions) {

  /** Of one revision; the latest are kept. */
  private static final int MAX_APPROVALS = 20;

  public static final RevisionHistory NONE =
      new RevisionHistory(null, null, Collections.emptySortedMap(), List.of());

  public @Nullable Revision serving() {
    return active == null ? null : named(active);
  }

  public @Nullable Revision named(String digest) {
    List<Revision> meant =
        revisions.stream().filter(each -> each.digest().startsWith(digest)).toList();
    return meant.size() == 1 ? meant.getFirst() : null;
  }

  /** Those that served before, the latest first. */
  public List<Revision> before() {
    return revisions.stream()
        .filter(each -> each.state() == RevisionState.REPLACED)
        .sorted(
            (one, other) -> {
              Instant ofOne = one.activated() == null ? Instant.MIN : one.activated();
              Instant ofOther = other.activated() == null ? Instant.MIN : other.activated();
              return ofOther.compareTo(ofOne);
            })
        .toList();
  }

  /** The newest that is held or rejected; null when the newest of all serves. */
  public @Nullable Revision waiting() {
    Revision newest = revisions.isEmpty() ? null : revisions.getFirst();
    return newest != null
            && (newest.state() == RevisionState.HELD || newest.state() == RevisionState.REJECTED)
        ? newest
        : null;
  }

  /** With {@code revision} as the newest, in place of what was known of it. */
  RevisionHistory with(Revision revision) {
    var all = new ArrayList<>(List.of(revision));
    revisions.stream().filter(each -> !each.digest().equals(revision.digest())).forEach(all::add);
    return new RevisionHistory(active, rolledBackFrom, approvals, List.copyOf(all));
  }

  RevisionHistory activated(Revision revision) {
    var all = new ArrayList<>(List.of(revision));
    for (Revision each : revisions) {
      if (!each.digest().equals(revision.digest())) {
        all.add(
            each.state() == RevisionState.ACTIVE
                ? each.as(RevisionState.REPLACED, each.reasons())
                : each);
      }
    }
    return new RevisionHistory(revision.digest(), rolledBackFrom, approvals, List.copyOf(all));
  }

  /** As after a rollback from the one that serves; null when nothing is avoided any more. */
  RevisionHistory avoiding(@Nullable String digest) {
    return new RevisionHistory(active, digest, approvals, revisions);
  }

  /** Those of a revision, by its digest or at least 32 digits of it. */
  List<Approval> approvals(String digest) {
    return approvals.entrySet().stream()
        .filter(each -> each.getKey().length() >= Revision.LEAST_DIGITS)
        .filter(each -> digest.startsWith(each.getKey()))
        .flatMap(each -> each.getValue().stream())
        .distinct()
        .toList();
  }

  RevisionHistory approved(String digest, Approval approval) {
    var all = new TreeMap<>(approvals);
    var ofDigest = new ArrayList<>(all.getOrDefault(digest, List.of()));
    ofDigest.remove(approval);
    ofDigest.addFirst(approval);
    all.put(digest, List.copyOf(ofDigest.subList(0, Math.min(MAX_APPROVALS, ofDigest.size()))));
    return new RevisionHistory(active, rolledBackFrom, all, revisions);
  }

  RevisionHistory limited(int most) {
    var kept = new ArrayList<>(revisions.subList(0, Math.min(most, revisions.size())));
    Revision serving = serving();
    if (serving != null && !kept.contains(serving)) {
      kept.set(kept.size() - 1, serving);
    }
    return new RevisionHistory(active, rolledBackFrom, approvals, List.copyOf(kept));
  }
}
