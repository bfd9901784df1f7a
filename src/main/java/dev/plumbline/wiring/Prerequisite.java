package dev.plumbline.wiring;

import dev.plumbline.language.InvalidInputException;
import jakarta.enterprise.inject.Any;
import jakarta.enterprise.inject.spi.CDI;

/** What must be so before {@code serve} begins; a bean that is not removed. */
public interface Prerequisite {

  /**
   * Looks at it.
   *
   * @throws InvalidInputException when it is not so, with what may help
   */
  void check();

  /** All of this program. */
  static void checkAll() {
    CDI.current().select(Prerequisite.class, Any.Literal.INSTANCE).forEach(Prerequisite::check);
  }
}
