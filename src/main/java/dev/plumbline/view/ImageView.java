package dev.plumbline.view;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * An AMI.
 *
 * @param name null if EC2 does not list it
 * @param created null if EC2 does not list it
 */
public record ImageView(String id, @Nullable String name, @Nullable Instant created) {

  public static ImageView of(SettlementIndex index, String id) {
    var ami = index.ami(id);
    return ami == null
        ? new ImageView(id, null, null)
        : new ImageView(id, ami.name(), ami.creationDate());
  }

  public String nameOrEmpty() {
    return name == null ? "" : name;
  }
}
