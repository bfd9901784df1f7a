package dev.plumbline.rehearsal;

import java.time.Duration;

/** The times that several controllers share. */
final class ModelTimes {

  /** A controller reconciles what it watches. Recorded: under a second. */
  static final Duration RECONCILE = Duration.ofMillis(100);

  /** From status.amis to Drifted. Recorded: a second. */
  static final Duration DRIFT = Duration.ofSeconds(1);

  /** {@code BATCH_IDLE_DURATION}: pods are provisioned for together. */
  static final Duration PROVISION = Duration.ofSeconds(1);

  /** From the Node to its Ready condition, and from there to initialization. Recorded: 1 s. */
  static final Duration KUBELET = Duration.ofSeconds(1);

  /** Between two disruption commands. Recorded: 1 to 2 s. */
  static final Duration NEXT_COMMAND = Duration.ofMillis(1500);

  /** How often what is blocked without an event (a schedule, a share of nodes) is tried again. */
  static final Duration BLOCKED_RETRY = Duration.ofMinutes(5);

  private ModelTimes() {}
}
