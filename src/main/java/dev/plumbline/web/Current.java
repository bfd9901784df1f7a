package dev.plumbline.web;

import dev.plumbline.engine.RuleSet;
import dev.plumbline.loop.HostSnapshot;
import dev.plumbline.loop.HostState;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;

/** The current state, or a problem before the first settlement. */
@ApplicationScoped
class Current {

  private final HostState published;

  Current(HostState published) {
    this.published = published;
  }

  /** The current snapshot; a problem before the first settlement. */
  HostSnapshot live() {
    HostSnapshot live = published.now();
    if (live == null) {
      throw Problem.notReady(
          "waiting for the first settlement: rules are compiled and sources are read. Try: see"
              + " /q/health/started.");
    }
    return live;
  }

  /** The active rules; empty before the first settlement. */
  List<RuleSet> rules() {
    HostSnapshot live = published.now();
    return live == null ? List.of() : List.of(live.rules());
  }
}
