package dev.plumbline.fact;

import java.time.Instant;

/**
 * That the last try of an action failed; gone once one succeeds or the action is not wanted any
 * more.
 *
 * @param action the kind of action: PinAmis
 * @param object the object: EC2NodeClass/default, Ami/ami-0123
 * @param code the error code of EC2, or the reason of the API server: Conflict, Forbidden
 * @param message what it said
 * @param failures how many times in a row it has failed now
 * @param since when it failed first
 */
public record ActionFailure(
    String action, String object, String code, String message, int failures, Instant since)
    implements Fact {

  @Override
  public String key() {
    return "ActionFailure/" + action + "/" + object;
  }
}
