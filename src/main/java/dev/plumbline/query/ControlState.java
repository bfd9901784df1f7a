package dev.plumbline.query;

import java.util.Collection;

/** How a control stands. */
public enum ControlState {
  /** A finding of a violation was open. */
  NOT_SATISFIED("not-satisfied"),
  /** Something was judged for it and passed, and no violation was open. */
  SATISFIED("satisfied"),
  /** Rules that serve it concluded something, or skipped an object; nothing was judged. */
  OBSERVED("observed"),
  /** There is no observation of it. */
  NOT_ASSESSED("not-assessed");

  private final String wire;

  ControlState(String wire) {
    this.wire = wire;
  }

  public String wire() {
    return wire;
  }

  /** Whether there is a verdict on it. */
  public boolean judged() {
    return this == SATISFIED || this == NOT_SATISFIED;
  }

  /**
   * The state of one control.
   *
   * @param findings those that count for it
   * @param observed whether a rule that serves it concluded something that held
   */
  static ControlState of(Collection<ControlFinding> findings, boolean observed) {
    if (findings.stream().anyMatch(each -> each.open() && each.violation())) {
      return NOT_SATISFIED;
    }
    if (findings.stream().anyMatch(each -> each.open() && each.judged())) {
      return SATISFIED;
    }
    return observed || findings.stream().anyMatch(ControlFinding::open) ? OBSERVED : NOT_ASSESSED;
  }
}
