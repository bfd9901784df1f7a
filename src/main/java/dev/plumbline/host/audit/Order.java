package dev.plumbline.host.audit;

import dev.plumbline.action.Outcome;
import dev.plumbline.action.Plan;
import java.util.function.Consumer;

/**
 * A plan that may be carried out once the settlement that it comes from is recorded.
 *
 * @param settlement the number of that settlement
 * @param outcomes who is told what became of it
 */
record Order(Plan plan, Consumer<Outcome> outcomes, long settlement) {}
