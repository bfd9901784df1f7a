package dev.plumbline.host;

import jakarta.enterprise.context.ApplicationScoped;
import org.jspecify.annotations.Nullable;

/** Where the host puts what it knows for those who read. */
@ApplicationScoped
public class Published {

  private volatile @Nullable Live now;

  /** The newest; null before the first settlement. */
  public @Nullable Live now() {
    return now;
  }

  void put(Live live) {
    now = live;
  }
}
