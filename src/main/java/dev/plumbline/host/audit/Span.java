package dev.plumbline.host.audit;

import dev.plumbline.host.Live;

/**
 * What is to be recorded as one decision.
 *
 * @param live how it was at its end
 * @param settlements how many settlements it covers, the last one of them that of {@code live}
 * @param records whether this replica records then
 */
record Span(Live live, long settlements, boolean records) {

  /** This one and the next as one, of which the end of the next is told. */
  Span and(Span next) {
    return new Span(next.live, settlements + next.settlements, next.records);
  }
}
