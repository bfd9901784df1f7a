package dev.plumbline.loop;

import dev.plumbline.engine.RuleSession;
import dev.plumbline.source.FactUpdate;
import java.util.List;

/**
 * A rule set that is ready to be activated in the loop.
 *
 * @param session a session of these rules that is not used elsewhere; its facts may be outdated
 * @param updates the facts that come with these rules (their data, the parameters, the active
 *     revision); they replace the earlier facts of the same owners
 */
public record PreparedRuleSet(
    Evaluation evaluation, RuleSession session, List<FactUpdate> updates) {}
