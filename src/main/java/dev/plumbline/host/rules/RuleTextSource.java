package dev.plumbline.host.rules;

import java.util.function.Consumer;

/** Where rule text comes from. */
public interface RuleTextSource extends AutoCloseable {

  /** Begins to tell what there is now, and whatever there is later, from threads of its own. */
  void start(Consumer<RuleOffer> sink);

  @Override
  void close();
}
