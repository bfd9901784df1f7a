package dev.plumbline.rehearsal;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plumbline.action.Change.TagImage;
import dev.plumbline.action.ChangeWriter.Written;
import dev.plumbline.fact.Fact;
import dev.plumbline.fact.Images.Ami;
import dev.plumbline.fact.Images.SsmParameter;
import dev.plumbline.fact.Tags;
import dev.plumbline.source.Ec2Answer;
import dev.plumbline.source.FactUpdate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The images of EC2 and the parameters of SSM, as their APIs answer. What changes is seen by
 * whoever asks, each in its own time.
 */
public final class ImageCatalog {

  private final SortedMap<String, Ami> images = new TreeMap<>();
  private final SortedMap<String, SsmParameter> parameters = new TreeMap<>();
  private final List<Runnable> listeners = new ArrayList<>();

  /** Calls {@code listener} after every change. */
  public void onChange(Runnable listener) {
    listeners.add(listener);
  }

  /**
   * Adds or replaces images.
   *
   * @param answer as DescribeImages answers: {@code {"Images": […]}}
   * @throws IllegalArgumentException when one of them cannot be read
   */
  public void put(JsonNode answer) {
    for (Fact fact : Ec2Answer.images(answer).facts()) {
      if (!(fact instanceof Ami ami)) {
        throw new IllegalArgumentException("not an image: " + fact);
      }
      images.put(ami.id(), ami);
    }
    changed();
  }

  /** Adds or replaces an image. */
  public void put(Ami ami) {
    images.put(ami.id(), ami);
    changed();
  }

  /** Deregisters an image. */
  public void remove(String id) {
    images.remove(id);
    changed();
  }

  /** Carries out a change of tags. */
  Written tag(String id, TagImage change) {
    Ami ami = images.get(id);
    if (ami == null) {
      return Written.outdated(id + " has gone");
    }
    var tags = new TreeMap<>(ami.tags().map());
    tags.putAll(change.set());
    tags.keySet().removeAll(change.removed());
    put(
        new Ami(
            ami.id(),
            ami.name(),
            ami.state(),
            ami.stateReason(),
            ami.architecture(),
            ami.ownerId(),
            ami.ownerAlias(),
            ami.creationDate(),
            ami.deprecationTime(),
            Tags.of(tags),
            ami.virtualizationType(),
            ami.rootDeviceType(),
            ami.rootDeviceName(),
            ami.rootSnapshotGiB(),
            ami.enaSupport(),
            ami.bootMode(),
            ami.platform(),
            ami.allowed()));
    return Written.DONE;
  }

  /** Sets an SSM parameter; removes it when {@code value} is null. */
  public void parameter(String name, @Nullable String value) {
    if (value == null) {
      parameters.remove(name);
    } else {
      parameters.put(name, new SsmParameter(name, value));
    }
    changed();
  }

  /** The value of an SSM parameter; null when there is none. */
  public @Nullable String parameter(String name) {
    SsmParameter parameter = parameters.get(name);
    return parameter == null ? null : parameter.value();
  }

  public @Nullable Ami ami(String id) {
    return images.get(id);
  }

  public Collection<Ami> amis() {
    return images.values();
  }

  /** Everything, as the sources of Plumbline publish it. */
  List<FactUpdate> updates() {
    return List.of(
        new FactUpdate("images", List.copyOf(images.values()), null),
        new FactUpdate("ssm-parameters", List.copyOf(parameters.values()), null));
  }

  private void changed() {
    List.copyOf(listeners).forEach(Runnable::run);
  }
}
