package dev.plumbline.host.rules;

/** A store of revisions that cannot be read or written now. Its message is one line for people. */
public final class StoreFaultException extends RuntimeException {

  private static final long serialVersionUID = 1;

  StoreFaultException(String message, Throwable cause) {
    super(message, cause);
  }

  StoreFaultException(String message) {
    super(message);
  }
}
