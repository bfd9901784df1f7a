package dev.plumbline.action;

import java.util.List;

/** Executes one action at a time, synchronously. */
@FunctionalInterface
public interface ChangeWriter {

  /**
   * Executes an action if the live object differs.
   *
   * @throws WriteFaultException if the write is rejected or the server cannot be reached
   * @throws NotLeadingException if this replica is no longer the leader; nothing was written
   */
  Written write(Action action);

  /** Deletions of objects that were written for earlier plans and are not part of {@code plan}. */
  default List<Action> leftovers(Plan plan) {
    return List.of();
  }
}
