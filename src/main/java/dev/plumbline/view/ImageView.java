package dev.plumbline.view;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * An AMI.
 *
 * @param id {@code ami-…}
 * @param name null if EC2 does not list it
 * @param created null if EC2 does not list it
 */
public record ImageView(String id, @Nullable String name, @Nullable Instant created) {

  /** The AMI with this id. */
  public static ImageView of(SettlementIndex index, String id) {
    var ami = index.ami(id);
    return ami == null
        ? new ImageView(id, null, null)
        : new ImageView(id, ami.name(), ami.creationDate());
  }

  /** The name; empty if unknown. */
  public String nameOrEmpty() {
    return name == null ? "" : name;
  }
}
