package dev.plumbline.conclusion;

import dev.plumbline.fact.Annotations.Key;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Which actions are due, allowed or capped, and what is wrong with one. */
public sealed interface ActionConclusions extends Conclusion {

  /**
   * How many more objects a kind of action may change within the interval.
   *
   * @param action the kind of action: PinAmis
   * @param left how many; 0 when none
   */
  record ActionAllowance(@Key String action, int left) implements ActionConclusions {

    /** What is left of {@code most} after {@code changed} objects; never less than 0. */
    public static int left(int most, int changed) {
      return Math.max(0, most - changed);
    }
  }

  /**
   * How many objects a kind of action may change within the interval.
   *
   * @param action the kind of action: PinAmis
   * @param most how many
   */
  record ActionCap(@Key String action, int most) implements ActionConclusions, Internal {}

  /**
   * That an action may concern an object now: all it depends on is there.
   *
   * @param action the kind of action: PinAmis
   * @param object the object: EC2NodeClass/default, Ami/ami-0123
   * @param mode observe or enforce
   * @param message why this mode, in words
   */
  record ActionDue(@Key String action, @Key String object, String mode, String message)
      implements ActionConclusions {}

  /**
   * An action that failed, and whether that passes by itself.
   *
   * @param action the kind of action: PinAmis
   * @param object the object: EC2NodeClass/default
   * @param code the error code
   * @param errorClass transient or persistent
   * @param message the message
   */
  record ActionFault(
      @Key String action, @Key String object, String code, String errorClass, String message)
      implements ActionConclusions {}

  /**
   * A field that is written again and again.
   *
   * @param rule the id of the rule that found it
   * @param action the kind of action: PinAmis
   * @param object the object: EC2NodeClass/default
   * @param reason a word in CamelCase, as in Events: WriteUndone, WriteFlapping
   * @param since when it was written last
   * @param message what happens, and what to do
   */
  record WriteConflict(
      @Key String rule,
      @Key String action,
      @Key String object,
      String reason,
      Instant since,
      String message)
      implements ActionConclusions {}

  /**
   * That a node class launches an image that is in quarantine or recalled: what leads away from it
   * does not wait because its field flaps.
   *
   * @param action the kind of action that leads away: PinAmis
   * @param object the object: EC2NodeClass/default
   * @param release the release
   */
  record RefusedImageLaunched(@Key String action, @Key String object, @Key String release)
      implements ActionConclusions, Internal {}

  /**
   * That a kind of action may concern an object, regardless of its gates.
   *
   * @param action the kind of action: PinAmis
   * @param object the object: EC2NodeClass/default, Ami/ami-0123
   * @param mode {@code plumbline.dev/mode} as the object has it; null if absent
   */
  record ActionSubject(@Key String action, @Key String object, @Nullable String mode)
      implements ActionConclusions, Internal {}
}
