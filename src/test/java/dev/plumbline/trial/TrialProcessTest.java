package dev.plumbline.trial;

import static org.assertj.core.api.Assertions.assertThat;

import org.jboss.logmanager.Level;
import org.jboss.logmanager.Logger;
import org.junit.jupiter.api.Test;

class TrialProcessTest {

  /** Half of a settlement would be spent on words that nobody reads. */
  @Test
  void nothingIsLogged() {
    Logger root = Logger.getLogger("");
    Logger other = Logger.getLogger("org.example.engine");
    var before = root.getLevel();
    try {
      root.setLevel(Level.ALL);
      assertThat(other.isLoggable(Level.TRACE)).isTrue();

      TrialProcess.silence();

      assertThat(other.isLoggable(Level.ERROR)).isFalse();
    } finally {
      root.setLevel(before);
    }
  }
}
