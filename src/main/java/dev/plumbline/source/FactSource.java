package dev.plumbline.source;

/** An external source whose changes become facts until it is closed. */
public interface FactSource extends AutoCloseable {

  /**
   * Starts to publish from its own threads and returns at once. Faults are published as {@link
   * dev.plumbline.fact.Gates.SourceStatus}, never thrown.
   */
  void start(FactSink sink);

  /** Stops; nothing is published after this returns. */
  @Override
  void close();
}
