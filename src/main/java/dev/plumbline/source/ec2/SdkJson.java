package dev.plumbline.source.ec2;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plumbline.source.FieldMask;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.SdkField;
import software.amazon.awssdk.core.SdkPojo;
import software.amazon.awssdk.core.util.SdkAutoConstructList;
import software.amazon.awssdk.core.util.SdkAutoConstructMap;

/** What the SDK answers in the JSON that the aws command line prints: without reflection. */
final class SdkJson {

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
