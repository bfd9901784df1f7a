package dev.plumbline.source.ec2;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plumbline.client.TokenBucket;
import dev.plumbline.source.FieldMask;
import java.time.Duration;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.SdkField;
import software.amazon.awssdk.core.SdkPojo;
import software.amazon.awssdk.core.util.SdkAutoConstructList;
import software.amazon.awssdk.core.util.SdkAutoConstructMap;
import software.amazon.awssdk.services.ec2.Ec2Client;

/** Queries of all feeds: every call, and each page is one, takes a token first. */
final class AwsQueries {

  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

  private final AwsClients clients;
  private final TokenBucket bucket;

  AwsQueries(AwsClients clients, TokenBucket bucket) {
    this.clients = clients;
    this.bucket = bucket;
    clients.onRetry(bucket::take);
  }

  AwsClients clients() {
    return clients;
  }

  Ec2Client ec2(String source) {
    return clients.ec2(source);
  }

  /** Waits until a call may go out. */
  void awaitToken() throws InterruptedException {
    Duration wait = bucket.take();
    if (!wait.isZero()) {
      Thread.sleep(wait);
    }
  }

  <P> ArrayNode pages(
      Iterator<P> pages, Function<P, ? extends List<? extends SdkPojo>> rows, FieldMask mask)
      throws InterruptedException {
    ArrayNode all = JSON.arrayNode();
    do {
      awaitToken();
      rows.apply(pages.next()).forEach(row -> all.add(SdkJson.of(row, mask)));
    } while (pages.hasNext());
    return all;
  }

  static ObjectNode document(String name, JsonNode rows) {
    return document(object -> object.set(name, rows));
  }

  static ObjectNode document(Consumer<ObjectNode> filled) {
    ObjectNode object = JSON.objectNode();
    filled.accept(object);
    return object;
  }

  /** What the SDK answers in the JSON that the aws command line prints: without reflection. */
  static final class SdkJson {

    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

    private SdkJson() {}

    static ObjectNode of(SdkPojo answer, FieldMask mask) {
      ObjectNode object = JSON.objectNode();
      for (SdkField<?> field : answer.sdkFields()) {
        FieldMask below = mask.field(field.memberName());
        JsonNode value = below == null ? null : value(field.getValueOrDefault(answer), below);
        if (value != null) {
          object.set(field.memberName(), value);
        }
      }
      return object;
    }

    private static @Nullable JsonNode value(@Nullable Object value, FieldMask mask) {
      return switch (value) {
        case null -> null;
        case SdkAutoConstructList<?> none -> null;
        case SdkAutoConstructMap<?, ?> none -> null;
        case SdkPojo nested -> of(nested, mask);
        case Collection<?> items -> {
          var list = JSON.arrayNode();
          items.forEach(item -> Optional.ofNullable(value(item, mask)).ifPresent(list::add));
          yield list;
        }
        case Map<?, ?> entries -> {
          var map = JSON.objectNode();
          entries.forEach((key, item) -> map.set(String.valueOf(key), value(item, mask)));
          yield map;
        }
        case Boolean flag -> JSON.booleanNode(flag);
        case Integer number -> JSON.numberNode(number);
        case Long number -> JSON.numberNode(number);
        case Double number -> JSON.numberNode(number);
        case Float number -> JSON.numberNode(number.doubleValue());
        default -> JSON.textNode(value.toString());
      };
    }
  }
}
