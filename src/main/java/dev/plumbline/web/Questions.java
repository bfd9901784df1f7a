package dev.plumbline.web;

import dev.plumbline.audit.InvalidLogException;
import dev.plumbline.audit.LogReader;
import dev.plumbline.fact.Fact;
import dev.plumbline.host.Live;
import dev.plumbline.host.audit.Replay;
import dev.plumbline.host.explain.Explanations;
import dev.plumbline.host.explain.Trial;
import dev.plumbline.rule.RuleSet;
import dev.plumbline.rule.why.RuleForms;
import dev.plumbline.rule.why.World;
import jakarta.enterprise.context.ApplicationScoped;
import java.lang.ref.SoftReference;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Answers about what is known now; what is worked out for them is kept while it is right. */
@ApplicationScoped
class Questions {

  /** A copy of the facts to try changes on, let go when memory is short. */
  private record Copy(String digest, Trial trial) {}

  private final ReentrantLock trying = new ReentrantLock();
  private SoftReference<@Nullable Copy> copy = new SoftReference<>(null);
  private @Nullable RuleForms forms;

  /** What answers about {@code live}. */
  Explanations about(Live live) {
    return new Explanations(forms(live), new World(facts(live), live.settlement()));
  }

  private synchronized RuleForms forms(Live live) {
    RuleForms known = forms;
    if (known == null || !known.digest().equals(live.rules().digest())) {
      known = new RuleForms(live.rules());
      forms = known;
    }
    return known;
  }

  /** Does something with a copy of the facts that changes can be tried on; one at a time. */
  <T> T trying(Live live, BiFunction<Explanations, Trial, T> work) {
    return alone(() -> work.apply(about(live), trial(live)));
  }

  /** The same with what was recorded of a time, settled again; one at a time. */
  <T> T recorded(List<RuleSet> compiled, LogReader log, Instant time, Recorded<T> work) {
    return alone(
        () -> {
          Replay.Moment moment = moment(compiled, log, time);
          try (var trial = new Trial(moment.rules(), moment.facts())) {
            var world = new World(moment.facts(), trial.settlement());
            return work.apply(
                moment, new Explanations(new RuleForms(moment.rules()), world), trial);
          }
        });
  }

  /** What is done with a recorded moment. */
  @FunctionalInterface
  interface Recorded<T> {
    T apply(Replay.Moment moment, Explanations explanations, Trial trial);
  }

  private static Replay.Moment moment(List<RuleSet> compiled, LogReader log, Instant time) {
    try {
      return new Replay(log, line -> {}, compiled).moment(time);
    } catch (InvalidLogException e) {
      throw Problem.notFound(e.getMessage() + ".");
    }
  }

  private <T> T alone(Supplier<T> work) {
    if (!trying.tryLock()) {
      throw Problem.busy(
          "changes are being tried for another question. Maybe try again in a second.");
    }
    try {
      return work.get();
    } finally {
      trying.unlock();
    }
  }

  private Trial trial(Live live) {
    Copy known = copy.get();
    String digest = live.rules().digest();
    if (known != null && known.digest().equals(digest)) {
      known.trial().become(facts(live));
      return known.trial();
    }
    var made = new Trial(live.rules(), facts(live));
    copy = new SoftReference<>(new Copy(digest, made));
    return made;
  }

  private static Collection<Fact> facts(Live live) {
    return live.facts().values().stream().flatMap(List::stream).toList();
  }
}
