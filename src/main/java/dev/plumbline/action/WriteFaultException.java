package dev.plumbline.action;

/** A write was rejected, or the server cannot be reached. */
public final class WriteFaultException extends RuntimeException {

  private static final long serialVersionUID = 1;

  private final String code;

  /**
   * @param code the EC2 error code, or the API server reason: Forbidden
   * @param message may end with advice
   */
  public WriteFaultException(String code, String message) {
    super(message);
    this.code = code;
  }

  /** The EC2 error code, or the API server reason. */
  public String code() {
    return code;
  }
}
