package dev.plumbline.web;

import dev.plumbline.host.Live;
import dev.plumbline.host.Published;
import dev.plumbline.rule.RuleSet;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;

/** What is known now, or why nothing is. */
@ApplicationScoped
class Current {

  private final Published published;

  Current(Published published) {
    this.published = published;
  }

  /** The newest; a problem before the first settlement. */
  Live live() {
    Live live = published.now();
    if (live == null) {
      throw Problem.notYet(
          "the first settlement is awaited: rules are compiled and sources read their first"
              + " answers. Maybe see /q/health/started.");
    }
    return live;
  }

  /** The rules that serve; none before the first settlement. */
  List<RuleSet> rules() {
    Live live = published.now();
    return live == null ? List.of() : List.of(live.rules());
  }
}
