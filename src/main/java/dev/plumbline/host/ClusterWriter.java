package dev.plumbline.host;

import dev.plumbline.action.Action;
import dev.plumbline.action.Change.Apply;
import dev.plumbline.action.Change.Delete;
import dev.plumbline.action.Change.Patch;
import dev.plumbline.action.Change.Say;
import dev.plumbline.action.Change.TagImage;
import dev.plumbline.action.ChangeWriter;
import dev.plumbline.action.Plan;
import dev.plumbline.action.WriteFaultException;
import dev.plumbline.action.Written;
import dev.plumbline.action.ec2.ImageTagger;
import dev.plumbline.action.kubernetes.Announcer;
import dev.plumbline.action.kubernetes.ObjectWriter;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Who writes what: objects, what is said of them, tags of images. */
public final class ClusterWriter implements ChangeWriter {

  private final ObjectWriter objects;
  private final Announcer announcer;
  private final @Nullable ImageTagger images;

  /**
   * One that writes through these.
   *
   * @param images null where there is no EC2
   */
  public ClusterWriter(ObjectWriter objects, Announcer announcer, @Nullable ImageTagger images) {
    this.objects = objects;
    this.announcer = announcer;
    this.images = images;
  }

  @Override
  public Written write(Action action) {
    return switch (action.change()) {
      case Apply apply -> objects.write(action.object(), apply);
      case Patch patch -> objects.write(action.object(), patch);
      case Delete delete -> objects.write(action.object(), delete);
      case Say say -> announcer.write(action.object(), say);
      case TagImage tags -> images(action).write(action.object().name(), tags);
    };
  }

  @Override
  public List<Action> leftovers(Plan plan) {
    return announcer.leftovers(plan);
  }

  private ImageTagger images(Action action) {
    if (images == null) {
      throw new WriteFaultException(
          "UnsupportedOperation",
          action.object() + " cannot be tagged: EC2 is not among the sources of this host");
    }
    return images;
  }
}
