package dev.plumbline.revision;

import dev.plumbline.source.FactSource;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A bundle with an overlay of a team on top: files of the overlay replace those of the same name.
 * Nothing is offered before both are known, so that what serves is never replaced by half of it.
 */
final class LayeredRules implements RuleOffer.Source {

  private final RuleOffer.Source bundle;
  private final RuleOffer.@Nullable Source overlay;
  private @Nullable RuleOffer below;
  private @Nullable RuleOffer above;
  private @Nullable RuleOffer offered;
  private @Nullable Consumer<RuleOffer> sink;

  /**
   * @param overlay null where there is none
   */
  LayeredRules(RuleOffer.Source bundle, RuleOffer.@Nullable Source overlay) {
    this.bundle = bundle;
    this.overlay = overlay;
  }

  @Override
  public void start(Consumer<RuleOffer> sink) {
    synchronized (this) {
      this.sink = sink;
    }
    if (overlay != null) {
      overlay.start(this::above);
    }
    bundle.start(this::below);
  }

  @Override
  public List<FactSource> facts() {
    var all = new ArrayList<>(bundle.facts());
    if (overlay != null) {
      all.addAll(overlay.facts());
    }
    return List.copyOf(all);
  }

  @Override
  public void close() {
    bundle.close();
    if (overlay != null) {
      overlay.close();
    }
  }

  private synchronized void below(RuleOffer offer) {
    below = offer;
    offer();
  }

  private synchronized void above(RuleOffer offer) {
    above = offer;
    RuleOffer known = below;
    // That the channel names something that is refused was offered, and holds no edit of a team.
    if (known != null && known.bundle() != null) {
      below = known.with(List.of());
    }
    offer();
  }

  private void offer() {
    RuleOffer under = below;
    RuleOffer over = above;
    if (under == null || sink == null || (overlay != null && over == null)) {
      return;
    }
    RuleOffer whole = over == null ? under : merged(under, over);
    if (!whole.equals(offered)) {
      offered = whole;
      sink.accept(whole);
    }
  }

  private static RuleOffer merged(RuleOffer under, RuleOffer over) {
    var files = new TreeMap<>(under.files());
    files.putAll(over.files());
    var problems = new ArrayList<>(under.problems());
    problems.addAll(over.problems());
    boolean alone = over.files().isEmpty() && over.problems().isEmpty();
    return new RuleOffer(
        files,
        alone ? under.origin() : over.origin() + RuleOffer.AND + under.origin(),
        over.author(),
        over.changeRef(),
        over.approvals(),
        List.copyOf(problems),
        under.bundle(),
        under.bundled());
  }
}
