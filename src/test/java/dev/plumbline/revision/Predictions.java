package dev.plumbline.revision;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/** Holds every preview against what followed, in whatever test it happens. */
final class Predictions implements RevisionEvents, AutoCloseable {

  private final AtomicInteger kept = new AtomicInteger();
  private final List<String> broken = new CopyOnWriteArrayList<>();

  @Override
  public void predicted(Revision revision, boolean asSaid) {
    if (asSaid) {
      kept.incrementAndGet();
    } else {
      broken.add(revision.toString());
    }
  }

  /** How many previews could be held against what followed, and were right. */
  int kept() {
    return kept.get();
  }

  @Override
  public void close() {
    if (!broken.isEmpty()) {
      throw new AssertionError("previews that said something else than what followed: " + broken);
    }
  }
}
