package dev.plumbline.action;

import java.util.List;

/**
 * The actions that change something.
 *
 * @param actions sorted by kind of action, then object
 */
public record Plan(List<Action> actions) {

  public static final Plan NOTHING = new Plan(List.of());
}
