package dev.plumbline.source;

/** A place outside whose changes become facts until it is closed. */
public interface FactSource extends AutoCloseable {

  /**
   * Begins to tell, from threads of its own, and returns at once. Faults are told as {@link
   * dev.plumbline.fact.SourceStatus}, never thrown.
   */
  void start(FactSink sink);

  /** Ends; nothing is told after it has returned. */
  @Override
  void close();
}
