package dev.plumbline.action;

/** That a write was refused or that who takes it cannot be reached. */
public final class WriteFaultException extends RuntimeException {

  private static final long serialVersionUID = 1;

  private final String code;

  /**
   * @param code the error code of EC2, or the reason of the API server: Forbidden
   * @param message with advice where there is any
   */
  public WriteFaultException(String code, String message) {
    super(message);
    this.code = code;
  }

  /** The error code of EC2, or the reason of the API server. */
  public String code() {
    return code;
  }
}
