package dev.plumbline.action;

import dev.plumbline.conclusion.Conclusions;

/** Derives actions from conclusions: a pure function. */
@FunctionalInterface
public interface Planner {

  /** The minimal sorted plan that brings {@code objects} to the concluded state. */
  Plan plan(Conclusions conclusions, LiveObjects objects);
}
