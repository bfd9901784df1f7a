package dev.plumbline.source;

/** A snapshot that cannot be used; nothing of it is. */
public final class InvalidSnapshotException extends InvalidSourceException {

  private static final long serialVersionUID = 1;

  InvalidSnapshotException(String message) {
    super(message);
  }
}
