package dev.plumbline.revision;

import dev.plumbline.conclusion.BundleConclusions.BundleReleased;
import dev.plumbline.conclusion.BundleConclusions.BundleWait;
import dev.plumbline.fact.Bundles.ChannelBundle;
import dev.plumbline.loop.HostSnapshot;
import dev.plumbline.loop.HostState;
import java.util.List;

/** Whether the bundle that a channel names may serve here yet. */
interface BundleGate {

  /** Where nobody else is waited for. */
  BundleGate OPEN = bundle -> List.of();

  /** That it is not known yet, for a moment. */
  List<String> NOT_SEEN = List.of("the active rules have not seen it yet");

  /** Why it does not serve yet; none when it may. */
  List<String> waits(ChannelBundle bundle);

  /**
   * As the active rules say, once they have seen it. While they do not converge they hold nothing
   * back: what is offered may be what helps, and takes an approval.
   */
  static BundleGate of(HostState published) {
    return bundle -> {
      HostSnapshot live = published.now();
      if (live != null && !live.current()) {
        return List.of();
      }
      if (live == null || !live.facts(ChannelBundle.class).contains(bundle)) {
        return NOT_SEEN;
      }
      if (live.settlement().of(BundleReleased.class).stream()
          .anyMatch(each -> each.digest().equals(bundle.digest()))) {
        return List.of();
      }
      List<String> waits =
          live.settlement().of(BundleWait.class).stream()
              .filter(each -> each.digest().equals(bundle.digest()))
              .map(each -> each.rule() + " " + each.message())
              .sorted()
              .toList();
      return waits.isEmpty()
          ? List.of("no active rule releases it. Try: check whether fleet-bundles.drl is replaced.")
          : waits;
    };
  }
}
