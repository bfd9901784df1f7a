package dev.plumbline.bundle;

/**
 * A bundle that is refused; the message says why, and what to do, in words that follow its name.
 */
public final class InvalidBundleException extends RuntimeException {

  private static final long serialVersionUID = 1;

  public InvalidBundleException(String message) {
    super(message);
  }
}
