package dev.plumbline.loop;

import dev.plumbline.engine.RuleSet;
import dev.plumbline.engine.Settlement;
import dev.plumbline.source.Snapshot;
import java.util.Map;

/**
 * What one rule set concludes from one snapshot.
 *
 * @param factCounts the number of facts of each type, sorted by type
 */
public record EvaluationResult(
    Snapshot snapshot,
    RuleSet rules,
    Settlement settlement,
    String factsDigest,
    Map<String, Integer> factCounts) {}
