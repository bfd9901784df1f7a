package dev.plumbline.host.rules;

import dev.plumbline.source.FactSource;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Where rule text comes from. */
public interface RuleTextSource extends AutoCloseable {

  /** Begins to tell what there is now, and whatever there is later, from threads of its own. */
  void start(Consumer<RuleOffer> sink);

  /** How far it is, for the rules; null when it has nothing to tell of that. */
  default @Nullable FactSource health() {
    return null;
  }

  @Override
  void close();
}
