package dev.plumbline.host;

import dev.plumbline.action.Actuator;
import dev.plumbline.action.Outcome;
import dev.plumbline.action.Plan;
import dev.plumbline.action.Planner;
import dev.plumbline.action.plan.ClusterPlanner;
import dev.plumbline.audit.Recorded;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * Who plans, who acts, and whether this replica may.
 *
 * @param planner what is to be done
 * @param recorder makes it durable
 * @param actuator does what is durable, and nothing else
 * @param record what is remembered of it
 * @param leader whether this replica is the one that acts, now; asked from the loop, must not wait
 */
public record Acting(
    Planner planner,
    DecisionRecorder recorder,
    Actuator actuator,
    ActionRecord record,
    BooleanSupplier leader) {

  /** Plans nothing and does nothing: for one who only watches. */
  public static final Acting NONE =
      new Acting(
          (conclusions, objects) -> Plan.NOTHING,
          DecisionRecorder.NONE,
          new Idle(),
          ActionRecord.NONE,
          () -> false);

  /** Plans, and does nothing: for one who shows what would be done. */
  public static final Acting SHOWING =
      new Acting(
          new ClusterPlanner(), DecisionRecorder.NONE, new Idle(), ActionRecord.NONE, () -> false);

  /** The same, recorded by {@code other}. */
  public Acting with(DecisionRecorder other) {
    return new Acting(planner, other, actuator, record, leader);
  }

  private static final class Idle implements Actuator {

    @Override
    public void apply(Recorded<Plan> plan, Consumer<Outcome> outcomes) {
      // nothing to do
    }

    @Override
    public void stop() {
      // nothing is being done
    }

    @Override
    public void close() {
      // nothing to finish
    }
  }
}
