package dev.plumbline.revision;

import dev.plumbline.bundle.BundlePlace;
import dev.plumbline.bundle.BundleTrust;
import dev.plumbline.bundle.InvalidBundleException;
import dev.plumbline.bundle.RuleBundle;
import dev.plumbline.client.Backoff;
import dev.plumbline.fact.Bundles.ChannelBundle;
import dev.plumbline.fact.Fact;
import dev.plumbline.source.FactSink;
import dev.plumbline.source.FactSource;
import dev.plumbline.source.FactUpdate;
import dev.plumbline.work.Worker;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * The rule text of the bundle that a channel names, which is polled. A bundle is verified before
 * anything of it is used; one that is refused is offered as what was accepted before it, with the
 * reason. One that waits, or was taken back, is not offered: what serves stays, also after a
 * restart. While the place cannot be reached, the last offer stays.
 */
final class BundleRules implements RuleOffer.Source {

  private static final Logger LOG = Logger.getLogger(BundleRules.class);

  private static final String OWNER = "channel-bundle";
  private static final Duration LOOK = Duration.ofMinutes(5);
  private static final Duration SOON = Duration.ofSeconds(5);
  private static final Duration FIRST_RETRY = Duration.ofSeconds(1);

  private final BundlePlace place;
  private final BundleTrust trust;
  private final Duration poll;
  private final RuleState state;
  private final BundleGate gate;
  private final ChannelFact fact = new ChannelFact();
  private final Worker thread = Worker.of("plumbline-rule-bundle", this::run);
  private @Nullable Consumer<RuleOffer> sink;

  /** What the channel names, verified; null while that is refused, or not known. */
  private @Nullable RuleOffer named;

  private @Nullable RuleOffer accepted;

  /** The same, with what is wrong with the channel. */
  private @Nullable RuleOffer offered;

  private @Nullable String seen;
  private @Nullable String refusal;
  private @Nullable String reported;
  private int failures;

  /**
   * Sends nothing before it is started.
   *
   * @param place closed with this
   * @param poll how often it is looked for
   * @param state knows what serves, and receives how the channel is followed
   * @param gate asked at each look
   */
  BundleRules(
      BundlePlace place, BundleTrust trust, Duration poll, RuleState state, BundleGate gate) {
    this.place = place;
    this.trust = trust;
    this.poll = poll;
    this.state = state;
    this.gate = gate;
  }

  @Override
  public List<FactSource> facts() {
    return List.of(fact);
  }

  @Override
  public void start(Consumer<RuleOffer> sink) {
    this.sink = sink;
    thread.start();
  }

  @Override
  public void close() {
    thread.interrupt();
    try {
      if (sink != null) {
        thread.join();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    fact.close();
    place.close();
  }

  private void run() {
    try {
      while (!Thread.currentThread().isInterrupted()) {
        Worker.at("read rules", LOOK);
        look();
        Worker.idle();
        TimeUnit.NANOSECONDS.sleep(pause().toNanos());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private Duration pause() {
    if (failures > 0) {
      return new Backoff(FIRST_RETRY, poll).pause(failures);
    }
    return state.bundleWaits().equals(BundleGate.NOT_SEEN) && SOON.compareTo(poll) < 0
        ? SOON
        : poll;
  }

  /** Looks once what the channel names. */
  private void look() {
    try {
      String identity = place.identity();
      if (identity == null) {
        throw new IOException(
            place.address()
                + ": names nothing. Try: plumbline rules push policy.tgz "
                + place.address()
                + ".");
      }
      if (!identity.equals(seen)) {
        take(identity);
      }
      settle();
      failures = 0;
      report(refusal);
    } catch (InvalidBundleException e) {
      refuse(place.address() + " " + e.getMessage());
    } catch (IOException e) {
      failures++;
      settle();
      report(e.getMessage());
    } catch (RuntimeException e) {
      failures++;
      LOG.error("reading a bundle failed; retrying", e);
      report(place.address() + ": internal error (bug): " + e);
    }
  }

  private void take(String identity) throws IOException {
    RuleBundle bundle;
    try {
      bundle = trust.read(place);
    } catch (InvalidBundleException e) {
      seen = identity;
      throw e;
    }
    seen = identity;
    BundleOrigin origin = BundleOrigin.of(place.address(), bundle);
    String older = origin.refusal(state.bundle(), accepted == null ? null : accepted.bundle());
    if (older != null) {
      refuse(older);
      return;
    }
    refusal = null;
    named = RuleOffer.of(new TreeMap<>(bundle.files()), origin);
    fact.publish(origin.named());
  }

  /** Offers what the channel names, unless it waits; then what serves, if nothing is offered. */
  private void settle() {
    RuleOffer offer = named;
    List<String> waits = offer == null ? List.of() : waits(Objects.requireNonNull(offer.bundle()));
    report(waits);
    if (offer == null) {
      offer = kept();
    } else if (!waits.isEmpty()) {
      RuleOffer kept = kept();
      offer = kept == null ? accepted : kept;
    }
    if (offer != null && !offer.equals(offered)) {
      accepted = offer;
      state.bundled(offer.files());
      offer(offer);
    }
  }

  /** What is offered in place of what waits; null when that is offered already, or not known. */
  private @Nullable RuleOffer kept() {
    boolean left = accepted != null && takenBack(accepted);
    RuleOffer served = accepted == null || left ? state.served() : null;
    RuleOffer below = served == null ? null : served.below();
    return below == null && left ? nothing() : below;
  }

  private void report(List<String> waits) {
    List<String> before = state.bundleWaits();
    if (!waits.equals(before)) {
      state.bundleWaits(waits);
      if (waits.isEmpty()) {
        LOG.info("The bundle that the channel names waits no longer");
      } else if (!waits.equals(BundleGate.NOT_SEEN)) {
        LOG.infof("The bundle that the channel names waits: why=%s", waits);
      }
    }
  }

  private List<String> waits(BundleOrigin bundle) {
    String back = state.takenBackBecause(bundle);
    return back == null ? gate.waits(bundle.named()) : List.of(back);
  }

  private boolean takenBack(RuleOffer offer) {
    BundleOrigin bundle = offer.bundle();
    return bundle != null && state.takenBackBecause(bundle) != null;
  }

  private void refuse(String why) {
    failures = 0;
    named = null;
    fact.publish(null);
    settle();
    // Whoever sees that it is refused can see why.
    report(why);
    if (!why.equals(refusal)) {
      refusal = why;
      RuleOffer last = accepted;
      RuleOffer before = last == null ? nothing() : last;
      offer(before.with(List.of(why)));
    }
  }

  private RuleOffer nothing() {
    return new RuleOffer(
        new TreeMap<>(),
        BundleOrigin.PREFIX + place.address(),
        null,
        null,
        new TreeMap<>(),
        List.of());
  }

  private void offer(RuleOffer offer) {
    offered = offer;
    Consumer<RuleOffer> to = sink;
    if (to != null) {
      to.accept(offer);
    }
  }

  private void report(@Nullable String fault) {
    if (Objects.equals(fault, reported) || Thread.currentThread().isInterrupted()) {
      return;
    }
    reported = fault;
    state.bundleFault(fault);
    if (fault == null) {
      LOG.infof("The channel of rules is followed: address=%s", place.address());
    } else {
      LOG.warnf("The channel of rules is not followed: why=\"%s\"", fault);
    }
  }

  /** What the channel names, for the rules. */
  private static final class ChannelFact implements FactSource {

    private @Nullable FactSink sink;
    private @Nullable ChannelBundle now;

    @Override
    public synchronized void start(FactSink to) {
      sink = to;
      publish(now);
    }

    synchronized void publish(@Nullable ChannelBundle bundle) {
      FactSink to = sink;
      if (to != null && (bundle != null || now != null)) {
        List<Fact> facts = bundle == null ? List.of() : List.of(bundle);
        to.publish(List.of(new FactUpdate(OWNER, facts, /* document= */ null)));
      }
      now = bundle;
    }

    @Override
    public synchronized void close() {
      sink = null;
    }
  }
}
