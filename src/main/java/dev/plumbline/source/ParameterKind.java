package dev.plumbline.source;

import dev.plumbline.fact.Decimals;
import dev.plumbline.fact.Durations;
import dev.plumbline.fact.Policy.Parameter;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * What the value of a parameter must look like: one value of an element, a list or a map of them.
 *
 * @param element what each must be
 * @param limits what numbers it takes
 */
public record ParameterKind(Shape shape, Element element, Limits limits) {

  /**
   * What numbers a parameter takes.
   *
   * @param minimum null without one
   * @param maximum null without one
   * @param whole whether they have no fraction
   * @param numericKeys whether the keys of a map are numbers, from 0
   */
  record Limits(
      @Nullable BigDecimal minimum,
      @Nullable BigDecimal maximum,
      boolean whole,
      boolean numericKeys) {

    static final Limits NONE = new Limits(null, null, false, false);

    private boolean allow(BigDecimal number) {
      return (minimum == null || number.compareTo(minimum) >= 0)
          && (maximum == null || number.compareTo(maximum) <= 0)
          && (!whole || number.stripTrailingZeros().scale() <= 0);
    }

    @Override
    public String toString() {
      return (whole ? "a whole number" : "a number")
          + (minimum == null ? "" : " from " + minimum.toPlainString())
          + (maximum == null ? "" : " to " + maximum.toPlainString());
    }
  }

  public enum Shape {
    SINGLE(""),
    LIST("list of "),
    MAP("map of ");

    private final String prefix;

    Shape(String prefix) {
      this.prefix = prefix;
    }
  }

  /** What one value must be. */
  public enum Element {
    DURATION("Try: write it as 7d, 36h or 1h30m."),
    BOOLEAN("Try: write true or false."),
    TEXT("Try: put it in quotes."),
    NUMBER("Try: write it as 30 or 0.5."),
    TIME("Try: write it as 2026-10-01 or 2026-10-01T12:00:00Z."),
    VERSION("Try: write it in quotes: \"6.1\", \"v1.32.0-rc.1\".");

    private final String advice;

    Element(String advice) {
      this.advice = advice;
    }

    private String word() {
      return name().toLowerCase(Locale.ROOT);
    }

    private boolean fits(String value) {
      return switch (this) {
        case TEXT -> true;
        case BOOLEAN -> value.equals("true") || value.equals("false");
        case DURATION -> Durations.parse(value) != null;
        case NUMBER -> Decimals.parse(value) != null;
        case TIME -> new Parameter("", "", value).time() != null;
        case VERSION -> new Parameter("", "", value).version() != null;
      };
    }
  }

  static @Nullable ParameterKind parse(String text) {
    for (ParameterKind kind : all()) {
      if (kind.toString().equals(text)) {
        return kind;
      }
    }
    return null;
  }

  static List<ParameterKind> all() {
    var kinds = new ArrayList<ParameterKind>();
    for (Shape shape : Shape.values()) {
      for (Element element : Element.values()) {
        kinds.add(new ParameterKind(shape, element, Limits.NONE));
      }
    }
    return kinds;
  }

  ParameterKind within(Limits allowed) {
    return new ParameterKind(shape, element, allowed);
  }

  List<Parameter> facts(String name, Cursor value) {
    var facts = new ArrayList<Parameter>();
    if (!value.present()) {
      return facts;
    }
    switch (shape) {
      case SINGLE -> facts.add(new Parameter(name, "", element(value)));
      case LIST -> {
        requireShape(value, value.node().isArray(), "Try: put it in brackets: [ ].");
        List<Cursor> items = value.items();
        for (int i = 0; i < items.size(); i++) {
          facts.add(new Parameter(name, Integer.toString(i), element(items.get(i))));
        }
      }
      case MAP -> {
        requireShape(value, value.node().isObject(), "Try: write it as { key: value }.");
        value.fields(
            (key, item) -> {
              if (limits.numericKeys() && !key.matches("[0-9]{1,9}(\\.[0-9]{1,3})?")) {
                throw item.wrong("has the key \"" + key + "\", not a number", "Try: 0.");
              }
              facts.add(new Parameter(name, key, element(item)));
            });
      }
    }
    return facts;
  }

  private void requireShape(Cursor value, boolean fits, String advice) {
    if (!fits) {
      throw value.wrong("is " + value.shown() + ", not a " + this, advice);
    }
  }

  private String element(Cursor value) {
    // What is a number becomes 6.1 where a tool writes 6.10 again.
    boolean unquoted = element == Element.VERSION && value.node().isNumber();
    if (!value.present()
        || value.node().isContainerNode()
        || unquoted
        || !element.fits(value.scalar())) {
      throw value.wrong("is " + value.shown() + ", not a " + element.word(), element.advice);
    }
    BigDecimal number = element == Element.NUMBER ? Decimals.parse(value.scalar()) : null;
    if (number != null && !limits.allow(number)) {
      throw value.wrong("is " + value.shown() + ", not " + limits, "Try: " + limits + ".");
    }
    return value.scalar();
  }

  @Override
  public String toString() {
    return shape.prefix + element.word();
  }
}
