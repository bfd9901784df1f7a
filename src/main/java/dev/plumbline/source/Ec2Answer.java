package dev.plumbline.source;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plumbline.fact.Cluster.ObjectFault;
import dev.plumbline.fact.Fact;
import dev.plumbline.fact.Images.Ami;
import dev.plumbline.fact.InstanceTypes.InstanceType;
import dev.plumbline.fact.InstanceTypes.InstanceTypeOffering;
import dev.plumbline.fact.InstanceTypes.OnDemandPrice;
import dev.plumbline.fact.InstanceTypes.SpotPrice;
import dev.plumbline.fact.Nodes.Instance;
import dev.plumbline.fact.RecordType;
import dev.plumbline.source.Ec2Objects.Prices;
import dev.plumbline.source.Ec2Objects.SsmAnswer;
import dev.plumbline.source.InvalidSourceException.InvalidObjectException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The facts of a live EC2 or SSM response, read like the same file of a snapshot, except that an
 * invalid row becomes an {@link ObjectFault} and the other rows are still read.
 */
public record Ec2Answer(List<Fact> facts, int items) {

  public static Ec2Answer images(JsonNode document) {
    var rows = new Rows("images", Ami.class, "ImageId");
    return rows.read(document.path("Images"), row -> List.of(Ec2Objects.ami(row)));
  }

  public static Ec2Answer instanceTypes(JsonNode document, @Nullable String region) {
    var rows = new Rows("instance-types", InstanceType.class, Ec2Objects.INSTANCE_TYPE);
    return rows.read(
        document.path("InstanceTypes"), row -> List.of(Ec2Objects.instanceType(row, region)));
  }

  public static Ec2Answer offerings(JsonNode document) {
    var rows =
        new Rows("instance-type-offerings", InstanceTypeOffering.class, Ec2Objects.INSTANCE_TYPE);
    return rows.read(
        document.path("InstanceTypeOfferings"),
        row -> {
          Fact offering = Ec2Objects.offering(row);
          return offering == null ? List.of() : List.of(offering);
        });
  }

  public static Ec2Answer instances(JsonNode document) {
    var rows = new Rows("instances", Instance.class, "InstanceId");
    int items = 0;
    for (JsonNode reservation : document.path("Reservations")) {
      items +=
          rows.read(reservation.path("Instances"), row -> List.of(Ec2Objects.instance(row)))
              .items();
    }
    return new Ec2Answer(rows.facts(), items);
  }

  /** Reads {@code {"SpotPriceHistory": […]}}: the latest price of each type and zone. */
  public static Ec2Answer spotPrices(JsonNode document) {
    var readable = new ArrayList<Cursor>();
    var rows = new Rows("spot-prices", SpotPrice.class, Ec2Objects.INSTANCE_TYPE);
    int items =
        rows.read(
                document.path("SpotPriceHistory"),
                row -> {
                  Prices.spot(List.of(row), new FactSet());
                  readable.add(row);
                  return List.of();
                })
            .items();
    var latest = new FactSet();
    Prices.spot(readable, latest);
    rows.add(latest.list());
    return new Ec2Answer(rows.facts(), items);
  }

  public static Ec2Answer ssmParameters(JsonNode document) {
    var facts = new FactSet();
    int items = SsmAnswer.read(Rows.cursor("", document), facts);
    return new Ec2Answer(facts.list(), items);
  }

  /**
   * Reads a map of instance types to US dollars an hour.
   *
   * @throws InvalidSourceException when it is not a map
   */
  public static Ec2Answer onDemandPrices(JsonNode document) {
    var rows = new Rows("prices", OnDemandPrice.class, "");
    Rows.cursor("the prices file", document)
        .fields(
            (type, price) ->
                rows.one(
                    RecordType.key(OnDemandPrice.class, type),
                    () -> {
                      var facts = new FactSet();
                      var one = JsonNodeFactory.instance.objectNode().set(type, price.node());
                      Prices.onDemand(
                          Rows.cursor(RecordType.name(OnDemandPrice.class), one), facts);
                      return facts.list();
                    }));
    return new Ec2Answer(rows.facts(), document.size());
  }

  /**
   * The same answer with the rows alone that facts were read from: without those that cannot be
   * read, and those that a later row of the same thing replaced.
   */
  public static JsonNode readable(String source, JsonNode document) {
    return switch (source) {
      case "images" -> readable(document, "Images", Ec2Answer::images);
      case "instance-types" -> readable(document, "InstanceTypes", row -> instanceTypes(row, null));
      case "instance-type-offerings" ->
          readable(document, "InstanceTypeOfferings", Ec2Answer::offerings);
      case "instances" -> readableInstances(document);
      case "spot-prices" -> readable(document, "SpotPriceHistory", Ec2Answer::spotPrices);
      case "prices" -> readablePrices(document);
      default -> document;
    };
  }

  private static JsonNode readable(
      JsonNode document, String rows, Function<JsonNode, Ec2Answer> reader) {
    if (!document.isObject()) {
      return document; // A bare list of a folder, all of which has been read.
    }
    var facts = new HashSet<Fact>(reader.apply(document).facts());
    // Of prices the facts are the latest alone, whatever the order of the rows.
    boolean history = rows.equals("SpotPriceHistory");
    ObjectNode whole = document.deepCopy();
    ArrayNode kept = whole.putArray(rows);
    for (JsonNode row : document.path(rows)) {
      ObjectNode alone = whole.objectNode();
      alone.putArray(rows).add(row);
      List<Fact> own = reader.apply(alone).facts();
      if (own.stream().noneMatch(ObjectFault.class::isInstance)
          && (history || facts.containsAll(own))) {
        kept.add(row);
      }
    }
    return whole;
  }

  private static JsonNode readableInstances(JsonNode document) {
    ObjectNode rows = JsonNodeFactory.instance.objectNode();
    ArrayNode all = rows.putArray("Instances");
    for (JsonNode reservation : document.path("Reservations")) {
      reservation.path("Instances").forEach(all::add);
    }
    JsonNode kept =
        readable(
            rows,
            "Instances",
            some -> {
              ObjectNode answer = JsonNodeFactory.instance.objectNode();
              answer.putArray("Reservations").add(some);
              return instances(answer);
            });
    ObjectNode readable = JsonNodeFactory.instance.objectNode();
    readable.putArray("Reservations").add(kept);
    return readable;
  }

  private static JsonNode readablePrices(JsonNode document) {
    ObjectNode readable = JsonNodeFactory.instance.objectNode();
    for (var price : document.properties()) {
      var one = JsonNodeFactory.instance.objectNode().set(price.getKey(), price.getValue());
      if (onDemandPrices(one).facts().stream().noneMatch(ObjectFault.class::isInstance)) {
        readable.set(price.getKey(), price.getValue());
      }
    }
    return readable;
  }

  private static final class Rows {

    private final String source;
    private final Class<? extends Fact> type;
    private final String id;
    private final Map<String, Fact> byKey = new LinkedHashMap<>();

    Rows(String source, Class<? extends Fact> type, String id) {
      this.source = source;
      this.type = type;
      this.id = id;
    }

    Ec2Answer read(JsonNode list, Function<Cursor, List<Fact>> reader) {
      for (int i = 0; i < list.size(); i++) {
        JsonNode row = list.get(i);
        String object = RecordType.key(type, row.path(id).asText("[" + i + "]"));
        one(object, () -> reader.apply(cursor(object, row)));
      }
      return new Ec2Answer(facts(), list.size());
    }

    void one(String object, Supplier<List<Fact>> reader) {
      try {
        add(reader.get());
      } catch (InvalidSourceException e) {
        add(List.of(new ObjectFault(source, object, String.valueOf(e.getMessage()))));
      }
    }

    void add(List<Fact> facts) {
      facts.forEach(fact -> byKey.put(fact.key(), fact));
    }

    List<Fact> facts() {
      return List.copyOf(byKey.values());
    }

    static Cursor cursor(String object, JsonNode node) {
      return Cursor.of(new Origin("", object, Rows::refuse), node);
    }

    private static InvalidObjectException refuse(String message) {
      return new InvalidObjectException(
          message.replaceFirst(
              "Try: the output of aws .*",
              "EC2 may not have filled it in yet: it is queried again."));
    }
  }
}
