package dev.plumbline.conclusion;

import dev.plumbline.fact.Annotations.Key;
import dev.plumbline.fact.Gates.Gate;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Which gates are open or closed, and which sources fail. */
public sealed interface GateConclusions extends Conclusion {

  /**
   * That an activity waits, for one object.
   *
   * @param gate ami-resolution, instance-type-mapping, drift, …, or a kind of action: PinAmis
   * @param blocks the object: EC2NodeClass/default; Cluster
   * @param waitsFor the source, the value or the other gate that is not ready
   * @param errorClass transient or persistent
   * @param since since when; null if unknown
   * @param message why, in words
   */
  record GateClosed(
      @Key String gate,
      @Key String blocks,
      @Key String waitsFor,
      String errorClass,
      @Nullable Instant since,
      String message)
      implements GateConclusions {

    /** Whether what waits is a kind of action, not a judgement. */
    public boolean action() {
      return new Gate(gate).action();
    }
  }

  /**
   * That all an activity depends on is there, for every object.
   *
   * @param gate ami-resolution, instance-type-mapping, drift, …, or a kind of action: PinAmis
   */
  record GateOpen(@Key String gate) implements GateConclusions {}

  /**
   * That an object is one of those an activity is declared for.
   *
   * @param subjects which objects those are: node-class, node-pool-in-use
   * @param object the object: NodePool/default; Cluster
   */
  record GateSubject(@Key String subjects, @Key String object)
      implements GateConclusions, Internal {}

  /**
   * A call of a source that failed.
   *
   * @param source images, ssm-parameters, …
   * @param operation the call, with its subject where it has one
   * @param code the error code
   * @param errorClass transient or persistent
   */
  record SourceFault(@Key String source, @Key String operation, String code, String errorClass)
      implements GateConclusions {}

  /**
   * That the facts of a source cannot be relied on now.
   *
   * @param source images, instance-types, …
   * @param errorClass transient or persistent
   * @param since since when; null if unknown
   * @param message why, in words
   */
  record SourceNotReady(
      @Key String source, String errorClass, @Nullable Instant since, String message)
      implements GateConclusions {}
}
