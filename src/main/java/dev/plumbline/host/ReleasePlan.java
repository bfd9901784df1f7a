package dev.plumbline.host;

import dev.plumbline.action.LiveObjects;
import dev.plumbline.action.Plan;

/** What gives back all that is ours of objects. */
@FunctionalInterface
public interface ReleasePlan {

  /** The changes that leave nothing of ours in {@code objects}; all of them to be carried out. */
  Plan release(LiveObjects objects);
}
