package dev.plumbline.action;

import java.util.List;

/** Carries out one action at a time, on the calling thread, and returns when it is done. */
@FunctionalInterface
public interface ChangeWriter {

  /**
   * Makes it so, comparing first.
   *
   * @throws WriteFaultException when it is refused or cannot be reached
   * @throws NotLeadingException when this replica may not write any more; nothing was written since
   */
  Written write(Action action);

  /**
   * What was written earlier and nothing in {@code plan} speaks of any more: to be taken away like
   * the rest of the plan.
   */
  default List<Action> leftovers(Plan plan) {
    return List.of();
  }
}
