package dev.plumbline;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.plumbline.action.Outcome;
import dev.plumbline.action.Plan;
import dev.plumbline.log.Entry.Draft;
import dev.plumbline.log.EntryKind;
import dev.plumbline.log.MemoryLog;
import dev.plumbline.log.Recorded;
import dev.plumbline.loop.DecisionRecorder;
import dev.plumbline.loop.HostSnapshot;
import java.time.Instant;
import java.util.List;
import java.util.function.Consumer;

/** Records in memory, at once, on the thread that asks. */
public final class MemoryRecorder implements DecisionRecorder {

  private Recorded<Plan> newest = plan(Plan.NOTHING);

  /** A plan as if it came from the log. */
  public static Recorded<Plan> plan(Plan plan) {
    var entry = new Draft(Instant.EPOCH, EntryKind.DECISION, JsonNodeFactory.instance.objectNode());
    return Recorded.append(new MemoryLog("plumbline.dev/log/test"), List.of(entry), plan);
  }

  @Override
  public void append(HostSnapshot decision) {
    newest = plan(decision.plan());
  }

  @Override
  public void append(Outcome outcome) {}

  @Override
  public void whenRecorded(Consumer<Recorded<Plan>> act) {
    act.accept(newest);
  }

  @Override
  public void cancel() {}

  @Override
  public void close() {}
}
