package dev.plumbline.source;

/** A place outside whose changes become facts until it is closed. */
public interface FactSource extends AutoCloseable {

  /**
   * Begins to publish, from threads of its own, and returns at once. Faults are published as {@link
   * dev.plumbline.fact.Gates.SourceStatus}, never thrown.
   */
  void start(FactSink sink);

  /** Ends; nothing is published after it has returned. */
  @Override
  void close();
}
