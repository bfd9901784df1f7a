package dev.plumbline.revision;

import dev.plumbline.bundle.BundlePlace;
import dev.plumbline.bundle.BundleTrust;
import dev.plumbline.bundle.InvalidBundleException;
import dev.plumbline.bundle.RuleBundle;
import dev.plumbline.client.Backoff;
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
 * reason. While the place cannot be reached, the last offer stays.
 */
final class BundleRules implements RuleOffer.Source {

  private static final Logger LOG = Logger.getLogger(BundleRules.class);

  private static final Duration LOOK = Duration.ofMinutes(5);
  private static final Duration FIRST_RETRY = Duration.ofSeconds(1);

  private final BundlePlace place;
  private final BundleTrust trust;
  private final Duration poll;
  private final RuleState state;
  private final Worker thread = Worker.of("plumbline-rule-bundle", this::run);
  private @Nullable Consumer<RuleOffer> sink;
  private @Nullable RuleOffer accepted;
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
   */
  BundleRules(BundlePlace place, BundleTrust trust, Duration poll, RuleState state) {
    this.place = place;
    this.trust = trust;
    this.poll = poll;
    this.state = state;
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
    return failures == 0 ? poll : new Backoff(FIRST_RETRY, poll).pause(failures);
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
      failures = 0;
      report(refusal);
    } catch (InvalidBundleException e) {
      refuse(place.address() + " " + e.getMessage());
    } catch (IOException e) {
      failures++;
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
    RuleOffer offer = offer(new TreeMap<>(bundle.files()), origin.origin(), origin);
    accepted = offer;
    state.bundled(offer.files());
    offer(offer);
  }

  private static RuleOffer offer(
      TreeMap<String, String> files, String origin, @Nullable BundleOrigin bundle) {
    return new RuleOffer(files, origin, null, null, new TreeMap<>(), List.of(), bundle);
  }

  private void refuse(String why) {
    failures = 0;
    // Whoever sees that it is refused can see why.
    report(why);
    if (!why.equals(refusal)) {
      refusal = why;
      RuleOffer last = accepted;
      RuleOffer before =
          last == null ? offer(new TreeMap<>(), BundleOrigin.PREFIX + place.address(), null) : last;
      offer(before.with(List.of(why)));
    }
  }

  private void offer(RuleOffer offer) {
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
}
