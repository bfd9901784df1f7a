package dev.plumbline.language;

import java.util.List;

/** Input that cannot be evaluated; each line of the message is self-contained. */
public final class InvalidInputException extends RuntimeException {

  private static final long serialVersionUID = 1;

  public InvalidInputException(RuntimeException cause) {
    super(cause.getMessage(), cause);
  }

  public List<String> lines() {
    return String.valueOf(getMessage()).lines().toList();
  }
}
