package dev.plumbline.source.ec2;

import dev.plumbline.client.Backoff;
import dev.plumbline.client.TokenBucket;
import dev.plumbline.fact.Fact;
import dev.plumbline.fact.Glob;
import dev.plumbline.fact.Images.Ami;
import dev.plumbline.fact.Nodes.Instance;
import dev.plumbline.fact.Tags;
import dev.plumbline.fact.Values;
import dev.plumbline.source.Ec2Answer;
import dev.plumbline.source.FactSink;
import dev.plumbline.source.FactSource;
import dev.plumbline.source.ec2.Ec2SourceSettings.Schedule;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * EC2, SSM and the Pricing API: images, instance types and their offerings, instances, prices and
 * parameters, each queried on a thread of its own, so that a slow or failing one blocks nothing
 * else. All share one rate limit. With a queue, events trigger the query of what they are about.
 *
 * <p>Images and parameters are queried once {@link #need} has named them; until then they are
 * syncing.
 */
public final class Ec2Source implements FactSource {

  /** So that replicas share events at most five times a second, however many there are. */
  private static final Duration EVENTS_GAP = Duration.ofMillis(200);

  /** Longer than of other sources: list prices change a few times a year. */
  private static final Backoff PRICES_RETRY =
      new Backoff(Duration.ofMinutes(1), Duration.ofHours(1));

  private final Needs needs = new Needs();
  private final Map<String, Refresher> refreshers = new LinkedHashMap<>();
  private final ImagesFeed images;
  private final EventRelay relay;
  private final @Nullable Ec2Events events;
  private volatile Map<String, Instance> instances = Map.of();

  /**
   * @param clients not closed here
   * @param relay how other replicas hear of events; started and closed here, if there is a queue
   */
  public Ec2Source(
      AwsClients clients,
      Ec2SourceSettings settings,
      EventRelay relay,
      Clock clock,
      SplittableRandom random) {
    this.relay = relay;
    var rate = settings.rate();
    var queries =
        new AwsQueries(clients, TokenBucket.perSecond(rate.perSecond(), rate.burst(), clock));
    var plain = new RegionFeeds(queries, clock);
    var scope = settings.scope();
    var feeds = new ArrayList<Feed>();
    images =
        new ImagesFeed(
            queries, needs, scope.accountId(), settings.schedule("images").interval(), clock);
    feeds.add(images);
    feeds.add(plain.instanceTypes());
    feeds.add(plain.offerings());
    feeds.add(plain.instances(scope.instanceTag(), this::known));
    feeds.add(plain.spotPrices());
    feeds.add(new SsmFeed(queries, needs, clock));
    feeds.add(
        scope.prices() == null ? new PricesFeed(queries) : RegionFeeds.prices(scope.prices()));
    for (Feed feed : feeds) {
      var schedule = settings.schedule(feed.source());
      if (feed instanceof PricesFeed) {
        schedule = new Schedule(schedule.interval(), schedule.jitter(), PRICES_RETRY);
      }
      refreshers.put(
          feed.source(), refresher(feed, schedule, settings.pacing().gap(), clock, random));
    }
    if (scope.queue() == null) {
      events = null;
    } else {
      events = new Ec2Events(queries, scope.queue(), this::refresh, this::instance, clock);
      var schedule = settings.schedule(Duration.ZERO);
      refreshers.put(events.source(), refresher(events, schedule, EVENTS_GAP, clock, random));
    }
  }

  private static Refresher refresher(
      Feed feed, Schedule schedule, Duration gap, Clock clock, SplittableRandom random) {
    return new Refresher(feed, schedule, gap, clock, random.split());
  }

  private void known(Ec2Answer answer) {
    var byId = new HashMap<String, Instance>();
    for (Fact fact : answer.facts()) {
      if (fact instanceof Instance instance) {
        byId.put(instance.id(), instance);
      }
    }
    instances = Map.copyOf(byId);
  }

  private @Nullable Instance instance(String id) {
    return instances.get(id);
  }

  @Override
  public void start(FactSink sink) {
    if (events != null) {
      events.start(sink, relay);
    }
    refreshers.values().forEach(refresher -> refresher.start(sink));
  }

  /**
   * Replaces what is needed. What changed is queried at once.
   *
   * @param ssmListings the paths below which every parameter is needed
   */
  public void need(Set<ImageNeed> images, Set<String> ssmParameters, Set<ListingNeed> ssmListings) {
    if (needs.images(images)) {
      refresh("images");
    }
    if (needs.parameters(ssmParameters, ssmListings)) {
      refresh("ssm-parameters");
    }
  }

  /** Queries one source at once; unknown names are ignored. */
  public void refresh(String source) {
    if (source.equals(images.source())) {
      images.due();
    }
    refreshNow(source);
  }

  /** The queue is not one of them: it is always being read. */
  @Override
  public List<String> pending() {
    return refreshers.entrySet().stream()
        .filter(each -> events == null || !each.getKey().equals(events.source()))
        .filter(each -> each.getValue().pending())
        .map(Map.Entry::getKey)
        .sorted()
        .toList();
  }

  private void refresh(EventRelay.EventNews news) {
    if (!news.images().isEmpty()) {
      images.changed(news.images());
      refreshNow(images.source());
    }
    news.sources().forEach(this::refresh);
  }

  private void refreshNow(String source) {
    Refresher refresher = refreshers.get(source);
    if (refresher != null) {
      refresher.refresh();
    }
  }

  @Override
  public void close() {
    refreshers.values().forEach(Refresher::close);
    if (events != null) {
      relay.close();
    }
  }

  /** What must be queried, as the rules concluded it last; null before the first time. */
  static final class Needs {

    private volatile @Nullable Set<ImageNeed> images;
    private volatile @Nullable Set<String> parameters;
    private volatile Set<ListingNeed> listings = Set.of();

    /** Whether it differs from before. */
    boolean images(Set<ImageNeed> now) {
      boolean changed = !now.equals(images);
      images = Set.copyOf(now);
      return changed;
    }

    /** Whether it differs from before. */
    boolean parameters(Set<String> now, Set<ListingNeed> below) {
      boolean changed = !now.equals(parameters) || !below.equals(listings);
      listings = Set.copyOf(below);
      parameters = Set.copyOf(now);
      return changed;
    }

    @Nullable Set<ImageNeed> images() {
      return images;
    }

    @Nullable Set<String> parameters() {
      return parameters;
    }

    Set<ListingNeed> listings() {
      return listings;
    }
  }

  /**
   * Images that must be queried from EC2.
   *
   * @param query what {@link dev.plumbline.fact.Gates.SourceScope} calls it once it is answered
   * @param ids {@code image-id}; empty when not queried by id
   * @param name {@code name}, with {@code *} and {@code ?}; null when not queried by name
   * @param tags {@code tag:}; the value {@code *} means that the key is there
   */
  public record ImageNeed(
      String query, Values ids, Values owners, @Nullable String name, Tags tags) {

    /** Whether it names nothing else, so that it shares a query. */
    boolean onlyIds() {
      return owners.none() && name == null && tags.none();
    }

    /**
     * Whether EC2 answers it with an image.
     *
     * @param account who {@code self} is
     */
    boolean covers(Ami ami, String account) {
      return (ids.none() || ids.has(ami.id()))
          && (owners.none() || owners.list().stream().anyMatch(owner -> owns(owner, ami, account)))
          && (name == null || (ami.name() != null && Glob.matches(name, ami.name())))
          && ami.tags().matchAll(tags);
    }

    private static boolean owns(String owner, Ami ami, String account) {
      String id = owner.equals("self") ? account : owner;
      return id.equals(ami.ownerId()) || id.equals(ami.ownerAlias());
    }
  }

  /**
   * SSM parameters that must be listed.
   *
   * @param path where they begin, with a slash at its end; what {@link
   *     dev.plumbline.fact.Gates.SourceScope} calls it once it is listed
   * @param ending how their names end
   */
  public record ListingNeed(String path, String ending) {

    boolean covers(String name) {
      return name.startsWith(path) && name.endsWith(ending);
    }
  }

  public static final class IamActions {

    public static final List<String> SOURCES =
        List.of(
            "ec2:DescribeImages",
            "ec2:DescribeInstanceTypeOfferings",
            "ec2:DescribeInstanceTypes",
            "ec2:DescribeInstances",
            "ec2:DescribeSpotPriceHistory",
            "pricing:GetProducts",
            "ssm:GetParameters",
            "ssm:GetParametersByPath");

    public static final List<String> EVENTS = List.of("sqs:DeleteMessage", "sqs:ReceiveMessage");

    /** Allowed to everybody with credentials: no policy need name it. */
    public static final List<String> FREE = List.of("sts:GetCallerIdentity");

    private IamActions() {}
  }
}
