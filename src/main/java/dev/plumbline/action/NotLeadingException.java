package dev.plumbline.action;

/** This replica is not the leader, or may soon not be: it must not write. */
public final class NotLeadingException extends RuntimeException {

  private static final long serialVersionUID = 1;

  public NotLeadingException() {
    super("another replica may be the one who acts");
  }
}
