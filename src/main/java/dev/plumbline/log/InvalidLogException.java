package dev.plumbline.log;

/** A log is not what it should be; the message names the file, the entry and what is wrong. */
public class InvalidLogException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  public InvalidLogException(String message) {
    super(message);
  }
}
