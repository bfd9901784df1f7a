package dev.plumbline.trial;

import org.jspecify.annotations.Nullable;

/** Where candidates are tried. */
public interface Trials extends AutoCloseable {

  /** In this process alone: nothing is tried before. */
  Trials NONE =
      new Trials() {
        @Override
        public @Nullable TrialVerdict tried(TrialRequest request) {
          return null;
        }

        @Override
        public void close() {}
      };

  /**
   * Tries {@code request}; one at a time.
   *
   * @return null where no process can be started, so that it has to be tried in this one
   */
  @Nullable TrialVerdict tried(TrialRequest request) throws InterruptedException;

  /** Why candidates are tried in this process; null when they are not, or are meant to be. */
  default @Nullable String fault() {
    return null;
  }

  /** Starts a process in advance, if it is to be kept. */
  default void warm() {}

  /** Ends the process where nothing has been tried for some time. */
  default void endIfIdle() {}

  @Override
  void close();
}
