package dev.plumbline.source;

/**
 * Something read from outside that cannot be used. Its message is one line: the file, the path
 * inside it, the value, and what may help.
 */
public abstract sealed class InvalidSourceException extends RuntimeException {

  private static final long serialVersionUID = 1;

  InvalidSourceException(String message) {
    super(message);
  }

  /** A Kubernetes object, as the API server gave it, that cannot be used. */
  public static final class InvalidObjectException extends InvalidSourceException {

    private static final long serialVersionUID = 1;

    InvalidObjectException(String message) {
      super(message);
    }
  }

  /** A data file of a rule set that cannot be used. */
  public static final class InvalidPolicyDataException extends InvalidSourceException {

    private static final long serialVersionUID = 1;

    InvalidPolicyDataException(String message) {
      super(message);
    }
  }

  /** A snapshot that cannot be used; nothing of it is. */
  public static final class InvalidSnapshotException extends InvalidSourceException {

    private static final long serialVersionUID = 1;

    InvalidSnapshotException(String message) {
      super(message);
    }
  }
}
