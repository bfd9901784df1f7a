package dev.plumbline.audit.ask;

import dev.plumbline.audit.LogHead;
import java.time.Instant;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;

/**
 * What the log tells of one node at one time.
 *
 * @param node as it was asked for
 * @param at the time asked for
 * @param sequence the last entry written by then
 * @param head where the log stands now
 * @param sections the questions, in order
 * @param evidence the places of the entries that the answers rest on
 * @param told the facts and conclusions that they name
 * @param ruleFiles the files of the rules that they name: digests by name, of the revision that
 *     served; those of an earlier one as {@code name@digest}
 */
public record NodeAnswer(
    String node,
    Instant at,
    long sequence,
    LogHead head,
    List<Section> sections,
    SortedSet<Long> evidence,
    List<Told> told,
    SortedMap<String, String> ruleFiles) {}
