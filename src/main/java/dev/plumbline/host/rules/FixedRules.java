package dev.plumbline.host.rules;

import java.util.function.Consumer;

/** Rule text that never changes. */
public record FixedRules(RuleOffer offer) implements RuleTextSource {

  @Override
  public void start(Consumer<RuleOffer> sink) {
    sink.accept(offer);
  }

  @Override
  public void close() {
    // Nothing is waited for.
  }
}
