package dev.plumbline.revision;

import jakarta.enterprise.context.ApplicationScoped;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Where readers see how it stands with the rules. */
@ApplicationScoped
public class RuleState {

  private volatile Map<String, String> offered = Map.of();
  private volatile RuleSetStatus now = RuleSetStatus.NONE;
  private volatile @Nullable RevisionStore store;

  /** How it stands. */
  public RuleSetStatus now() {
    return now;
  }

  /** The overlay as it was offered last, by file name, whether it serves or not. */
  public Map<String, String> offered() {
    return offered;
  }

  /** Tells what was offered last. */
  void offered(RuleOffer offer) {
    offered = Map.copyOf(offer.files());
  }

  /** Tells where revisions are kept. */
  public void kept(RevisionStore place) {
    store = place;
  }

  /**
   * Asks the one who decides, which may be another replica, as {@code plumbline rules approve} and
   * {@code rollback} do.
   *
   * @throws RevisionStore.FaultException when it cannot be asked now
   */
  public void ask(RevisionRequest request) {
    RevisionStore place = store;
    if (place == null) {
      throw new RevisionStore.FaultException(
          "no rules are loaded yet. Try: see /q/health/started.");
    }
    place.ask(request);
  }

  /** Puts it where readers look. */
  public void put(RuleSetStatus status) {
    now = status;
  }
}
