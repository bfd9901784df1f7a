package dev.plumbline.revision;

import dev.plumbline.source.FactSource;
import java.util.List;
import java.util.SortedMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The overlay that a source of rule text has now.
 *
 * @param origin where from, for people: {@code folder /etc/plumbline/rules}, {@code ConfigMap
 *     plumbline/team-a}
 * @param changeRef what it was written for: annotation {@code plumbline.dev/change-ref}
 * @param approvals whom approves which digest: digest to approver
 * @param problems why it cannot be used at all, such as a clash of two ConfigMaps
 */
public record RuleOffer(
    SortedMap<String, String> files,
    String origin,
    @Nullable String author,
    @Nullable String changeRef,
    SortedMap<String, String> approvals,
    List<String> problems) {

  public interface Source extends AutoCloseable {

    /** Starts to publish the current offer and every later one, from its own threads. */
    void start(Consumer<RuleOffer> sink);

    default @Nullable FactSource health() {
      return null;
    }

    @Override
    void close();
  }
}
