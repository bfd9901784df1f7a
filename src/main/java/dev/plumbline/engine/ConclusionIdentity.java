package dev.plumbline.engine;

import dev.plumbline.conclusion.Conclusion;
import dev.plumbline.conclusion.ConclusionTypes;
import dev.plumbline.fact.RecordType;
import dev.plumbline.fact.RecordType.Property;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * The identity of conclusions of a type: the components that it declares as its key. Two
 * conclusions with equal keys and different other components are one that has changed.
 */
public final class ConclusionIdentity {

  private static final String MESSAGE = "message";

  private final RecordType type;
  private final List<Property> names;
  private final List<Property> said;

  private ConclusionIdentity(RecordType type) {
    List<Property> components = type.components();
    this.type = type;
    this.names = components.subList(0, type.keys());
    this.said = components.subList(type.keys(), components.size());
  }

  public static ConclusionIdentity of(Conclusion conclusion) {
    RecordType type = ConclusionTypes.of(conclusion.getClass());
    if (type == null) {
      throw new IllegalStateException(conclusion + " is of no type that the build has found");
    }
    return of(type);
  }

  public static ConclusionIdentity of(RecordType type) {
    return new ConclusionIdentity(type);
  }

  /** The order of a settlement. */
  public int compare(Conclusion left, Conclusion right) {
    return type.order().compare(left, right);
  }

  /** The order of what they are about; 0 when both are the same one. It agrees with the former. */
  public int compareNames(Conclusion left, Conclusion right) {
    for (Property name : names) {
      int order =
          name.number() == null
              ? RecordType.compare(text(name, left), text(name, right))
              : Long.compare(name.number().applyAsLong(left), name.number().applyAsLong(right));
      if (order != 0) {
        return order;
      }
    }
    return 0;
  }

  /** Whether two conclusions with equal keys are equal except for their messages. */
  public boolean saySame(Conclusion left, Conclusion right) {
    for (Property value : said) {
      if (!value.name().equals(MESSAGE)
          && !Objects.equals(value.reader().apply(left), value.reader().apply(right))) {
        return false;
      }
    }
    return true;
  }

  /** Its key for people: {@code default m5.large}. The rule behind it is left out. */
  public String about(Conclusion conclusion) {
    var text = new StringBuilder();
    for (Property name : names) {
      if (!name.name().equals("rule")) {
        text.append(text.isEmpty() ? "" : " ").append(text(name, conclusion));
      }
    }
    return text.isEmpty() ? type.name() : text.toString();
  }

  /**
   * Equal for two conclusions exactly if they are about the same. A type that declares no key has
   * every component as its key.
   */
  public List<Object> name(Conclusion conclusion) {
    var name = new ArrayList<Object>();
    name.add(type.name());
    for (Property each : names.isEmpty() ? said : names) {
      name.add(text(each, conclusion));
    }
    return name;
  }

  private static String text(Property property, Conclusion conclusion) {
    Object value = property.reader().apply(conclusion);
    return value == null ? "" : value.toString();
  }
}
