package dev.plumbline.host.explain;

import dev.plumbline.rule.why.FactChange;
import java.util.List;

/**
 * Changes of facts after which a conclusion holds: tried, not guessed.
 *
 * @param changes one or two
 * @param added how many conclusions there would be that are not there now, the wanted one included
 * @param removed how many conclusions would be gone
 */
public record Suggestion(List<FactChange> changes, int added, int removed) {}
