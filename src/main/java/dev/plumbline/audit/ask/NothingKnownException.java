package dev.plumbline.audit.ask;

/** The log tells nothing of what is asked; the message says what it does tell. */
public final class NothingKnownException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /** With a message for people. */
  public NothingKnownException(String message) {
    super(message);
  }
}
