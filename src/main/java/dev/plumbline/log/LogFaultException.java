package dev.plumbline.log;

/** The log cannot be written now: disk, bucket or network. */
public final class LogFaultException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final String code;

  public LogFaultException(String code, String message, Throwable cause) {
    super(message, cause);
    this.code = code;
  }

  public String code() {
    return code;
  }
}
