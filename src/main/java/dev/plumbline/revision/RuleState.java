package dev.plumbline.revision;

import dev.plumbline.revision.Revision.RevisionRequest;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Shares the status of the rules with readers. */
@ApplicationScoped
public class RuleState {

  private volatile Map<String, String> offered = Map.of();
  private volatile Map<String, String> bundled = Map.of();
  private volatile @Nullable String bundleFault;
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

  /** The bundle that serves, or did when the program started; null when there is none. */
  @Nullable BundleOrigin bundle() {
    Revision serving = now.serving();
    RevisionStore place = store;
    if (serving == null && place != null) {
      try {
        serving = place.read().serving();
      } catch (RevisionStore.FaultException e) {
        return null; // compared again before it serves, once the store can be read
      }
    }
    return serving == null ? null : serving.offer().bundle();
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
