package dev.plumbline.log;

/** What a log holds is not what was recorded in it; the message names the entry or file. */
public final class AlteredLogException extends InvalidLogException {

  private static final long serialVersionUID = 1L;

  public AlteredLogException(String message) {
    super(message);
  }
}
