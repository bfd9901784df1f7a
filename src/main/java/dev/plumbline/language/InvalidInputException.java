package dev.plumbline.language;

import java.util.List;

/** Input that cannot be evaluated, told in lines that stand for themselves. */
public final class InvalidInputException extends RuntimeException {

  private static final long serialVersionUID = 1;

  /** With the message of {@code cause}. */
  public InvalidInputException(RuntimeException cause) {
    super(cause.getMessage(), cause);
  }

  /** One line a problem. */
  public List<String> lines() {
    return String.valueOf(getMessage()).lines().toList();
  }
}
