package dev.plumbline.web.access;

/** Who asks cannot be told now; so nothing is told or changed either. */
public final class CannotTellException extends RuntimeException {

  private static final long serialVersionUID = 1;

  /** With what is in the way, and what may help. */
  public CannotTellException(String message) {
    super(message);
  }
}
