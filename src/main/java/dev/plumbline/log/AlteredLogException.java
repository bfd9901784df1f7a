package dev.plumbline.log;

/** What a log holds is not what was recorded in it; the message names the entry or file. */
public final class AlteredLogException extends InvalidLogException {

  private static final long serialVersionUID = 1L;

  private final String fault;

  /**
   * Of a log.
   *
   * @param fault the entry or file, and what is wrong with it
   */
  public AlteredLogException(String place, String fault) {
    super(
        "%s: the log was ALTERED: %s. Nothing is answered from it. Try: plumbline audit verify"
            .formatted(place, fault));
    this.fault = fault;
  }

  public String fault() {
    return fault;
  }
}
