package dev.plumbline.action;

import dev.plumbline.conclusion.Conclusions;

/** What is to be done about what follows: a pure function, sorted. */
@FunctionalInterface
public interface Planner {

  /** The changes that make {@code objects} what {@code conclusions} want; nothing else. */
  Plan plan(Conclusions conclusions, LiveObjects objects);
}
