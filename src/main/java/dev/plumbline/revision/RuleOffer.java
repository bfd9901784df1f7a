package dev.plumbline.revision;

import dev.plumbline.source.FactSource;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The overlay that a source of rule text has now.
 *
 * @param origin where from, for people: {@code folder /etc/plumbline/rules}, {@code ConfigMap
 *     plumbline/team-a}
 * @param changeRef what it was written for: annotation {@code plumbline.dev/change-ref}
 * @param approvals whom approves which digest: digest to approver
 * @param problems why it cannot be used at all, such as a clash of two ConfigMaps
 * @param bundle the signed bundle that files are from; null when there is none
 * @param bundled the files of that bundle, those that an overlay replaces among them; empty without
 *     one, or where they are not known
 */
public record RuleOffer(
    SortedMap<String, String> files,
    String origin,
    @Nullable String author,
    @Nullable String changeRef,
    SortedMap<String, String> approvals,
    List<String> problems,
    @Nullable BundleOrigin bundle,
    SortedMap<String, String> bundled) {

  /** What stands between the places of one offer. */
  static final String AND = ", ";

  private static final String ONE = "ConfigMap ";
  private static final String SEVERAL = "ConfigMaps ";

  public RuleOffer(
      SortedMap<String, String> files,
      String origin,
      @Nullable String author,
      @Nullable String changeRef,
      SortedMap<String, String> approvals,
      List<String> problems) {
    this(files, origin, author, changeRef, approvals, problems, null, new TreeMap<>());
  }

  /** Of a bundle alone. */
  static RuleOffer of(SortedMap<String, String> files, BundleOrigin bundle) {
    return new RuleOffer(
        files, bundle.origin(), null, null, new TreeMap<>(), List.of(), bundle, files);
  }

  /** The bundle below it alone; null where there is none, or its files are not known. */
  @Nullable RuleOffer below() {
    return bundle == null || bundled.isEmpty() ? null : of(bundled, bundle);
  }

  /** What the origin of several ConfigMaps is called; each is {@code NAMESPACE/NAME}. */
  static String originOf(List<String> maps) {
    return (maps.size() == 1 ? ONE : SEVERAL) + String.join(AND, maps);
  }

  /** The ConfigMaps that it is from, each as {@code NAMESPACE/NAME}; none when it is from none. */
  public List<String> configMaps() {
    String maps =
        origin.startsWith(SEVERAL)
            ? origin.substring(SEVERAL.length())
            : origin.startsWith(ONE) ? origin.substring(ONE.length()) : BundleOrigin.PREFIX;
    return Stream.of(maps.split(AND, -1))
        .filter(each -> !each.startsWith(BundleOrigin.PREFIX))
        .toList();
  }

  RuleOffer withoutText() {
    return new RuleOffer(
        Collections.emptySortedMap(),
        origin,
        author,
        changeRef,
        approvals,
        problems,
        bundle,
        Collections.emptySortedMap());
  }

  /** The same, with these problems in place of others. */
  RuleOffer with(List<String> why) {
    return new RuleOffer(
        files, origin, author, changeRef, approvals, List.copyOf(why), bundle, bundled);
  }

  public interface Source extends AutoCloseable {

    /** Starts to publish the current offer and every later one, from its own threads. */
    void start(Consumer<RuleOffer> sink);

    /** What it tells the rules; started with the host. */
    default List<FactSource> facts() {
      return List.of();
    }

    @Override
    void close();
  }
}
