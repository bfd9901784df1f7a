package dev.plumbline.rehearsal;

import dev.plumbline.rehearsal.ModelState.Singleton;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The disruption commands that wait for their replacement ({@code disruption/queue.go}). */
final class DisruptionQueue {

  /**
   * A command whose replacement does not come up is given up. Recorded (1.13): 10 min; newer
   * versions wait for an hour.
   */
  private static final Duration COMMAND_TIMEOUT = Duration.ofMinutes(10);

  private record Command(ModelNode candidate, @Nullable ModelNode replacement) {}

  private final ModelState state;
  private final List<Command> commands = new ArrayList<>();

  DisruptionQueue(ModelState state) {
    this.state = state;
  }

  /**
   * Starts a command.
   *
   * @param replacement without which the candidate stays; null when it needs none
   */
  void start(ModelNode candidate, String reason, @Nullable ModelNode replacement) {
    candidate.disruption = reason;
    candidate.disrupted = state.time.instant();
    state.publish(candidate);
    var command = new Command(candidate, replacement);
    commands.add(command);
    if (replacement == null) {
      complete(command);
    } else {
      state.time.in(COMMAND_TIMEOUT, () -> rollBack(command));
    }
  }

  /** Completes the command whose replacement is initialized. */
  void initialized(ModelNode node) {
    for (Command command : List.copyOf(commands)) {
      if (command.replacement() == node) {
        complete(command);
      }
    }
  }

  /** Ends the commands of a node that is being deleted. */
  void terminating(ModelNode node) {
    commands.stream()
        .filter(command -> command.replacement() == node && node.initialized == null)
        .toList()
        .forEach(this::rollBack);
    commands.removeIf(command -> command.candidate() == node);
  }

  private void complete(Command command) {
    commands.remove(command);
    state.server.remove(command.candidate().claimRef());
  }

  /** The replacement did not come up: the node stays, and may be tried again. */
  private void rollBack(Command command) {
    if (commands.remove(command)) {
      ModelNode node = command.candidate();
      node.disruption = null;
      node.disrupted = null;
      state.publish(node);
      state.request(Singleton.DISRUPTION, ModelState.NEXT_COMMAND);
    }
  }
}
