package dev.plumbline.source;

import java.util.List;

/** An external source whose changes become facts until it is closed. */
public interface FactSource extends AutoCloseable {

  /**
   * Starts to publish from its own threads and returns at once. Faults are published as {@link
   * dev.plumbline.fact.Gates.SourceStatus}, never thrown.
   */
  void start(FactSink sink);

  /**
   * The sources of which something is being queried, or is to be queried as soon as possible;
   * sorted. Their status may be {@code synced} with what was needed before.
   */
  default List<String> pending() {
    return List.of();
  }

  /** Stops; nothing is published after this returns. */
  @Override
  void close();
}
