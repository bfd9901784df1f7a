package dev.plumbline.source;

/**
 * Something read from outside that cannot be used. Its message is one line: the file, the path
 * inside it, the value, and what may help.
 */
public abstract sealed class InvalidSourceException extends RuntimeException
    permits InvalidSnapshotException, InvalidPolicyDataException, InvalidObjectException {

  private static final long serialVersionUID = 1;

  InvalidSourceException(String message) {
    super(message);
  }
}
