package dev.plumbline.revision;

import dev.plumbline.source.FactSource;
import java.util.Collections;
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

  private static final String ONE = "ConfigMap ";
  private static final String SEVERAL = "ConfigMaps ";

  /** What the origin of several ConfigMaps is called; each is {@code NAMESPACE/NAME}. */
  static String originOf(List<String> maps) {
    return (maps.size() == 1 ? ONE : SEVERAL) + String.join(", ", maps);
  }

  /** The ConfigMaps that it is from, each as {@code NAMESPACE/NAME}; none when it is from none. */
  public List<String> configMaps() {
    return origin.startsWith(SEVERAL)
        ? List.of(origin.substring(SEVERAL.length()).split(", ", -1))
        : origin.startsWith(ONE) ? List.of(origin.substring(ONE.length())) : List.of();
  }

  RuleOffer withoutText() {
    return new RuleOffer(
        Collections.emptySortedMap(), origin, author, changeRef, approvals, problems);
  }

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
