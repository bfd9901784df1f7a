package dev.plumbline.action.plan;

import dev.plumbline.action.Action;
import dev.plumbline.action.LiveObjects;
import java.util.function.Consumer;

/** Plans one kind of action. */
@FunctionalInterface
interface KindPlanner {

  /** Gives {@code plan} every action that changes something. */
  void plan(Wanted wanted, LiveObjects objects, Consumer<Action> plan);
}
