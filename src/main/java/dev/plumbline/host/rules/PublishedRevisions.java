package dev.plumbline.host.rules;

import jakarta.enterprise.context.ApplicationScoped;
import java.util.Map;

/** Where readers see how it stands with the rules. */
@ApplicationScoped
public class PublishedRevisions {

  private volatile Map<String, String> offered = Map.of();
  private volatile RuleStanding now = RuleStanding.NONE;

  /** How it stands. */
  public RuleStanding now() {
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

  /** Puts it where readers look. */
  public void put(RuleStanding standing) {
    now = standing;
  }
}
