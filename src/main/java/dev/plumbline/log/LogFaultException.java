package dev.plumbline.log;

/** The log cannot be written now: disk, bucket or network. */
public final class LogFaultException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final String code;

  /** With a code of its own kind, {@code NoSpace}, {@code SlowDown}, and what happened in words. */
  public LogFaultException(String code, String message, Throwable cause) {
    super(message, cause);
    this.code = code;
  }

  /** What kind of fault, for the rules that class it. */
  public String code() {
    return code;
  }
}
