package dev.plumbline.source;

import java.util.List;

/** Takes what sources publish, from any thread and without blocking. */
@FunctionalInterface
public interface FactSink {

  /** Takes updates that are settled together; an empty list triggers a settlement. */
  void publish(List<FactUpdate> updates);
}
