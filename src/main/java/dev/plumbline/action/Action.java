package dev.plumbline.action;

import dev.plumbline.fact.ObjectRef;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One change to one object, and why.
 *
 * @param kind what is done
 * @param object what it is done to
 * @param mode whether it is carried out or only shown
 * @param held why it is not done now though it is enforced, in words; null when nothing is in the
 *     way
 * @param change what is written
 * @param reasons why, in words, each beginning with the id of its rule where there is one; sorted
 */
public record Action(
    ActionKind kind,
    ObjectRef object,
    Mode mode,
    @Nullable String held,
    Change change,
    List<String> reasons) {

  /** Whether it is to be carried out. */
  public boolean due() {
    return mode == Mode.ENFORCE && held == null;
  }
}
