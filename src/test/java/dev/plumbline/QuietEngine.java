package dev.plumbline;

import org.jboss.logmanager.Level;
import org.jboss.logmanager.Logger;
import org.junit.platform.launcher.LauncherSession;
import org.junit.platform.launcher.LauncherSessionListener;

/**
 * Until Quarkus has configured it, logging is at its finest, and the engine then spends half its
 * time on words that nobody reads. Tests that start no Quarkus would pay for that.
 */
public final class QuietEngine implements LauncherSessionListener {

  @Override
  public void launcherSessionOpened(LauncherSession session) {
    quiet();
  }

  /** The engine logs as it does in the program. */
  public static void quiet() {
    Logger.getLogger("org.drools").setLevel(Level.INFO);
  }
}
