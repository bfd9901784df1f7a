package dev.plumbline.source.ec2;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import dev.plumbline.source.Ec2Answer;
import dev.plumbline.source.FieldMask;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import software.amazon.awssdk.services.ec2.model.DescribeInstanceTypeOfferingsRequest;
import software.amazon.awssdk.services.ec2.model.DescribeInstanceTypesRequest;
import software.amazon.awssdk.services.ec2.model.DescribeInstancesRequest;
import software.amazon.awssdk.services.ec2.model.DescribeSpotPriceHistoryRequest;
import software.amazon.awssdk.services.ec2.model.Filter;
import software.amazon.awssdk.services.ec2.model.LocationType;

/** The sources whose query never changes, the same as Karpenter's. */
final class RegionFeeds {

  private static final Duration SPOT_HISTORY = Duration.ofHours(1);

  private final AwsQueries queries;
  private final Clock clock;

  RegionFeeds(AwsQueries queries, Clock clock) {
    this.queries = queries;
    this.clock = clock;
  }

  Feed instanceTypes() {
    return new PlainFeed(
        "instance-types",
        "DescribeInstanceTypes",
        true,
        this::describeTypes,
        document -> Ec2Answer.instanceTypes(document, queries.clients().region().id()));
  }

  private JsonNode describeTypes() throws InterruptedException {
    var request =
        DescribeInstanceTypesRequest.builder()
            .filters(
                filter("supported-virtualization-type", "hvm"),
                filter("processor-info.supported-architecture", "x86_64", "arm64"))
            .maxResults(100)
            .build();
    return AwsQueries.document(
        "InstanceTypes",
        queries.pages(
            queries.ec2("instance-types").describeInstanceTypesPaginator(request).iterator(),
            page -> page.instanceTypes(),
            FieldMask.of("InstanceTypes")));
  }

  Feed offerings() {
    return new PlainFeed(
        "instance-type-offerings",
        "DescribeInstanceTypeOfferings",
        true,
        this::describeOfferings,
        Ec2Answer::offerings);
  }

  private JsonNode describeOfferings() throws InterruptedException {
    var request =
        DescribeInstanceTypeOfferingsRequest.builder()
            .locationType(LocationType.AVAILABILITY_ZONE)
            .maxResults(1000)
            .build();
    return AwsQueries.document(
        "InstanceTypeOfferings",
        queries.pages(
            queries
                .ec2("instance-type-offerings")
                .describeInstanceTypeOfferingsPaginator(request)
                .iterator(),
            page -> page.instanceTypeOfferings(),
            FieldMask.of("InstanceTypeOfferings")));
  }

  Feed instances(String tag, Consumer<Ec2Answer> answered) {
    return new PlainFeed(
        "instances",
        "DescribeInstances",
        false,
        () -> describe(tag),
        document -> {
          Ec2Answer answer = Ec2Answer.instances(document);
          answered.accept(answer);
          return answer;
        });
  }

  private JsonNode describe(String tag) throws InterruptedException {
    var request =
        DescribeInstancesRequest.builder()
            .filters(
                filter("tag-key", tag),
                filter(
                    "instance-state-name",
                    "pending",
                    "running",
                    "shutting-down",
                    "stopping",
                    "stopped"))
            .maxResults(1000)
            .build();
    ArrayNode instances =
        queries.pages(
            queries.ec2("instances").describeInstancesPaginator(request).iterator(),
            page -> page.reservations().stream().flatMap(r -> r.instances().stream()).toList(),
            FieldMask.of("Instances"));
    ArrayNode reservations = instances.arrayNode();
    if (!instances.isEmpty()) {
      reservations.add(AwsQueries.document("Instances", instances));
    }
    return AwsQueries.document("Reservations", reservations);
  }

  Feed spotPrices() {
    return new PlainFeed(
        "spot-prices",
        "DescribeSpotPriceHistory",
        false,
        this::describeSpotPrices,
        Ec2Answer::spotPrices);
  }

  private JsonNode describeSpotPrices() throws InterruptedException {
    var request =
        DescribeSpotPriceHistoryRequest.builder()
            .productDescriptions("Linux/UNIX", "Linux/UNIX (Amazon VPC)")
            .startTime(clock.instant().minus(SPOT_HISTORY))
            .maxResults(1000)
            .build();
    return AwsQueries.document(
        "SpotPriceHistory",
        queries.pages(
            queries.ec2("spot-prices").describeSpotPriceHistoryPaginator(request).iterator(),
            page -> page.spotPriceHistory(),
            FieldMask.of("SpotPriceHistory")));
  }

  /** What types cost on demand, out of a file. */
  static Feed prices(Path file) {
    return new PlainFeed(
        "prices", "GetProducts", false, () -> json(file), Ec2Answer::onDemandPrices);
  }

  private static JsonNode json(Path file) throws IOException {
    return new ObjectMapper().readTree(Files.readAllBytes(file));
  }

  private static Filter filter(String name, String... values) {
    return Filter.builder().name(name).values(List.of(values)).build();
  }

  /**
   * A source whose query never changes.
   *
   * @param call the query, answered in the form that the aws command line prints
   */
  record PlainFeed(
      String source,
      String operation,
      boolean neverEmpty,
      Call call,
      Function<JsonNode, Ec2Answer> reader)
      implements Feed {

    @FunctionalInterface
    interface Call {
      JsonNode query() throws Exception;
    }

    @Override
    public boolean ready() {
      return true;
    }

    @Override
    public Answer query() throws Exception {
      JsonNode document = call.query();
      Ec2Answer answer = reader.apply(document);
      return new Answer(answer.facts(), answer.items(), document);
    }
  }
}
