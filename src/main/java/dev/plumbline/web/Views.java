package dev.plumbline.web;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plumbline.host.Live;
import jakarta.enterprise.context.ApplicationScoped;
import java.lang.ref.WeakReference;
import java.util.LinkedHashMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The projections that were asked for, each worked out once for what is published, however many
 * ask. What is published next is worked out when somebody asks again.
 */
@ApplicationScoped
class Views {

  private static final int KEPT = 64;

  private final LinkedHashMap<String, Kept> byName = new LinkedHashMap<>();

  private record Kept(WeakReference<Live> of, long version, Json.Rendered document) {}

  /**
   * The projection called {@code name} of {@code live}.
   *
   * @param version of what it tells besides
   * @param view works it out
   */
  @SuppressWarnings("ReferenceEquality") // what is published is never changed
  synchronized Json.Rendered of(
      String name, Live live, long version, Function<Live, JsonNode> view) {
    // What was asked for last is the last to be forgotten.
    Kept kept = byName.remove(name);
    @Nullable Live of = kept == null ? null : kept.of().get();
    if (kept == null || of != live || kept.version() != version) {
      JsonNode tree = view.apply(live);
      kept =
          new Kept(new WeakReference<>(live), version, Json.rendered(json -> json.writeTree(tree)));
    }
    byName.put(name, kept);
    if (byName.size() > KEPT) {
      byName.pollFirstEntry();
    }
    return kept.document();
  }
}
