package dev.plumbline.source.ec2;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What must be asked, as the rules concluded it last; nothing is known before the first time. */
final class Needs {

  private volatile @Nullable Set<ImageNeed> images;
  private volatile @Nullable Set<String> parameters;

  /** Whether it differs from before. */
  boolean images(Set<ImageNeed> now) {
    boolean changed = !now.equals(images);
    images = Set.copyOf(now);
    return changed;
  }

  /** Whether it differs from before. */
  boolean parameters(Set<String> now) {
    boolean changed = !now.equals(parameters);
    parameters = Set.copyOf(now);
    return changed;
  }

  @Nullable Set<ImageNeed> images() {
    return images;
  }

  @Nullable Set<String> parameters() {
    return parameters;
  }
}
