package dev.plumbline.why;

import dev.plumbline.conclusion.Conclusion;
import dev.plumbline.conclusion.ConclusionTypes;
import dev.plumbline.engine.Settlement;
import dev.plumbline.fact.Nearest;
import dev.plumbline.fact.RecordType;
import dev.plumbline.fact.RecordType.Property;
import dev.plumbline.language.ExpressionCompiler;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A conclusion that somebody asks about, or several that have something in common.
 *
 * @param fields what is known of it, as text, by component; one that is not named may be anything
 */
public record Goal(RecordType type, SortedMap<String, String> fields) {

  public Goal {
    fields = Collections.unmodifiableSortedMap(new TreeMap<>(fields));
  }

  /**
   * What {@code text} asks about: {@code InstanceTypeUsable nodePool=gpu instanceType=g5g.xlarge}.
   *
   * @throws IllegalArgumentException when it cannot be understood; the message is one line
   */
  public static Goal of(String text) {
    List<String> words = words(text.strip());
    String name = words.isEmpty() ? "" : words.getFirst();
    List<String> names = ConclusionTypes.ALL.stream().map(RecordType::name).toList();
    RecordType type = ConclusionTypes.named(name);
    if (type == null) {
      throw new IllegalArgumentException(
          "'" + name + "' is not a type of conclusion. " + Nearest.suggestion(name, names));
    }
    var fields = new TreeMap<String, String>();
    for (String word : words.subList(1, words.size())) {
      int equals = word.indexOf('=');
      if (equals <= 0) {
        throw new IllegalArgumentException(
            "'" + word + "' is not field=value. Try: " + first(type) + "=" + word + ".");
      }
      String field = word.substring(0, equals);
      if (type.components().stream().noneMatch(each -> each.name().equals(field))) {
        throw new IllegalArgumentException(
            name
                + " has no field "
                + field
                + ". "
                + Nearest.suggestion(
                    field, type.components().stream().map(Property::name).toList()));
      }
      fields.put(field, word.substring(equals + 1));
    }
    return new Goal(type, fields);
  }

  private static String first(RecordType type) {
    return type.components().getFirst().name();
  }

  private static List<String> words(String text) {
    var words = new ArrayList<String>();
    var word = new StringBuilder();
    boolean quoted = false;
    for (char c : text.toCharArray()) {
      if (c == '"') {
        quoted = !quoted;
      } else if (Character.isWhitespace(c) && !quoted) {
        if (!word.isEmpty()) {
          words.add(word.toString());
          word.setLength(0);
        }
      } else {
        word.append(c);
      }
    }
    if (!word.isEmpty()) {
      words.add(word.toString());
    }
    return words;
  }

  public boolean includes(Conclusion conclusion) {
    if (conclusion.getClass() != type.type()) {
      return false;
    }
    for (Map.Entry<String, String> field : fields.entrySet()) {
      Property property = ExpressionCompiler.property(type.type(), field.getKey());
      if (property == null || !fits(property.reader().apply(conclusion), field.getValue())) {
        return false;
      }
    }
    return true;
  }

  public List<Conclusion> held(World world) {
    var held = new ArrayList<Conclusion>();
    for (Object each : candidates(world)) {
      if (each instanceof Conclusion conclusion && includes(conclusion)) {
        held.add(conclusion);
      }
    }
    return held;
  }

  public boolean gained(Settlement after, Settlement before) {
    return after.minus(before, type.type()).stream().anyMatch(this::includes);
  }

  private List<Object> candidates(World world) {
    for (Map.Entry<String, String> field : fields.entrySet()) {
      Property property = ExpressionCompiler.property(type.type(), field.getKey());
      if (property != null && property.type() == String.class && !field.getValue().isEmpty()) {
        return world.where(type, field.getKey(), field.getValue());
      }
    }
    return world.of(type);
  }

  static boolean fits(@Nullable Object value, String text) {
    return DisplayText.value(value).equals(text) || String.valueOf(value).equals(text);
  }

  @Override
  public String toString() {
    var text = new StringBuilder(type.name());
    fields.forEach(
        (field, value) -> text.append(' ').append(field).append('=').append(quote(value)));
    return text.toString();
  }

  private static String quote(String value) {
    return value.isEmpty() || value.chars().anyMatch(Character::isWhitespace)
        ? '"' + value + '"'
        : value;
  }
}
