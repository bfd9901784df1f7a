package dev.plumbline.web;

import dev.plumbline.host.Live;
import dev.plumbline.host.Published;
import dev.plumbline.rule.RuleSet;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;

/** The current state, or why there is none yet. */
@ApplicationScoped
class Current {

  private final Published published;

  Current(Published published) {
    this.published = published;
  }

  /** A problem before the first settlement. */
  Live live() {
    Live live = published.now();
    if (live == null) {
      throw Problem.notReady(
          "waiting for the first settlement: rules are compiled and sources are read. Try: see"
              + " /q/health/started.");
    }
    return live;
  }

  /** The active rules; none before the first settlement. */
  List<RuleSet> rules() {
    Live live = published.now();
    return live == null ? List.of() : List.of(live.rules());
  }
}
