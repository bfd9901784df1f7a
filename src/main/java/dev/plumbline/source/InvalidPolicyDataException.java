package dev.plumbline.source;

/** A data file of a rule set that cannot be used. */
public final class InvalidPolicyDataException extends InvalidSourceException {

  private static final long serialVersionUID = 1;

  InvalidPolicyDataException(String message) {
    super(message);
  }
}
