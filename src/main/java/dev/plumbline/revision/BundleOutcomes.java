package dev.plumbline.revision;

import dev.plumbline.conclusion.BundleConclusions.BundleTakenBack;
import dev.plumbline.fact.Fact;
import dev.plumbline.loop.HostSnapshot;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What became of bundles here, and what is to become of the one that serves. */
final class BundleOutcomes {

  /** How many bundles that were taken back the rules know, and other clusters. */
  private static final int TAKEN_BACK = 3;

  private BundleOutcomes() {}

  /** What became of bundles other than the one that serves. */
  static List<Fact> facts(
      RevisionHistory history, Revision serving, @Nullable CandidateRevision candidate) {
    var bundles = new LinkedHashMap<String, Fact>();
    history.takenBack().stream()
        .limit(TAKEN_BACK)
        .forEach(
            each ->
                bundles.put(
                    each.bundle().digest(), each.bundle().as("taken-back", null, each.why())));
    BundleOrigin offered = candidate == null ? null : candidate.revision().offer().bundle();
    if (candidate != null && offered != null) {
      Revision revision = candidate.revision();
      bundles.putIfAbsent(
          offered.digest(),
          offered.as(revision.state().wire(), null, String.join("; ", revision.reasons())));
    }
    BundleOrigin serves = serving.offer().bundle();
    if (serves != null) {
      bundles.remove(serves.digest());
    }
    return new ArrayList<>(bundles.values());
  }

  /** Why the active rules want a bundle taken back, each with its rule; none if they do not. */
  static List<String> objections(HostSnapshot live, BundleOrigin bundle) {
    return live.settlement().of(BundleTakenBack.class).stream()
        .filter(each -> each.digest().equals(bundle.digest()))
        .map(each -> each.rule() + " " + each.message())
        .sorted()
        .toList();
  }

  /** What may serve instead of a bundle, newest first: no later one, nor what has failed. */
  static List<Revision> instead(RevisionHistory history, BundleOrigin bundle) {
    return history.before().stream()
        .filter(each -> history.failure(each.digest()) == null)
        .filter(
            each -> {
              BundleOrigin other = each.offer().bundle();
              return other == null
                  || other.sequence() < bundle.sequence() && history.takenBack(other) == null;
            })
        .toList();
  }
}
