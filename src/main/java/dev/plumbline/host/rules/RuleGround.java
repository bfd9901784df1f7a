package dev.plumbline.host.rules;

import dev.plumbline.host.Pace;
import java.util.function.BooleanSupplier;

/**
 * What revisions stand on.
 *
 * @param store where they outlive the process
 * @param making how text becomes a rule set
 * @param parameters those that are set outside of the rules
 * @param leads whether this replica decides which one serves; the others follow
 * @param settings how many are kept, how often is looked
 * @param pace how far a preview may go, and what the time is
 */
public record RuleGround(
    RevisionStore store,
    RuleMaking making,
    ParameterSettings parameters,
    BooleanSupplier leads,
    RuleSettings settings,
    Pace pace) {}
