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
 * @param failed what was active and could not settle, or ended the process; each is held until
 *     somebody who is authenticated approves it. The latest first
 * @param takenBack bundles that served and were replaced by an earlier one: none of them is
 *     activated again by itself, whatever overlay is on top. The latest first
 * @param revisions those that are kept, the newest first
 */
public record RevisionHistory(
    @Nullable String active,
    @Nullable String rolledBackFrom,
    SortedMap<String, List<Approval>> approvals,
    List<Failure> failed,
    List<TakenBack> takenBack,
    List<Revision> revisions) {

  /** Of one revision; the latest are kept. */
  private static final int MAX_APPROVALS = 20;

  private static final int MAX_FAILURES = 50;

  private static final int MAX_TAKEN_BACK = 20;

  public static final RevisionHistory NONE =
      new RevisionHistory(
          null, null, Collections.emptySortedMap(), List.of(), List.of(), List.of());

  /**
   * That a revision was active and could not go on.
   *
   * @param reasons why
   */
  public record Failure(String digest, List<String> reasons, Instant at) {}

  /**
   * That a bundle served and was replaced by an earlier one.
   *
   * @param why by whom or what
   */
  public record TakenBack(BundleOrigin bundle, String why, Instant at) {

    /** Why it is not taken again, and what helps. */
    String message() {
      return "%s was taken back at %s: %s. Try: pack it with a higher --sequence once it is mended."
          .formatted(bundle.title(), at, why);
    }
  }

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
    return new RevisionHistory(
        active, rolledBackFrom, approvals, failed, takenBack, List.copyOf(all));
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
    return new RevisionHistory(
        revision.digest(),
        rolledBackFrom,
        approvals,
        failed.stream().filter(each -> !each.digest().equals(revision.digest())).toList(),
        without(revision.offer().bundle()),
        List.copyOf(all));
  }

  /** As after a rollback from the one that serves; null when nothing is avoided any more. */
  RevisionHistory avoiding(@Nullable String digest) {
    return new RevisionHistory(active, digest, approvals, failed, takenBack, revisions);
  }

  /** As after {@code revision} could not go on: it is held. */
  RevisionHistory failing(Revision revision, List<String> why, Instant at) {
    var all = new ArrayList<Failure>(List.of(new Failure(revision.digest(), List.copyOf(why), at)));
    failed.stream()
        .filter(each -> !each.digest().equals(revision.digest()))
        .limit(MAX_FAILURES - 1)
        .forEach(all::add);
    return new RevisionHistory(
            active, rolledBackFrom, approvals, List.copyOf(all), takenBack, revisions)
        .with(revision.as(RevisionState.HELD, why));
  }

  /**
   * As after {@code from} was left for {@code to}: if that is an earlier bundle, or none, the one
   * that served is not taken again.
   */
  RevisionHistory leaving(
      @Nullable BundleOrigin from, @Nullable BundleOrigin to, String why, Instant at) {
    if (from == null || (to != null && to.sequence() >= from.sequence())) {
      return this;
    }
    var all = new ArrayList<TakenBack>(List.of(new TakenBack(from, why, at)));
    without(from).stream().limit(MAX_TAKEN_BACK - 1).forEach(all::add);
    return new RevisionHistory(
        active, rolledBackFrom, approvals, failed, List.copyOf(all), revisions);
  }

  private List<TakenBack> without(@Nullable BundleOrigin bundle) {
    return bundle == null
        ? takenBack
        : takenBack.stream()
            .filter(each -> !each.bundle().digest().equals(bundle.digest()))
            .toList();
  }

  /** How {@code bundle} was taken back; null when it was not, or serves again. */
  @Nullable TakenBack takenBack(@Nullable BundleOrigin bundle) {
    return bundle == null
        ? null
        : takenBack.stream()
            .filter(each -> each.bundle().digest().equals(bundle.digest()))
            .findFirst()
            .orElse(null);
  }

  /** Whether a revision is held by limits alone: it has neither failed nor been rolled back. */
  public boolean awaitsApproval(Revision revision) {
    return revision.state() == RevisionState.HELD
        && failure(revision.digest()) == null
        && !revision.digest().equals(rolledBackFrom);
  }

  /** How {@code digest} failed; null when it did not, or was approved since. */
  @Nullable Failure failure(String digest) {
    return failed.stream().filter(each -> each.digest().equals(digest)).findFirst().orElse(null);
  }

  /**
   * As after somebody who is authenticated has approved {@code digest}: if it had failed, it is
   * taken again like one that was never active.
   *
   * @param digest at least 32 digits of it
   */
  RevisionHistory pardoned(String digest) {
    if (digest.length() < Revision.LEAST_DIGITS
        || failed.stream().noneMatch(each -> each.digest().startsWith(digest))) {
      return this;
    }
    Revision pardoned = named(digest);
    return new RevisionHistory(
        active,
        rolledBackFrom,
        approvals,
        failed.stream().filter(each -> !each.digest().startsWith(digest)).toList(),
        pardoned == null ? takenBack : without(pardoned.offer().bundle()),
        revisions.stream()
            .map(each -> each.digest().startsWith(digest) ? each.neverActive() : each)
            .toList());
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
    ofDigest.removeIf(approval::replaces);
    ofDigest.addFirst(approval);
    all.put(digest, List.copyOf(ofDigest.subList(0, Math.min(MAX_APPROVALS, ofDigest.size()))));
    return new RevisionHistory(active, rolledBackFrom, all, failed, takenBack, revisions);
  }

  RevisionHistory limited(int most) {
    var kept = new ArrayList<>(revisions.subList(0, Math.min(most, revisions.size())));
    Revision serving = serving();
    if (serving != null && !kept.contains(serving)) {
      kept.set(kept.size() - 1, serving);
    }
    return new RevisionHistory(
        active, rolledBackFrom, approvals, failed, takenBack, List.copyOf(kept));
  }
}
