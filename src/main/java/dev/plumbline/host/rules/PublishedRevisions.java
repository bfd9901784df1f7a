package dev.plumbline.host.rules;

import jakarta.enterprise.context.ApplicationScoped;

/** Where readers see how it stands with the rules. */
@ApplicationScoped
public class PublishedRevisions {

  private volatile RuleStanding now = RuleStanding.NONE;

  /** How it stands. */
  public RuleStanding now() {
    return now;
  }

  /** Puts it where readers look. */
  public void put(RuleStanding standing) {
    now = standing;
  }
}
