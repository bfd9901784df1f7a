package dev.plumbline.action;

import java.util.List;

/**
 * What is to be done: only what changes something.
 *
 * @param actions sorted by kind of action, then object
 */
public record Plan(List<Action> actions) {

  /** Nothing to be done. */
  public static final Plan NOTHING = new Plan(List.of());
}
