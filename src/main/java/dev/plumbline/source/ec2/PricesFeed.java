package dev.plumbline.source.ec2;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plumbline.fact.Decimals;
import dev.plumbline.source.Ec2Answer;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.http.ContentStreamProvider;
import software.amazon.awssdk.http.HttpExecuteRequest;
import software.amazon.awssdk.http.HttpExecuteResponse;
import software.amazon.awssdk.http.SdkHttpMethod;
import software.amazon.awssdk.http.SdkHttpRequest;
import software.amazon.awssdk.http.auth.aws.signer.AwsV4HttpSigner;

/**
 * What instance types cost on demand in the region (Linux, shared tenancy; bare metal as it is
 * sold), from the Pricing API, queried as Karpenter queries it. Until it has answered, prices are
 * those that ship with the program, of us-east-1, as in Karpenter; the status of the source then
 * has their date and the code of the failure.
 */
final class PricesFeed implements Feed {

  private static final ObjectMapper JSON = new ObjectMapper();

  /** The product family, by the tenancy that it is sold with. */
  private static final Map<String, String> FAMILIES =
      Map.of("Shared", "Compute Instance", "Dedicated", "Compute Instance (bare metal)");

  private final AwsQueries queries;
  private boolean answered;

  PricesFeed(AwsQueries queries) {
    this.queries = queries;
  }

  @Override
  public String source() {
    return "prices";
  }

  @Override
  public String operation() {
    return "GetProducts";
  }

  @Override
  public boolean neverEmpty() {
    return true;
  }

  @Override
  public boolean ready() {
    return true;
  }

  @Override
  public Answer query() throws Exception {
    ObjectNode prices;
    try {
      prices = products();
    } catch (IOException | RuntimeException e) {
      if (answered || Thread.currentThread().isInterrupted()) {
        throw e;
      }
      ShippedPrices shipped = ShippedPrices.read();
      return answer(shipped.prices(), new Fallback(shipped.of(), e));
    }
    answered = true;
    return answer(prices, null);
  }

  private static Answer answer(ObjectNode prices, @Nullable Fallback fallback) {
    Ec2Answer answer = Ec2Answer.onDemandPrices(prices);
    return new Answer(answer.facts(), answer.items(), prices, fallback);
  }

  /** US dollars an hour by instance type; an entry that cannot be read is left out. */
  private ObjectNode products() throws IOException, InterruptedException {
    var prices = new TreeMap<String, BigDecimal>();
    for (Map.Entry<String, String> family : new TreeMap<>(FAMILIES).entrySet()) {
      String next = "";
      do {
        queries.awaitToken();
        JsonNode page = send(body(family.getKey(), family.getValue(), next));
        page.path("PriceList").forEach(entry -> add(entry, prices));
        next = page.path("NextToken").asText("");
      } while (!next.isEmpty());
    }
    ObjectNode object = JSON.createObjectNode();
    prices.forEach(object::put);
    if (prices.isEmpty()) {
      throw failure("NoPrices", 200, "the Pricing API has no price in US dollars of the region");
    }
    return object;
  }

  private ObjectNode body(String tenancy, String family, String next) {
    ObjectNode body = JSON.createObjectNode();
    body.put("ServiceCode", "AmazonEC2").put("FormatVersion", "aws_v1").put("MaxResults", 100);
    if (!next.isEmpty()) {
      body.put("NextToken", next);
    }
    var filters = new TreeMap<String, String>();
    filters.put("regionCode", queries.clients().region().id());
    filters.put("preInstalledSw", "NA");
    filters.put("operatingSystem", "Linux");
    filters.put("capacitystatus", "Used");
    filters.put("marketoption", "OnDemand");
    filters.put("tenancy", tenancy);
    filters.put("productFamily", family);
    filters.forEach(
        (field, value) ->
            body.withArray("Filters")
                .addObject()
                .put("Type", "TERM_MATCH")
                .put("Field", field)
                .put("Value", value));
    return body;
  }

  /** The lowest price of a product that is not free, as every hour of its type costs. */
  private static void add(JsonNode entry, Map<String, BigDecimal> prices) {
    try {
      JsonNode product = entry.isTextual() ? JSON.readTree(entry.asText()) : entry;
      String type = product.at("/product/attributes/instanceType").asText("");
      for (JsonNode term : product.at("/terms/OnDemand")) {
        for (JsonNode dimension : term.path("priceDimensions")) {
          BigDecimal price = Decimals.parse(dimension.at("/pricePerUnit/USD").asText(""));
          if (price == null) {
            throw new NumberFormatException("pricePerUnit of " + type + " is not a number");
          }
          if (price.signum() > 0 && !type.isEmpty()) {
            prices.merge(type, price.stripTrailingZeros(), BigDecimal::min);
          }
        }
      }
    } catch (JsonProcessingException | NumberFormatException e) {
      // Its type has no price, which rules say.
      Refresher.SourceLog.skipped("prices", e);
    }
  }

  /**
   * Sends one request, signed: a module of the SDK for one call would have to be declared for the
   * native image (ADR 0011).
   */
  private JsonNode send(ObjectNode body) throws IOException {
    AwsClients clients = queries.clients();
    String region = pricingRegion(clients.region().id());
    String host = "https://api.pricing." + region + ".amazonaws.com";
    SdkHttpRequest request =
        SdkHttpRequest.builder()
            .method(SdkHttpMethod.POST)
            .uri(clients.endpoint(region.startsWith("cn-") ? host + ".cn" : host))
            .putHeader("Content-Type", "application/x-amz-json-1.1")
            .putHeader("X-Amz-Target", "AWSPriceListService.GetProducts")
            .build();
    var signed =
        AwsV4HttpSigner.create()
            .sign(
                it ->
                    it.identity(clients.credentials())
                        .request(request)
                        .payload(ContentStreamProvider.fromUtf8String(body.toString()))
                        .putProperty(AwsV4HttpSigner.SERVICE_SIGNING_NAME, "pricing")
                        .putProperty(AwsV4HttpSigner.REGION_NAME, region));
    HttpExecuteResponse response =
        clients
            .http()
            .prepareRequest(
                HttpExecuteRequest.builder()
                    .request(signed.request())
                    .contentStreamProvider(signed.payload().orElse(null))
                    .build())
            .call();
    try (InputStream in =
        response.responseBody().isPresent()
            ? response.responseBody().get()
            : InputStream.nullInputStream()) {
      byte[] bytes = in.readAllBytes();
      if (!response.httpResponse().isSuccessful()) {
        throw failure(response.httpResponse().statusCode(), bytes);
      }
      return JSON.readTree(bytes);
    }
  }

  private static AwsServiceException failure(int status, byte[] body) {
    String code = null;
    String message = "the Pricing API answered " + status;
    try {
      JsonNode error = JSON.readTree(body);
      code = error.path("__type").asText("").replaceFirst(".*#", "");
      message = error.path("message").asText(error.path("Message").asText(message));
    } catch (IOException e) {
      // The page of a proxy.
    }
    return failure(code, status, message);
  }

  private static AwsServiceException failure(@Nullable String code, int status, String message) {
    return AwsServiceException.builder()
        .statusCode(status)
        .message(message)
        .awsErrorDetails(AwsErrorDetails.builder().errorCode(code).errorMessage(message).build())
        .build();
  }

  /** The API is in few regions; Karpenter takes the same ones. */
  static String pricingRegion(String region) {
    return switch (region.replaceFirst("-.*", "")) {
      case "ap" -> "ap-south-1";
      case "cn" -> "cn-northwest-1";
      case "eu" -> "eu-central-1";
      default -> "us-east-1";
    };
  }

  /**
   * The list prices that ship with the program.
   *
   * @param of their date
   * @param prices US dollars an hour by instance type, in us-east-1
   */
  record ShippedPrices(Instant of, ObjectNode prices) {

    static ShippedPrices read() {
      try (InputStream in =
          Objects.requireNonNull(
              PricesFeed.class.getResourceAsStream("/on-demand-prices.json"), "prices")) {
        JsonNode table = JSON.readTree(in);
        return new ShippedPrices(
            Instant.parse(table.path("date").asText()), (ObjectNode) table.path("prices"));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
