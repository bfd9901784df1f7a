package dev.plumbline.action;

import dev.plumbline.action.Action.Mode;
import dev.plumbline.fact.ObjectRef;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A planned change to one object.
 *
 * @param held why it is on hold although its mode is enforce; null if it is not
 * @param reasons sentences, each starting with the rule id where there is one; sorted
 */
public record Action(
    ActionKind kind,
    ObjectRef object,
    Mode mode,
    @Nullable String held,
    Change change,
    List<String> reasons) {

  public boolean due() {
    return mode == Mode.ENFORCE && held == null;
  }

  /** Whether an action is executed or only reported. */
  public enum Mode {
    OBSERVE,
    ENFORCE
  }
}
