package dev.plumbline.source.ec2;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.plumbline.fact.Cluster.Account;
import dev.plumbline.fact.Cluster.ObjectFault;
import dev.plumbline.fact.Fact;
import dev.plumbline.fact.Gates.SourceScope;
import dev.plumbline.fact.Values;
import dev.plumbline.source.Ec2Answer;
import dev.plumbline.source.FieldMask;
import dev.plumbline.source.ec2.Ec2Source.ImageNeed;
import dev.plumbline.source.ec2.Ec2Source.Needs;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.services.ec2.model.DescribeImagesRequest;
import software.amazon.awssdk.services.ec2.model.Filter;

/**
 * The images that the rules need, whatever their state. As in Karpenter, ids share a query and each
 * other selector has its own; unlike there, images that are not available are included, so that
 * rules can say what is wrong with them.
 */
final class ImagesFeed implements Feed {

  private static final int MAX_IDS = 200;

  private final AwsQueries queries;
  private final Needs needs;
  private @Nullable String accountId;

  ImagesFeed(AwsQueries queries, Needs needs, @Nullable String accountId) {
    this.queries = queries;
    this.needs = needs;
    this.accountId = accountId;
  }

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

  @Override
  public Answer query() throws Exception {
    Set<ImageNeed> needed = needs.images();
    var facts = new ArrayList<Fact>();
    facts.add(new Account(account()));
    var byId = new LinkedHashMap<String, JsonNode>();
    var ids = new TreeSet<String>();
    var queries = new TreeSet<String>();
    for (ImageNeed need : sorted(needed)) {
      queries.add(need.query());
      if (need.owners().none() && need.name() == null && need.tags().none()) {
        ids.addAll(need.ids().list());
      } else {
        ObjectFault refused = query(need, byId);
        if (refused != null) {
          facts.add(refused);
        }
      }
    }
    List<String> all = List.copyOf(ids);
    for (int i = 0; i < all.size(); i += MAX_IDS) {
      List<String> some = all.subList(i, Math.min(all.size(), i + MAX_IDS));
      add(describe(filter("image-id", some), List.of()), byId);
    }
    ArrayNode images = JsonNodeFactory.instance.arrayNode().addAll(byId.values());
    JsonNode document = AwsQueries.document("Images", images);
    facts.addAll(Ec2Answer.images(document).facts());
    facts.add(new SourceScope(source(), Values.of(queries)));
    return new Answer(facts, images.size(), document);
  }

  private static List<ImageNeed> sorted(@Nullable Set<ImageNeed> needs) {
    return needs == null
        ? List.of()
        : needs.stream().sorted(Comparator.comparing(ImageNeed::query)).toList();
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
  private @Nullable ObjectFault query(ImageNeed need, Map<String, JsonNode> byId)
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
      add(describe(filters, need.owners().list()), byId);
      return null;
    } catch (AwsServiceException e) {
      if (e.statusCode() == 400 && ErrorCode.of(e).startsWith("Invalid")) {
        return new ObjectFault(
            source(),
            "ImageQuery/" + need.query(),
            "EC2 refuses it with "
                + ErrorCode.of(e)
                + ": "
                + e.awsErrorDetails().errorMessage()
                + " Try: correct the term of amiSelectorTerms that queries it.");
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
