package dev.plumbline.action;

/** That another replica acts, or soon may: nothing is written any more. */
public final class NotLeadingException extends RuntimeException {

  private static final long serialVersionUID = 1;

  public NotLeadingException() {
    super("another replica may be the one who acts");
  }
}
