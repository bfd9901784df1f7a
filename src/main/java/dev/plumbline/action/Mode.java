package dev.plumbline.action;

/** Whether an action is done or only said. */
public enum Mode {
  /** Said, as a diff. */
  OBSERVE,
  /** Done. */
  ENFORCE
}
