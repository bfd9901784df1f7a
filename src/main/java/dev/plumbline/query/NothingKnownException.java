package dev.plumbline.query;

/** The log says nothing about what was requested; the message says what it has instead. */
public final class NothingKnownException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  public NothingKnownException(String message) {
    super(message);
  }
}
