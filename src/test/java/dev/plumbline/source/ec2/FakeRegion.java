package dev.plumbline.source.ec2;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.plumbline.fact.Glob;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Stream;
import software.amazon.awssdk.core.SdkField;
import software.amazon.awssdk.core.SdkPojo;
import software.amazon.awssdk.core.protocol.MarshallingType;
import software.amazon.awssdk.core.traits.ListTrait;
import software.amazon.awssdk.services.ec2.model.DescribeImagesResponse;
import software.amazon.awssdk.services.ec2.model.DescribeInstanceTypeOfferingsResponse;
import software.amazon.awssdk.services.ec2.model.DescribeInstanceTypesResponse;
import software.amazon.awssdk.services.ec2.model.DescribeInstancesResponse;
import software.amazon.awssdk.services.ec2.model.DescribeSpotPriceHistoryResponse;

/**
 * EC2, STS, SSM and the Pricing API as a snapshot folder has them: each query gets what matches of
 * what its file holds, and the error that {@code snapshot.yaml} says its source has. Without a file
 * there is nothing; without prices, no permission to read them.
 */
public final class FakeRegion implements AutoCloseable {

  private static final ObjectMapper JSON = new ObjectMapper();

  private final Path folder;
  private final FakeAws aws = new FakeAws();
  private final String account;

  /** Serves what is in {@code folder}, at a port that is free. */
  public FakeRegion(Path folder) throws IOException {
    this.folder = folder;
    JsonNode settings = new YAMLMapper().readTree(folder.resolve("snapshot.yaml").toFile());
    account = settings.path("accountId").asText("123456789012");
    aws.on(
        "GetCallerIdentity",
        FakeAws.xml("GetCallerIdentity", "<Account>" + account + "</Account>"));
    describe("images", "Images", DescribeImagesResponse.builder(), this::images);
    describe("instance-types", "InstanceTypes", DescribeInstanceTypesResponse.builder());
    describe(
        "instance-type-offerings",
        "InstanceTypeOfferings",
        DescribeInstanceTypeOfferingsResponse.builder());
    describe("instances", "Reservations", DescribeInstancesResponse.builder());
    describe("spot-prices", "SpotPriceHistory", DescribeSpotPriceHistoryResponse.builder());
    parameters();
    prices();
    for (var source : settings.path("sources").properties()) {
      String code = source.getValue().path("code").asText();
      if (source.getValue().path("state").asText().equals("failed")) {
        aws.on(operation(source.getKey()), FakeAws.error(403, code));
      }
    }
  }

  /** Answers an operation of EC2 or STS with this error from now on. */
  public void fail(String operation, String code) {
    aws.on(operation, FakeAws.error(403, code));
  }

  /** Where it answers. */
  public URI endpoint() {
    return aws.endpoint();
  }

  private static String operation(String source) {
    return switch (source) {
      case "images" -> "DescribeImages";
      case "instance-types" -> "DescribeInstanceTypes";
      case "instance-type-offerings" -> "DescribeInstanceTypeOfferings";
      case "instances" -> "DescribeInstances";
      case "spot-prices" -> "DescribeSpotPriceHistory";
      default -> throw new IllegalArgumentException(source + " cannot fail here");
    };
  }

  private void describe(String source, String rows, SdkPojo response) throws IOException {
    describe(source, rows, response, request -> row -> true);
  }

  /** Answers a query of EC2 with the rows of its files that it selects. */
  private void describe(
      String source, String rows, SdkPojo response, Function<FakeAws.Request, RowFilter> selection)
      throws IOException {
    ArrayNode all = JSON.createArrayNode();
    for (JsonNode document : files(source)) {
      all.addAll((ArrayNode) (document.isArray() ? document : document.path(rows)));
    }
    String operation = operation(source);
    aws.on(
        operation,
        request -> {
          RowFilter filter = selection.apply(request);
          ObjectNode answer = JSON.createObjectNode();
          ArrayNode selected = answer.putArray(rows);
          all.forEach(
              row -> {
                if (filter.selects(row)) {
                  selected.add(row);
                }
              });
          var xml = new StringBuilder();
          fields(response.sdkFields(), answer, xml);
          return FakeAws.xml(operation, xml.toString());
        });
  }

  @FunctionalInterface
  private interface RowFilter {
    boolean selects(JsonNode row);
  }

  /** The filters of DescribeImages, all of which an image must match, and its owners. */
  private RowFilter images(FakeAws.Request request) {
    var owners = new ArrayList<String>();
    var filters = new HashMap<String, List<String>>();
    request
        .parameters()
        .forEach(
            (key, value) -> {
              if (key.startsWith("Owner.")) {
                owners.add(value.equals("self") ? account : value);
              } else if (key.matches("Filter\\.\\d+\\.Name")) {
                filters.put(value, request.filter(value));
              }
            });
    return image ->
        (owners.isEmpty()
                || owners.contains(image.path("OwnerId").asText())
                || owners.contains(image.path("ImageOwnerAlias").asText()))
            && filters.entrySet().stream()
                .allMatch(filter -> matches(filter.getKey(), filter.getValue(), image));
  }

  private static boolean matches(String filter, List<String> values, JsonNode image) {
    return switch (filter) {
      case "image-id" -> values.contains(image.path("ImageId").asText());
      case "name" ->
          values.stream().anyMatch(value -> Glob.matches(value, image.path("Name").asText()));
      case "tag-key" -> values.stream().allMatch(key -> tags(image).containsKey(key));
      default -> {
        if (!filter.startsWith("tag:")) {
          throw new IllegalArgumentException("filter " + filter + " is not known here");
        }
        String tag = tags(image).get(filter.substring("tag:".length()));
        yield tag != null && values.stream().anyMatch(value -> Glob.matches(value, tag));
      }
    };
  }

  private static Map<String, String> tags(JsonNode image) {
    var tags = new TreeMap<String, String>();
    image
        .path("Tags")
        .forEach(tag -> tags.put(tag.path("Key").asText(), tag.path("Value").asText()));
    return tags;
  }

  private void parameters() throws IOException {
    var byName = new TreeMap<String, ObjectNode>();
    var errors = new TreeMap<String, String>();
    for (JsonNode document : files("ssm-parameters")) {
      for (JsonNode row : document.path("Parameters")) {
        byName.put(row.path("Name").asText(), row.deepCopy());
      }
      document
          .path("Errors")
          .properties()
          .forEach(e -> errors.put(e.getKey(), e.getValue().asText()));
    }
    aws.on(
        "GetParameters",
        request -> {
          ObjectNode answer = JSON.createObjectNode();
          ArrayNode found = answer.putArray("Parameters");
          ArrayNode missing = answer.putArray("InvalidParameters");
          for (JsonNode name : body(request).path("Names")) {
            ObjectNode row = byName.get(name.asText());
            if (errors.containsKey(name.asText())) {
              return FakeAws.jsonError(errors.get(name.asText()));
            } else if (row == null) {
              missing.add(name);
            } else {
              found.add(row);
            }
          }
          return FakeAws.json(answer.toString());
        });
    aws.on(
        "GetParametersByPath",
        request -> {
          String path = body(request).path("Path").asText();
          ObjectNode answer = JSON.createObjectNode();
          ArrayNode found = answer.putArray("Parameters");
          byName.forEach(
              (name, row) -> {
                if (name.startsWith(path)) {
                  found.add(row);
                }
              });
          return FakeAws.json(answer.toString());
        });
  }

  private void prices() throws IOException {
    List<JsonNode> files = files("prices");
    if (files.isEmpty()) {
      aws.on("GetProducts", FakeAws.jsonError("AccessDeniedException"));
      return;
    }
    ObjectNode answer = JSON.createObjectNode();
    ArrayNode products = answer.putArray("PriceList");
    for (var price : files.getFirst().properties()) {
      ObjectNode product = products.addObject();
      product.withObject("/product/attributes").put("instanceType", price.getKey());
      product
          .withObject("/terms/OnDemand/term/priceDimensions/hour/pricePerUnit")
          .put("USD", price.getValue().asText());
    }
    aws.on("GetProducts", FakeAws.json(answer.toString()));
  }

  private static JsonNode body(FakeAws.Request request) {
    try {
      return JSON.readTree(request.parameters().get("Body"));
    } catch (IOException e) {
      throw new IllegalArgumentException(e);
    }
  }

  private List<JsonNode> files(String source) throws IOException {
    var documents = new ArrayList<JsonNode>();
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.sorted().toList()) {
        String name = file.getFileName().toString();
        if (name.equals(source + ".json") || name.matches(source + "-(ami-|[0-9]).*\\.json")) {
          documents.add(JSON.readTree(file.toFile()));
        }
      }
    }
    return documents;
  }

  /** An object in the XML that the SDK reads fields of EC2 from. */
  private static void fields(List<SdkField<?>> fields, JsonNode object, StringBuilder xml) {
    for (SdkField<?> field : fields) {
      JsonNode value = object.get(field.memberName());
      if (value != null && !value.isNull()) {
        xml.append('<').append(field.unmarshallLocationName()).append('>');
        value(field, value, xml);
        xml.append("</").append(field.unmarshallLocationName()).append('>');
      }
    }
  }

  private static void value(SdkField<?> field, JsonNode value, StringBuilder xml) {
    if (field.marshallingType() == MarshallingType.LIST) {
      ListTrait list = field.getTrait(ListTrait.class);
      for (JsonNode item : value) {
        xml.append('<').append(list.memberLocationName()).append('>');
        value(list.memberFieldInfo(), item, xml);
        xml.append("</").append(list.memberLocationName()).append('>');
      }
    } else if (field.marshallingType() == MarshallingType.SDK_POJO) {
      fields(((SdkPojo) field.constructor().get()).sdkFields(), value, xml);
    } else {
      xml.append(value.asText().replace("&", "&amp;").replace("<", "&lt;"));
    }
  }

  @Override
  public void close() {
    aws.close();
  }
}
