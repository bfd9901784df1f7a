package dev.plumbline.exchange;

/** That a report of a cluster cannot be used; the message says why. */
public final class InvalidReportException extends Exception {

  private static final long serialVersionUID = 1;

  public InvalidReportException(String message) {
    super(message);
  }
}
