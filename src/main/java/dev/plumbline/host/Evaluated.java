package dev.plumbline.host;

import dev.plumbline.rule.RuleSet;
import dev.plumbline.rule.Settlement;
import dev.plumbline.source.Snapshot;
import java.util.Map;

/**
 * What one rule set concludes from one snapshot.
 *
 * @param snapshot what was judged
 * @param rules what judged it
 * @param settlement what follows
 * @param factsDigest which facts exactly: {@link FactsDigest}
 * @param factCounts how many facts there were of each type, sorted by type
 */
public record Evaluated(
    Snapshot snapshot,
    RuleSet rules,
    Settlement settlement,
    String factsDigest,
    Map<String, Integer> factCounts) {}
