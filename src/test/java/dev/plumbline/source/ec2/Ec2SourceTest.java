package dev.plumbline.source.ec2;

import static dev.plumbline.source.ec2.FakeAws.error;
import static dev.plumbline.source.ec2.FakeAws.image;
import static dev.plumbline.source.ec2.FakeAws.images;
import static dev.plumbline.source.ec2.FakeAws.json;
import static dev.plumbline.source.ec2.FakeAws.jsonError;
import static dev.plumbline.source.ec2.FakeAws.xml;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plumbline.client.Backoff;
import dev.plumbline.fact.Cluster.Account;
import dev.plumbline.fact.Cluster.ObjectFault;
import dev.plumbline.fact.Gates.SourceScope;
import dev.plumbline.fact.Gates.SourceStatus;
import dev.plumbline.fact.Images.Ami;
import dev.plumbline.fact.Images.SsmError;
import dev.plumbline.fact.Images.SsmParameter;
import dev.plumbline.fact.InstanceTypes.InstanceTypeOffering;
import dev.plumbline.fact.InstanceTypes.OnDemandPrice;
import dev.plumbline.fact.InstanceTypes.SpotPrice;
import dev.plumbline.fact.Nodes.Instance;
import dev.plumbline.fact.Tags;
import dev.plumbline.fact.Values;
import dev.plumbline.loop.Await;
import dev.plumbline.source.ec2.Ec2Source.ImageNeed;
import dev.plumbline.source.ec2.Ec2Source.ListingNeed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The sources against an AWS in this process. */
class Ec2SourceTest {

  private static final Instant NOW = Instant.parse("2026-11-20T12:00:00Z");

  private final FakeAws aws = new FakeAws();
  private final AwsClients clients = aws.clients();
  private final RecordingSink heard = new RecordingSink();
  private @Nullable Ec2Source source;
  @TempDir Path folder;

  Ec2SourceTest() throws IOException {}

  @AfterEach
  void close() {
    if (source != null) {
      source.close();
    }
    clients.close();
    aws.close();
  }

  static ImageNeed byId(String id) {
    return new ImageNeed("id " + id, Values.of(id), Values.NONE, null, Tags.NONE);
  }

  private static ImageNeed byName(String name, String owner) {
    return new ImageNeed("name " + name, Values.NONE, Values.of(owner), name, Tags.NONE);
  }

  static Ec2SourceSettings settings(@Nullable Path prices) {
    Map<String, Duration> intervals =
        Ec2SourceSettings.SOURCES.stream()
            .collect(Collectors.toMap(name -> name, name -> Duration.ofHours(1)));
    return new Ec2SourceSettings(
        new HashMap<>(intervals),
        new Ec2SourceSettings.Pacing(
            0.1, new Backoff(Duration.ofMillis(20), Duration.ofMillis(100)), Duration.ofMillis(1)),
        new Ec2SourceSettings.Rate(1000, 1000),
        new Ec2SourceSettings.Scope(null, "karpenter.sh/nodepool", prices, null));
  }

  private Ec2Source start() {
    var clock = Clock.fixed(NOW, ZoneOffset.UTC);
    source =
        new Ec2Source(clients, settings(null), EventRelay.NONE, clock, new SplittableRandom(1));
    source.start(heard);
    return source;
  }

  @Test
  void nothingIsAskedOfImagesAndParametersBeforeItIsKnownWhatIsNeeded() {
    start();

    heard.synced("instance-types");
    assertThat(heard.status("images").state()).isEqualTo("syncing");
    assertThat(heard.status("images").since()).isEqualTo(NOW);
    assertThat(heard.status("ssm-parameters").state()).isEqualTo("syncing");
    assertThat(aws.requests("DescribeImages")).isEmpty();
  }

  @Test
  void everyPageIsReadAndEachQueryAsked() {
    aws.on(
        "DescribeImages",
        request ->
            !request.filter("image-id").isEmpty()
                ? images(image("ami-1", "x86_64"))
                : request.parameters().containsKey("NextToken")
                    ? images(image("ami-3", "arm64"))
                    : xml(
                        "DescribeImages",
                        "<imagesSet>"
                            + image("ami-1", "x86_64")
                            + image("ami-2", "arm64")
                            + "</imagesSet><nextToken>more</nextToken>"));
    start()
        .need(Set.of(byId("ami-1"), byId("ami-9"), byName("golden-*", "self")), Set.of(), Set.of());

    SourceStatus status = heard.synced("images");

    assertThat(status.items()).isEqualTo(3);
    assertThat(status.lastSuccess()).isEqualTo(NOW);
    assertThat(heard.facts(Ami.class)).extracting(Ami::id).contains("ami-1", "ami-2", "ami-3");
    assertThat(heard.facts(Account.class)).containsExactly(new Account("123456789012"));
    assertThat(heard.facts(SourceScope.class))
        .contains(new SourceScope("images", Values.of("id ami-1", "id ami-9", "name golden-*")));
    assertThat(aws.requests("DescribeImages")).hasSize(3);
    var byName =
        aws.requests("DescribeImages").stream()
            .filter(request -> !request.filter("name").isEmpty())
            .findFirst()
            .orElseThrow();
    assertThat(byName.filter("name")).containsExactly("golden-*");
    assertThat(byName.parameters())
        .containsEntry("Owner.1", "self")
        .containsEntry("IncludeDeprecated", "true")
        .containsEntry("IncludeDisabled", "true");
    assertThat(aws.requests("DescribeImages"))
        .filteredOn(request -> !request.filter("image-id").isEmpty())
        .singleElement()
        .satisfies(
            request ->
                assertThat(request.filter("image-id")).containsExactlyInAnyOrder("ami-1", "ami-9"));
    assertThat(String.valueOf(heard.told("images").document()))
        .contains("\"ImageId\":\"ami-3\"", "\"Tags\":[{\"Key\":\"stage\"");
  }

  @Test
  void manyIdsAreAskedInSeveralCalls() {
    aws.on("DescribeImages", images());
    start()
        .need(
            IntStream.range(0, 450).mapToObj(i -> byId("ami-" + i)).collect(Collectors.toSet()),
            Set.of(),
            Set.of());

    heard.synced("images");

    assertThat(aws.requests("DescribeImages")).hasSize(3);
  }

  @Test
  void imageThatCannotBeReadIsAFaultOfItsOwn() {
    aws.on("DescribeImages", images(image("ami-1", "x86_64"), image("ami-2", "")));
    start().need(Set.of(byId("ami-1"), byId("ami-2")), Set.of(), Set.of());

    assertThat(heard.synced("images").items()).isEqualTo(2);

    assertThat(heard.facts(Ami.class)).extracting(Ami::id).containsExactly("ami-1");
    assertThat(heard.facts(ObjectFault.class))
        .containsExactly(
            new ObjectFault(
                "images",
                "Ami/ami-2",
                "Ami/ami-2 Architecture is missing. EC2 may not have filled it in yet: it is"
                    + " queried again."));
  }

  @Test
  void queryThatEc2RefusesIsAFaultOfItsOwn() {
    aws.on(
        "DescribeImages",
        request ->
            "odd".equals(request.parameters().get("Owner.1"))
                ? error(400, "InvalidUserID.Malformed")
                : images(image("ami-1", "x86_64")));
    start().need(Set.of(byId("ami-1"), byName("golden-*", "odd")), Set.of(), Set.of());

    heard.synced("images");

    assertThat(heard.facts(Ami.class)).hasSize(1);
    assertThat(heard.facts(ObjectFault.class))
        .singleElement()
        .satisfies(
            fault -> {
              assertThat(fault.object()).isEqualTo("ImageQuery/name golden-*");
              assertThat(fault.message()).contains("InvalidUserID.Malformed", "Try: correct");
            });
  }

  @Test
  void failureIsToldAndHealsWhileTheOthersGoOn() {
    aws.on("DescribeImages", error(503, "RequestLimitExceeded"));
    aws.on(
        "DescribeInstanceTypeOfferings",
        xml(
            "DescribeInstanceTypeOfferings",
            "<instanceTypeOfferingSet><item><instanceType>m5.large</instanceType><location>us-east-1a</location><locationType>availability-zone</locationType></item></instanceTypeOfferingSet>"));
    start().need(Set.of(byId("ami-1")), Set.of(), Set.of());

    heard.synced("instance-type-offerings");
    SourceStatus failed = heard.await("images", status -> status.failures() >= 2);
    assertThat(failed.state()).isEqualTo("failed");
    assertThat(failed.code()).isEqualTo("RequestLimitExceeded");
    assertThat(failed.operation()).isEqualTo("DescribeImages");
    assertThat(failed.lastSuccess()).isNull();
    assertThat(heard.facts(InstanceTypeOffering.class)).hasSize(1);

    aws.on("DescribeImages", images(image("ami-1", "x86_64")));
    SourceStatus healed = heard.synced("images");
    assertThat(healed.code()).isNull();
    assertThat(healed.failures()).isZero();
    assertThat(heard.facts(Ami.class)).hasSize(1);

    aws.on("DescribeImages", error(403, "UnauthorizedOperation"));
    source.refresh("images");
    assertThat(heard.failed("images").code()).isEqualTo("UnauthorizedOperation");
    assertThat(heard.facts(Ami.class)).as("what was known stays").hasSize(1);
  }

  @Test
  void callThatHangsIsATimeoutAndHoldsUpNothingElse() {
    aws.hang("DescribeImages").on("DescribeInstances", xml("DescribeInstances", ""));
    start().need(Set.of(byId("ami-1")), Set.of(), Set.of());

    heard.synced("instances");
    assertThat(heard.failed("images").code()).isEqualTo("Timeout");
  }

  @Test
  void unreachableServiceAndUnknownAccountAreNamed() {
    aws.on("GetCallerIdentity", error(403, "ExpiredToken"));
    start().need(Set.of(), Set.of(), Set.of());
    assertThat(heard.failed("images").operation()).isEqualTo("GetCallerIdentity");

    aws.close();
    source.refresh("instances");
    heard.await("instances", status -> "ConnectionRefused".equals(status.code()));
  }

  @Test
  void emptyAnswerOfInstanceTypesLeavesWhatWasKnown() {
    String type =
        "<item><instanceType>m5.large</instanceType><currentGeneration>true</currentGeneration><supportedUsageClasses><item>on-demand</item></supportedUsageClasses><processorInfo><supportedArchitectures><item>x86_64</item></supportedArchitectures></processorInfo><vCpuInfo><defaultVCpus>2</defaultVCpus></vCpuInfo><memoryInfo><sizeInMiB>8192</sizeInMiB></memoryInfo></item>";
    aws.on(
        "DescribeInstanceTypes",
        xml("DescribeInstanceTypes", "<instanceTypeSet>" + type + "</instanceTypeSet>"));
    start();
    assertThat(heard.synced("instance-types").items()).isEqualTo(1);
    assertThat(heard.told("instance-types").facts()).hasSize(1);

    aws.on("DescribeInstanceTypes", xml("DescribeInstanceTypes", "<instanceTypeSet/>"));
    source.refresh("instance-types");

    SourceStatus empty = heard.await("instance-types", status -> status.held() == 1);
    assertThat(empty.items()).isZero();
    assertThat(heard.told("instance-types").facts()).hasSize(1);

    source.refresh("instance-types");
    heard.await(
        () -> aws.requests("DescribeInstanceTypes").size() >= 3, "a third answer", () -> true);
    assertThat(heard.status("instance-types").held()).isEqualTo(1);
  }

  @Test
  void changeOfWhatIsNeededIsAskedAtOnceAndTheSameAgainIsNot() {
    aws.on("DescribeImages", images(image("ami-1", "x86_64")));
    start().need(Set.of(byId("ami-1")), Set.of(), Set.of());
    heard.synced("images");

    source.need(Set.of(byId("ami-1")), Set.of(), Set.of());
    source.need(Set.of(byId("ami-1"), byId("ami-2")), Set.of(), Set.of());

    heard.await(
        () ->
            heard
                .facts(SourceScope.class)
                .contains(new SourceScope("images", Values.of("id ami-1", "id ami-2"))),
        "the second need",
        () -> true);
    assertThat(aws.requests("DescribeImages")).hasSize(2);
  }

  @Test
  void whatIsNeededIsPendingUntilItIsAnswered() {
    var answer = new CompletableFuture<FakeAws.Reply>();
    aws.on("DescribeImages", request -> answer.join());
    assertThat(start().pending()).doesNotContain("images");

    source.need(Set.of(byId("ami-1")), Set.of(), Set.of());

    assertThat(source.pending()).contains("images");
    Await.until("it is asked", () -> !aws.requests("DescribeImages").isEmpty());
    assertThat(source.pending()).contains("images");
    answer.complete(images(image("ami-1", "x86_64")));
    heard.synced("images");
    Await.until("nothing is pending", () -> !source.pending().contains("images"));
  }

  @Test
  void parametersAreAskedInTensAndWhatIsMissingIsTold() {
    aws.on(
        "GetParameters",
        request ->
            request.parameters().get("Body").contains("/p/odd")
                ? request.parameters().get("Body").contains("/p/1\"")
                    ? jsonError("ValidationException")
                    : request.parameters().get("Body").chars().filter(c -> c == '/').count() > 2
                        ? jsonError("ValidationException")
                        : jsonError("AccessDeniedException")
                : json(
                    "{\"Parameters\": [{\"Name\": \"/p/1\", \"Value\": \"ami-1\", \"Version\":"
                        + " 7}, {\"Name\": \"/p/2\", \"Value\": \"ami-2\", \"Selector\":"
                        + " \":3\"}], \"InvalidParameters\": [\"/p/none\"]}"));
    start()
        .need(
            Set.of(),
            Set.of(
                "/p/1", "/p/2:3", "/p/none", "/p/odd", "/q/1", "/q/2", "/q/3", "/q/4", "/q/5",
                "/q/6", "/q/7"),
            Set.of());

    heard.synced("ssm-parameters");

    assertThat(heard.facts(SsmParameter.class))
        .contains(new SsmParameter("/p/1", "ami-1"), new SsmParameter("/p/2:3", "ami-2"));
    assertThat(heard.facts(SsmError.class))
        .containsExactlyInAnyOrder(
            new SsmError("/p/none", "ParameterNotFound"),
            new SsmError("/p/odd", "AccessDeniedException"));
  }

  @Test
  void releasesAreListedPageByPageAndAgainWhenThePointerNamesAnother() {
    var pointer = new AtomicReference<>("ami-2");
    aws.on(
        "GetParameters",
        request ->
            json(
                "{\"Parameters\": [{\"Name\": \"/r/latest/image_id\", \"Value\": \""
                    + pointer.get()
                    + "\"}]}"));
    aws.on(
        "GetParametersByPath",
        request ->
            request.parameters().get("Body").contains("NextToken")
                ? json(
                    "{\"Parameters\": [{\"Name\": \"/r/1.2.0/image_id\", \"Value\": \""
                        + pointer.get()
                        + "\"}, {\"Name\": \"/r/latest/image_id\", \"Value\": \"ami-0\"}]}")
                : json(
                    "{\"Parameters\": [{\"Name\": \"/r/1.1.0/image_id\", \"Value\": \"ami-1\"},"
                        + " {\"Name\": \"/r/1.1.0/image_version\", \"Value\": \"1.1.0\"}],"
                        + " \"NextToken\": \"more\"}"));
    start()
        .need(Set.of(), Set.of("/r/latest/image_id"), Set.of(new ListingNeed("/r/", "/image_id")));

    heard.synced("ssm-parameters");

    assertThat(heard.facts(SsmParameter.class))
        .containsExactlyInAnyOrder(
            new SsmParameter("/r/latest/image_id", "ami-2"),
            new SsmParameter("/r/1.1.0/image_id", "ami-1"),
            new SsmParameter("/r/1.2.0/image_id", "ami-2"));
    assertThat(heard.facts(SourceScope.class))
        .contains(new SourceScope("ssm-parameters", Values.of("/r/", "/r/latest/image_id")));
    assertThat(aws.requests("GetParametersByPath")).hasSize(2);

    pointer.set("ami-3");
    source.refresh("ssm-parameters");
    heard.await(
        () ->
            heard
                .facts(SsmParameter.class)
                .contains(new SsmParameter("/r/1.2.0/image_id", "ami-3")),
        "the new release",
        () -> true);
  }

  @Test
  void pathThatMayNotBeListedIsAnErrorOfItsOwn() {
    aws.on("GetParameters", json("{\"Parameters\": [{\"Name\": \"/p/1\", \"Value\": \"ami-1\"}]}"));
    aws.on("GetParametersByPath", jsonError("AccessDeniedException"));
    start().need(Set.of(), Set.of("/p/1"), Set.of(new ListingNeed("/r/", "/image_id")));

    heard.synced("ssm-parameters");

    assertThat(heard.facts(SsmParameter.class)).contains(new SsmParameter("/p/1", "ami-1"));
    assertThat(heard.facts(SsmError.class)).contains(new SsmError("/r/", "AccessDeniedException"));
  }

  @Test
  void parametersThatNobodyMayReadAreAFailure() {
    aws.on("GetParameters", jsonError("AccessDeniedException"));
    start().need(Set.of(), Set.of("/p/1", "/p/2"), Set.of());

    assertThat(heard.failed("ssm-parameters").code()).isEqualTo("AccessDeniedException");
  }

  @Test
  void instancesAndSpotPricesAreRead() {
    aws.on(
        "DescribeInstances",
        xml(
            "DescribeInstances",
            "<reservationSet><item><instancesSet><item><instanceId>i-1</instanceId><imageId>ami-1</imageId><instanceType>m5.large</instanceType><placement><availabilityZone>us-east-1a</availabilityZone></placement><instanceState><code>16</code><name>running</name></instanceState></item></instancesSet></item></reservationSet>"));
    aws.on(
        "DescribeSpotPriceHistory",
        xml(
            "DescribeSpotPriceHistory",
            "<spotPriceHistorySet>"
                + spot("0.03", "2026-11-20T11:10:00.000Z")
                + spot("0.04", "2026-11-20T11:50:00.000Z")
                + spot("odd", "2026-11-20T11:55:00.000Z")
                + "</spotPriceHistorySet>"));
    start();

    heard.synced("instances");
    heard.synced("spot-prices");

    assertThat(heard.facts(Instance.class)).extracting(Instance::id).containsExactly("i-1");
    assertThat(aws.requests("DescribeInstances").getFirst().filter("tag-key"))
        .containsExactly("karpenter.sh/nodepool");
    assertThat(heard.facts(SpotPrice.class))
        .containsExactly(new SpotPrice("m5.large", "us-east-1a", 40000));
    assertThat(heard.facts(ObjectFault.class)).hasSize(1);
    assertThat(aws.requests("DescribeSpotPriceHistory").getFirst().parameters())
        .containsEntry("StartTime", "2026-11-20T11:00:00Z");
  }

  private static String spot(String price, String time) {
    return "<item><instanceType>m5.large</instanceType><availabilityZone>us-east-1a</availabilityZone><productDescription>Linux/UNIX</productDescription><spotPrice>"
        + price
        + "</spotPrice><timestamp>"
        + time
        + "</timestamp></item>";
  }

  private static String product(String type, String... usd) {
    var dimensions = new StringBuilder();
    for (String price : usd) {
      dimensions
          .append(dimensions.isEmpty() ? "" : ",")
          .append(
              "\"%d\": {\"unit\": \"Hrs\", \"pricePerUnit\": {\"USD\": \"%s\"}}"
                  .formatted(dimensions.length(), price));
    }
    return "{\"product\": {\"attributes\": {\"instanceType\": \"%s\"}}, \"terms\": {\"OnDemand\": {\"A.B\": {\"priceDimensions\": {%s}}}}}"
        .formatted(type, dimensions);
  }

  private static FakeAws.Reply products(String next, String... products) {
    ObjectNode page = new ObjectMapper().createObjectNode().put("FormatVersion", "aws_v1");
    List.of(products).forEach(page.putArray("PriceList")::add);
    return json((next.isEmpty() ? page : page.put("NextToken", next)).toString());
  }

  /** Pages as the Pricing API answers: of shared tenancy two, of bare metal one. */
  private FakeAws.Reply prices(FakeAws.Request request) {
    String body = request.parameters().get("Body");
    if (body.contains("bare metal")) {
      return products("", product("m5.metal", "4.6080000000"));
    }
    return body.contains("NextToken")
        ? products(
            "", product("c5.large", "0.0000000000", "0.0850000000"), product("c6.large", "free"))
        : products("more", "no JSON", product("m5.large", "0.0960000000"), "{}");
  }

  @Test
  void onDemandPricesComeFromThePricingApiPageByPage() {
    aws.on("GetProducts", this::prices);
    start();

    SourceStatus status = heard.synced("prices");

    assertThat(status.code()).isNull();
    assertThat(status.items()).isEqualTo(3);
    assertThat(heard.facts(OnDemandPrice.class))
        .as("what cannot be read does not lose the others")
        .containsExactlyInAnyOrder(
            new OnDemandPrice("m5.large", 96_000),
            new OnDemandPrice("c5.large", 85_000),
            new OnDemandPrice("m5.metal", 4_608_000));
    assertThat(heard.told("prices").document())
        .as("as prices.json")
        .hasToString("{\"c5.large\":0.085,\"m5.large\":0.096,\"m5.metal\":4.608}");
    assertThat(aws.requests("GetProducts"))
        .hasSize(3)
        .allMatch(it -> it.parameters().get("Body").contains("\"Value\":\"us-east-1\""));
  }

  @Test
  void shippedPricesStandInUntilThePricingApiAnswers() {
    aws.on("GetProducts", jsonError("com.amazonaws.pricing#AccessDeniedException"));
    start();

    SourceStatus status = heard.synced("prices");
    assertThat(status.code()).isEqualTo("AccessDeniedException");
    assertThat(status.since()).as("of when they are").isEqualTo("2026-07-20T00:00:00Z");
    assertThat(status.failures()).isEqualTo(1);
    assertThat(heard.facts(OnDemandPrice.class)).hasSizeGreaterThan(1_000);

    aws.on("GetProducts", this::prices);
    source.refresh("prices");
    assertThat(heard.await("prices", it -> it.code() == null && it.failures() == 0).since())
        .isEqualTo(NOW);
    assertThat(heard.facts(OnDemandPrice.class)).hasSize(3);

    aws.on("GetProducts", error(503, "Late"));
    source.refresh("prices");
    heard.failed("prices");
    assertThat(heard.facts(OnDemandPrice.class)).as("those of the last answer").hasSize(3);
  }

  @Test
  void pricingApiOfTheNearestRegionIsQueried() {
    assertThat(Stream.of("us-west-2", "eu-west-1", "ap-northeast-1", "cn-north-1", "sa-east-1"))
        .extracting(PricesFeed::pricingRegion)
        .containsExactly("us-east-1", "eu-central-1", "ap-south-1", "cn-northwest-1", "us-east-1");
  }

  @Test
  void onDemandPricesComeFromAFileThatMayChange() throws IOException {
    Path prices = folder.resolve("prices.json");
    var clock = Clock.fixed(NOW, ZoneOffset.UTC);
    source =
        new Ec2Source(clients, settings(prices), EventRelay.NONE, clock, new SplittableRandom(1));
    source.start(heard);
    assertThat(heard.failed("prices").code()).isEqualTo("NoSuchFile");

    Files.writeString(prices, "{\"m5.large\": 0.096, \"odd\": \"odd\"}");
    heard.synced("prices");

    assertThat(heard.facts(OnDemandPrice.class))
        .containsExactly(new OnDemandPrice("m5.large", 96000));
    assertThat(heard.facts(ObjectFault.class)).hasSize(1);
  }
}
