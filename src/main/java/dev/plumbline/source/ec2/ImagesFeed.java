package dev.plumbline.source.ec2;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.plumbline.fact.Cluster.Account;
import dev.plumbline.fact.Cluster.ObjectFault;
import dev.plumbline.fact.Fact;
import dev.plumbline.fact.Gates.SourceScope;
import dev.plumbline.fact.Images.Ami;
import dev.plumbline.fact.Values;
import dev.plumbline.source.Ec2Answer;
import dev.plumbline.source.FieldMask;
import dev.plumbline.source.ec2.Ec2Source.ImageNeed;
import dev.plumbline.source.ec2.Ec2Source.Needs;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.services.ec2.model.DescribeImagesRequest;
import software.amazon.awssdk.services.ec2.model.Filter;

/**
 * The images that the rules need, whatever their state. As in Karpenter, ids share a query and each
 * other selector has its own; unlike there, images that are not available are included, so that
 * rules can say what is wrong with them. Queries are sent side by side. Images that events name are
 * queried by id alone, unless everything is due.
 */
final class ImagesFeed implements Feed {

  private static final int MAX_IDS = 200;
  private static final int MAX_AT_ONCE = 8;

  private final AwsQueries queries;
  private final Needs needs;
  private final Duration interval;
  private final Clock clock;
  private final Set<String> changed = new ConcurrentSkipListSet<>();
  private @Nullable String accountId;
  private @Nullable Whole last;
  private volatile boolean due;

  /**
   * @param interval how long after the last query of everything it is due
   */
  ImagesFeed(
      AwsQueries queries, Needs needs, @Nullable String accountId, Duration interval, Clock clock) {
    this.queries = queries;
    this.needs = needs;
    this.accountId = accountId;
    this.interval = interval;
    this.clock = clock;
  }

  /**
   * The last answer to the queries of all needs, with what has been learned of single images since.
   *
   * @param faults the queries that EC2 rejects
   */
  private record Whole(
      Set<ImageNeed> needs, Instant at, Map<String, JsonNode> images, List<ObjectFault> faults) {}

  @Override
  public String source() {
    return "images";
  }

  @Override
  public String operation() {
    return "DescribeImages";
  }

  @Override
  public boolean neverEmpty() {
    return false;
  }

  @Override
  public boolean ready() {
    return needs.images() != null;
  }

  /** Makes the next query one of everything. */
  void due() {
    due = true;
  }

  /** Makes the next query one of these images, by id. */
  void changed(Set<String> ids) {
    changed.addAll(ids);
  }

  @Override
  public Answer query() throws Exception {
    Set<ImageNeed> needed = Objects.requireNonNullElse(needs.images(), Set.of());
    Whole before = last;
    last = null; // After a failure, everything is queried.
    boolean all = due;
    due = false;
    List<String> ids = List.copyOf(changed);
    ids.forEach(changed::remove);
    String account = account();
    Instant now = clock.instant();
    boolean enough =
        !all
            && !ids.isEmpty()
            && before != null
            && before.needs().equals(needed)
            && now.isBefore(before.at().plus(interval))
            && update(before, ids, account);
    Whole answer = enough && before != null ? before : queryAll(needed, now);
    last = answer;

    ArrayNode images = JsonNodeFactory.instance.arrayNode().addAll(answer.images().values());
    JsonNode document = AwsQueries.document("Images", images);
    var facts = new ArrayList<Fact>();
    facts.add(new Account(account));
    facts.addAll(answer.faults());
    facts.addAll(Ec2Answer.images(document).facts());
    facts.add(
        new SourceScope(
            source(), Values.of(sorted(needed).stream().map(ImageNeed::query).toList())));
    return new Answer(facts, images.size(), document);
  }

  /** Queries images by id; false when one that was there is gone. */
  private boolean update(Whole known, List<String> ids, String account) throws Exception {
    var found = new LinkedHashMap<String, JsonNode>();
    for (ArrayNode images : sideBySide(byId(ids))) {
      add(images, found);
    }
    ArrayNode images = JsonNodeFactory.instance.arrayNode().addAll(found.values());
    for (Fact fact : Ec2Answer.images(AwsQueries.document("Images", images)).facts()) {
      if (fact instanceof Ami ami
          && known.needs().stream().anyMatch(need -> need.covers(ami, account))) {
        known.images().put(ami.id(), found.get(ami.id()));
      }
    }
    for (String id : ids) {
      if (known.images().containsKey(id)
          && !Objects.equals(known.images().get(id), found.get(id))) {
        return false;
      }
    }
    return true;
  }

  private Whole queryAll(Set<ImageNeed> needed, Instant now) throws Exception {
    var faults = new ConcurrentLinkedQueue<ObjectFault>();
    var calls = new ArrayList<Callable<ArrayNode>>();
    var ids = new TreeSet<String>();
    for (ImageNeed need : sorted(needed)) {
      if (need.onlyIds()) {
        ids.addAll(need.ids().list());
      } else {
        calls.add(() -> query(need, faults));
      }
    }
    calls.addAll(byId(List.copyOf(ids)));
    var images = new LinkedHashMap<String, JsonNode>();
    for (ArrayNode each : sideBySide(calls)) {
      add(each, images);
    }
    List<ObjectFault> refused =
        faults.stream().sorted(Comparator.comparing(ObjectFault::object)).toList();
    return new Whole(needed, now, images, refused);
  }

  private static List<ImageNeed> sorted(Set<ImageNeed> needs) {
    return needs.stream().sorted(Comparator.comparing(ImageNeed::query)).toList();
  }

  private List<Callable<ArrayNode>> byId(List<String> ids) {
    var calls = new ArrayList<Callable<ArrayNode>>();
    for (int i = 0; i < ids.size(); i += MAX_IDS) {
      List<String> some = ids.subList(i, Math.min(ids.size(), i + MAX_IDS));
      calls.add(() -> describe(filter("image-id", some), List.of()));
    }
    return calls;
  }

  /**
   * The answers of calls, in their order. Each call still takes its token; after the first failure
   * no other begins.
   */
  private static List<ArrayNode> sideBySide(List<Callable<ArrayNode>> calls) throws Exception {
    if (calls.isEmpty()) {
      return List.of();
    }
    var failed = new AtomicReference<@Nullable Exception>();
    ExecutorService threads =
        Executors.newFixedThreadPool(
            Math.min(MAX_AT_ONCE, calls.size()),
            Thread.ofPlatform().daemon().name("ec2-images-", 0).factory());
    try {
      var answers = new ArrayList<ArrayNode>();
      for (Future<ArrayNode> each :
          threads.invokeAll(calls.stream().map(call -> untilOneFails(call, failed)).toList())) {
        answers.add(each.get());
      }
      Exception first = failed.get();
      if (first != null) {
        throw first;
      }
      return answers;
    } finally {
      var unused = threads.shutdownNow();
    }
  }

  private static Callable<ArrayNode> untilOneFails(
      Callable<ArrayNode> call, AtomicReference<@Nullable Exception> failed) {
    return () -> {
      if (failed.get() == null) {
        try {
          return call.call();
        } catch (Exception e) {
          failed.compareAndSet(null, e);
        }
      }
      return JsonNodeFactory.instance.arrayNode();
    };
  }

  /** What {@code self} means as an owner: rules judge no image of their own without it. */
  private String account() throws CallFailedException, InterruptedException {
    if (accountId == null) {
      queries.awaitToken();
      try {
        accountId = queries.clients().sts().getCallerIdentity().account();
      } catch (RuntimeException e) {
        throw new CallFailedException("GetCallerIdentity", e);
      }
    }
    return accountId;
  }

  /** One query; a fault of this query only, so that the others continue. */
  private ArrayNode query(ImageNeed need, Collection<ObjectFault> faults)
      throws InterruptedException {
    var filters = new ArrayList<Filter>();
    if (!need.ids().none()) {
      filters.addAll(filter("image-id", need.ids().list()));
    }
    if (need.name() != null) {
      filters.addAll(filter("name", List.of(need.name())));
    }
    need.tags()
        .map()
        .forEach(
            (key, value) ->
                filters.addAll(
                    value.equals("*")
                        ? filter("tag-key", List.of(key))
                        : filter("tag:" + key, List.of(value))));
    try {
      return describe(filters, need.owners().list());
    } catch (AwsServiceException e) {
      if (e.statusCode() == 400 && ErrorCode.of(e).startsWith("Invalid")) {
        faults.add(
            new ObjectFault(
                source(),
                "ImageQuery/" + need.query(),
                "EC2 refuses it with "
                    + ErrorCode.of(e)
                    + ": "
                    + e.awsErrorDetails().errorMessage()
                    + " Try: correct the term of amiSelectorTerms that queries it."));
        return JsonNodeFactory.instance.arrayNode();
      }
      throw e;
    }
  }

  private ArrayNode describe(List<Filter> filters, List<String> owners)
      throws InterruptedException {
    var request =
        DescribeImagesRequest.builder()
            .filters(filters)
            .owners(owners)
            .includeDeprecated(true)
            .includeDisabled(true)
            .maxResults(1000)
            .build();
    return queries.pages(
        queries.ec2(source()).describeImagesPaginator(request).iterator(),
        page -> page.images(),
        FieldMask.of("Images"));
  }

  private static void add(ArrayNode images, Map<String, JsonNode> byId) {
    int unnamed = byId.size();
    for (JsonNode image : images) {
      byId.put(image.path("ImageId").asText("[" + unnamed++ + "]"), image);
    }
  }

  private static List<Filter> filter(String name, List<String> values) {
    return List.of(Filter.builder().name(name).values(values).build());
  }
}
