package dev.plumbline.wiring;

import dev.plumbline.language.InvalidInputException;
import jakarta.enterprise.inject.Any;
import jakarta.enterprise.inject.spi.CDI;

/** A condition that must hold before {@code serve} starts; implement it as an unremovable bean. */
public interface Prerequisite {

  /**
   * Checks the condition.
   *
   * @throws InvalidInputException when it does not hold, with advice
   */
  void check();

  static void checkAll() {
    CDI.current().select(Prerequisite.class, Any.Literal.INSTANCE).forEach(Prerequisite::check);
  }
}
