package dev.plumbline.scenario;

/**
 * Scenarios that cannot be read. Its message is one line: the file, the scenario and what is wrong.
 */
public final class InvalidScenarioException extends RuntimeException {

  private static final long serialVersionUID = 1;

  InvalidScenarioException(String message) {
    super(message);
  }
}
