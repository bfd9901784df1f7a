package dev.plumbline.host.rules;

import java.util.List;

/** That a revision does not get past a stage. */
final class RefusedException extends Exception {

  private static final long serialVersionUID = 1;

  private final String stage;
  private final transient List<String> reasons;

  RefusedException(String stage, List<String> reasons) {
    super(stage + ": " + String.join("\n", reasons));
    this.stage = stage;
    this.reasons = List.copyOf(reasons);
  }

  RefusedException(String stage, Throwable fault) {
    this(
        stage,
        fault.getMessage() == null || fault.getMessage().isBlank()
            ? List.of(fault + ". Please report it.")
            : fault.getMessage().lines().toList());
  }

  /** The stage that it did not get past. */
  String stage() {
    return stage;
  }

  /** Why, one line each. */
  List<String> reasons() {
    return reasons;
  }
}
