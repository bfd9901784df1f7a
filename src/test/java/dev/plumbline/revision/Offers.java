package dev.plumbline.revision;

import dev.plumbline.loop.Await;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** What a source of rule text has offered. */
final class Offers implements Consumer<RuleOffer> {

  private final List<RuleOffer> all = new ArrayList<>();

  @Override
  public synchronized void accept(RuleOffer offer) {
    all.add(offer);
  }

  synchronized List<RuleOffer> all() {
    return List.copyOf(all);
  }

  /** Waits until the newest offer is such a one. */
  RuleOffer await(String what, Predicate<RuleOffer> such) {
    Await.until(what, () -> !all().isEmpty() && such.test(all().getLast()));
    return all().getLast();
  }
}
