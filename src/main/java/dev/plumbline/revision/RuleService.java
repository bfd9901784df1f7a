package dev.plumbline.revision;

import dev.plumbline.action.Planner;
import dev.plumbline.language.InvalidInputException;
import dev.plumbline.loop.Evaluation;
import dev.plumbline.loop.Host;
import dev.plumbline.loop.HostEvents;
import dev.plumbline.loop.HostState;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The rules of one host: the initial revision, and its replacement at run time. */
public final class RuleService implements AutoCloseable {

  private static final long TIMEOUT_SECONDS = 60;

  private final RevisionContext context;
  private final RuleOffer.@Nullable Source source;
  private final RevisionEvents events;
  private final RuleState ruleState;

  /** What it begins with; null from then on, so that its rules are not kept once others serve. */
  private @Nullable InitialRevision opening;

  private final CompletableFuture<RuleOffer> first = new CompletableFuture<>();
  private volatile BooleanSupplier leads = () -> false;
  private @Nullable Activation activation;
  private @Nullable RuleOffer latest;

  /**
   * Reads what is recorded and, where that is wanted, what is offered.
   *
   * @param source where rule text comes from; null when it does not change
   * @param waits whether what is offered is waited for: where nothing is recorded, it must be good
   */
  RuleService(
      Function<BooleanSupplier, RevisionContext> context,
      RuleOffer.@Nullable Source source,
      boolean waits,
      RevisionEvents events,
      RuleState ruleState) {
    this.context = context.apply(() -> leads.getAsBoolean());
    this.source = source;
    this.events = events;
    this.ruleState = ruleState;
    ruleState.kept(this.context.store());
    if (source != null) {
      source.start(this::take);
    }
    this.opening = InitialRevision.of(this.context, waits ? awaited() : null, events);
  }

  private synchronized void take(RuleOffer offer) {
    latest = offer;
    ruleState.offered(offer);
    Activation running = activation;
    if (running != null) {
      running.offer(offer);
    }
    first.complete(offer);
  }

  private RuleOffer awaited() {
    try {
      return first.get(TIMEOUT_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    } catch (ExecutionException | TimeoutException e) {
      throw new InvalidInputException(
          new IllegalStateException("the rules cannot be read: " + e, e));
    }
  }

  /** The rules to begin with. Only before {@link #start}. */
  public synchronized Evaluation evaluation() {
    return opening().evaluation();
  }

  private InitialRevision opening() {
    InitialRevision begins = opening;
    if (begins == null) {
      throw new IllegalStateException("it has started already");
    }
    return begins;
  }

  /**
   * Whether what served last is known to be usable: if the last process ended with it, nothing is
   * to be done before it was tried.
   */
  public synchronized boolean decided() {
    Activation running = activation;
    InitialRevision begins = opening;
    return (begins != null && begins.suspect() == null) || (running != null && running.decided());
  }

  public synchronized HostEvents events(HostState published, Planner planner) {
    var made = new Activation(context, published, planner, events);
    activation = made;
    if (latest != null) {
      made.offer(latest);
    }
    return made;
  }

  public synchronized void start(Host host, BooleanSupplier leader) {
    leads = leader;
    Activation running = activation;
    if (running == null) {
      throw new IllegalStateException("nobody listens to settlements");
    }
    running.start(host, opening(), ruleState);
    opening = null;
    if (source != null) {
      source.facts().forEach(each -> each.start(host));
    }
  }

  @Override
  public void close() {
    if (source != null) {
      source.close();
    }
    Activation running;
    synchronized (this) {
      running = activation;
    }
    if (running != null) {
      running.close();
    }
  }
}
