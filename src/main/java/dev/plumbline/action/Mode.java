package dev.plumbline.action;

/** Whether an action is executed or only reported. */
public enum Mode {
  OBSERVE,
  ENFORCE
}
