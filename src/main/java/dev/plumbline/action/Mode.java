package dev.plumbline.action;

/** Whether an action is carried out or only shown. */
public enum Mode {
  /** Shown, as a diff. */
  OBSERVE,
  /** Carried out. */
  ENFORCE
}
