package dev.plumbline.revision;

import dev.plumbline.revision.Revision.RevisionRequest;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Shares the status of the rules with readers. */
@ApplicationScoped
public class RuleState {

  private volatile Map<String, String> offered = Map.of();
  private volatile RuleSetStatus now = RuleSetStatus.NONE;
  private volatile @Nullable RevisionStore store;

  public RuleSetStatus now() {
    return now;
  }

  public Map<String, String> offered() {
    return offered;
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
