package dev.plumbline.revision;

import dev.plumbline.revision.Revision.RevisionRequest;
import dev.plumbline.revision.RevisionHistory.TakenBack;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Shares the status of the rules with readers. */
@ApplicationScoped
public class RuleState {

  private volatile Map<String, String> offered = Map.of();
  private volatile Map<String, String> bundled = Map.of();
  private volatile @Nullable String bundleFault;
  private volatile List<String> bundleWaits = List.of();
  private volatile RuleSetStatus now = RuleSetStatus.NONE;
  private volatile @Nullable RevisionStore store;

  public RuleSetStatus now() {
    return now;
  }

  /** The files that are offered now: of the bundle, and of overlays on top. */
  public Map<String, String> offered() {
    return offered;
  }

  /** The files of the bundle that is followed, which an overlay may replace; none without one. */
  public Map<String, String> bundled() {
    return bundled;
  }

  void bundled(Map<String, String> files) {
    bundled = Map.copyOf(files);
  }

  /** Why the channel of bundles is not followed; null while it is, or there is none. */
  public @Nullable String bundleFault() {
    return bundleFault;
  }

  void bundleFault(@Nullable String fault) {
    bundleFault = fault;
  }

  /** Why the bundle that the channel names does not serve here yet; none when nothing waits. */
  public List<String> bundleWaits() {
    return bundleWaits;
  }

  void bundleWaits(List<String> why) {
    bundleWaits = List.copyOf(why);
  }

  /** The bundle that serves, or did when the program started; null when there is none. */
  @Nullable BundleOrigin bundle() {
    RuleOffer serving = served();
    return serving == null ? null : serving.bundle();
  }

  /** What serves, or did when the program started; null when that is not known. */
  @Nullable RuleOffer served() {
    Revision serving = now.serving();
    if (serving == null) {
      serving = history().serving();
    }
    return serving == null ? null : serving.offer();
  }

  /** Why a bundle is not taken again; null when it was not taken back. */
  @Nullable String takenBackBecause(BundleOrigin bundle) {
    TakenBack back = history().takenBack(bundle);
    return back == null ? null : back.message();
  }

  private RevisionHistory history() {
    RevisionStore place = store;
    if (now.serving() != null || place == null) {
      return now.history();
    }
    try {
      return place.read();
    } catch (RevisionStore.FaultException e) {
      return RevisionHistory.NONE; // compared again before it serves, once the store can be read
    }
  }

  void offered(RuleOffer offer) {
    offered = Map.copyOf(offer.files());
  }

  public void kept(RevisionStore place) {
    store = place;
  }

  /**
   * Files a request for the leader, which may be another replica, as {@code plumbline rules
   * approve} and {@code rollback} do.
   *
   * @throws RevisionStore.FaultException when the store cannot be written
   */
  public void ask(RevisionRequest request) {
    RevisionStore place = store;
    if (place == null) {
      throw new RevisionStore.FaultException(
          "no rules are loaded yet. Try: see /q/health/started.");
    }
    place.ask(request);
  }

  public void put(RuleSetStatus status) {
    now = status;
  }
}
