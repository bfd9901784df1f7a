package dev.plumbline.loop;

import dev.plumbline.engine.RuleSession;
import dev.plumbline.source.FactUpdate;
import java.util.List;

/**
 * A rule set that is ready to take over in the loop.
 *
 * @param evaluation the rules with their data
 * @param session a session of these rules that nobody else uses any more; the facts it knows may be
 *     a while old
 * @param told what is true with these rules: their data, the parameters, which revision serves; in
 *     place of what the same owners told before
 */
public record PreparedRuleSet(
    Evaluation evaluation, RuleSession session, List<FactUpdate> updates) {}
