package dev.plumbline.source.ec2;

import dev.plumbline.client.ApiException;
import dev.plumbline.fact.InstanceTypes.UnavailableOffering;
import dev.plumbline.source.FactSink;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Passes on to all other replicas what this one received from the queue of EC2 events, since a
 * message reaches one replica only.
 */
public interface EventRelay extends AutoCloseable {

  /** For a single replica. */
  EventRelay NONE =
      new EventRelay() {
        @Override
        public void start(Consumer<EventNews> heard, FactSink status) {
          // nobody else to hear
        }

        @Override
        public void share(EventNews news) {
          // nobody else to share it with
        }

        @Override
        public void close() {
          // nothing to close
        }
      };

  /** Longer than any rule looks back at an offering without capacity. */
  Duration RETENTION = Duration.ofHours(1);

  /**
   * Calls {@code heard} with what other replicas share, and with the offerings that were shared
   * before.
   */
  void start(Consumer<EventNews> heard, FactSink status);

  /** Returns once every other replica will hear of it. */
  void share(EventNews news) throws ApiException, InterruptedException;

  @Override
  void close();

  /**
   * What events were about.
   *
   * @param sources to be queried at once
   * @param images ids of images to be queried at once
   * @param offerings from which EC2 takes back spot instances
   */
  record EventNews(Set<String> sources, Set<String> images, List<UnavailableOffering> offerings) {

    public EventNews {
      sources = Set.copyOf(sources);
      images = Set.copyOf(images);
      offerings = List.copyOf(offerings);
    }

    /** Whether nothing follows from the events. */
    public boolean isEmpty() {
      return sources.isEmpty() && images.isEmpty() && offerings.isEmpty();
    }
  }
}
