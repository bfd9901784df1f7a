package dev.plumbline.source;

import java.util.List;

/** Where sources tell what they know. Any thread may; it never waits. */
@FunctionalInterface
public interface FactSink {

  /** Takes what belongs together: it is settled in one go. Nothing asks to look again. */
  void publish(List<Told> told);
}
