package dev.plumbline.action;

/** Whether an action is executed or only reported. */
public enum Mode {
  /** Reported as a diff. */
  OBSERVE,
  /** Executed. */
  ENFORCE
}
