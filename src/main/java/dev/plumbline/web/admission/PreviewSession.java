package dev.plumbline.web.admission;

import dev.plumbline.engine.RuleSession;
import dev.plumbline.engine.RuleSession.SettleLimits;
import dev.plumbline.engine.RuleSession.SettleOverrun;
import dev.plumbline.engine.Settlement;
import dev.plumbline.fact.Fact;
import dev.plumbline.loop.HostSnapshot;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A second session beside the one of the host, which follows the published state and previews what
 * would follow from a change. Of one thread.
 */
final class PreviewSession implements AutoCloseable {

  private final SettleLimits limits;
  private @Nullable RuleSession session;
  private SortedMap<String, List<Fact>> followed = new TreeMap<>();
  private Settlement settlement = Settlement.NONE;

  PreviewSession(SettleLimits limits) {
    this.limits = limits;
  }

  /**
   * Applies what has changed since the last time; everything when the rules have.
   *
   * @throws IllegalStateException when the rules do not converge
   */
  Settlement follow(HostSnapshot live) {
    RuleSession current = session;
    if (current == null || current.rules() != live.rules()) {
      close();
      current = live.rules().newSession();
      session = current;
    }
    if (live.facts() != followed) {
      for (Map.Entry<String, List<Fact>> type : live.facts().entrySet()) {
        List<Fact> before = followed.getOrDefault(type.getKey(), List.of());
        if (before != type.getValue()) {
          replace(current, before, type.getValue());
        }
      }
      for (Map.Entry<String, List<Fact>> type : followed.entrySet()) {
        if (!live.facts().containsKey(type.getKey())) {
          replace(current, type.getValue(), List.of());
        }
      }
      followed = live.facts();
      settlement = settle(current);
    }
    return settlement;
  }

  /**
   * Answers what would follow if {@code before} were {@code after}; then restores the session.
   *
   * @throws IllegalStateException when the rules do not converge
   */
  void with(Collection<Fact> before, Collection<Fact> after, Consumer<Settlement> answer) {
    RuleSession current = session;
    if (current == null) {
      throw new IllegalStateException("no state is followed yet");
    }
    Map<String, @Nullable Fact> undo = new HashMap<>();
    before.forEach(fact -> undo.put(fact.key(), current.fact(fact.key())));
    after.forEach(fact -> undo.put(fact.key(), current.fact(fact.key())));
    replace(current, before, after);
    answer.accept(settle(current));
    undo.forEach(
        (key, fact) -> {
          if (fact == null) {
            current.delete(key);
          } else {
            current.put(fact);
          }
        });
    settlement = settle(current);
  }

  private static void replace(
      RuleSession session, Collection<Fact> before, Collection<Fact> after) {
    Map<String, Fact> gone = new HashMap<>();
    before.forEach(fact -> gone.put(fact.key(), fact));
    for (Fact fact : after) {
      if (!fact.equals(gone.remove(fact.key()))) {
        session.put(fact);
      }
    }
    gone.keySet().forEach(session::delete);
  }

  private Settlement settle(RuleSession current) {
    return switch (current.settle(limits)) {
      case Settlement settled -> settled;
      case SettleOverrun overrun -> {
        close();
        throw new IllegalStateException(overrun.message());
      }
    };
  }

  @Override
  public void close() {
    if (session != null) {
      session.close();
      session = null;
    }
    followed = new TreeMap<>();
    settlement = Settlement.NONE;
  }
}
