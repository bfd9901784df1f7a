package dev.plumbline.fact;

import java.time.Instant;

/**
 * How many objects a kind of action has changed within the parameter {@code actions.interval}.
 *
 * @param action the kind of action: PinAmis
 * @param objects how many different ones
 * @param since when the first of them was changed
 */
public record ActionWrites(String action, int objects, Instant since) implements Fact {

  @Override
  public String key() {
    return "ActionWrites/" + action;
  }
}
