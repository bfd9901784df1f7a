package dev.plumbline.rule;

import dev.plumbline.conclusion.CallTable;
import dev.plumbline.conclusion.ConclusionTypes;
import dev.plumbline.fact.Call;
import dev.plumbline.fact.FactTypes;
import dev.plumbline.fact.RecordType;
import dev.plumbline.fact.RecordType.Property;
import dev.plumbline.rule.TermParser.NotDirect;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Properties, methods and constants that a {@link Term} may name, found in the generated tables.
 */
final class Members {

  private Members() {}

  /** The static method {@code name} of {@code type}. */
  static Term staticCall(String type, String name, List<Term> arguments) {
    for (Call call : CallTable.METHODS) {
      if (call.isStatic()
          && call.owner().getSimpleName().equals(type)
          && fits(call, name, arguments)) {
        return invoke(call, null, arguments);
      }
    }
    throw new NotDirect("unknown method " + type + "." + name);
  }

  /** The constant {@code name} of {@code type}. */
  static Term constant(String type, String name) {
    Object constant = CallTable.CONSTANTS.get(type + "." + name);
    if (constant == null) {
      throw new NotDirect("unknown member " + type + "." + name);
    }
    return Term.of(constant.getClass(), (self, tuple, r) -> constant);
  }

  /** The property {@code name} of what {@code of} yields. */
  static Term property(Term of, String name) {
    Property property = property(of.type(), name);
    if (property == null) {
      throw new NotDirect("unknown property " + name);
    }
    return read(property, of.value());
  }

  /** The property of a fact or conclusion type; null when it has none of that name. */
  static @Nullable Property property(Class<?> type, String name) {
    RecordType record = FactTypes.of(type) != null ? FactTypes.of(type) : ConclusionTypes.of(type);
    if (record != null) {
      for (Property property : record.properties()) {
        if (property.name().equals(name)) {
          return property;
        }
      }
    }
    return null;
  }

  /** Reads {@code property} of what {@code owner} yields. */
  static Term read(Property property, Term.Value owner) {
    var number = property.number();
    if (number != null && property.type() == boolean.class) {
      return Term.test(
          (self, tuple, r) -> number.applyAsLong(present(owner.of(self, tuple, r))) != 0);
    }
    if (number != null) {
      return Term.number((self, tuple, r) -> number.applyAsLong(present(owner.of(self, tuple, r))));
    }
    var reader = property.reader();
    return Term.of(
        property.type(), (self, tuple, r) -> reader.apply(present(owner.of(self, tuple, r))));
  }

  private static Object present(@Nullable Object value) {
    if (value == null) {
      throw new NullPointerException("a condition reads a property of something that is null");
    }
    return value;
  }

  /** The method {@code name} called on what {@code of} yields. */
  static Term call(Term of, String name, List<Term> arguments) {
    for (Call call : CallTable.METHODS) {
      if (!call.isStatic() && call.owner() == of.type() && fits(call, name, arguments)) {
        return invoke(call, of, arguments);
      }
    }
    if (of.type() == String.class
        && arguments.size() == 1
        && arguments.getFirst().type() == String.class) {
      Term.Value text = of.value();
      Term.Value part = arguments.getFirst().value();
      if (name.equals("startsWith")) {
        return Term.test(
            (self, tuple, r) ->
                ((String) present(text.of(self, tuple, r)))
                    .startsWith((String) present(part.of(self, tuple, r))));
      }
    }
    if (Number.class.isAssignableFrom(of.type())
        && name.equals("intValue")
        && arguments.isEmpty()) {
      Term.Value number = of.value();
      return Term.number(
          (self, tuple, r) -> ((Number) present(number.of(self, tuple, r))).intValue());
    }
    throw new NotDirect("unknown method " + name);
  }

  private static boolean fits(Call call, String name, List<Term> arguments) {
    if (!call.name().equals(name) || call.parameters().size() != arguments.size()) {
      return false;
    }
    for (int i = 0; i < arguments.size(); i++) {
      Class<?> wanted = call.parameters().get(i);
      Class<?> given = arguments.get(i).type();
      boolean number = wanted == int.class || wanted == long.class;
      // What an accumulate collects is known to the engine as an Object or a Collection of its own.
      boolean collected =
          wanted == Collection.class
              && (given == Object.class || Collection.class.isAssignableFrom(given));
      if (number ? given != long.class : !collected && !wanted.isAssignableFrom(given)) {
        return false;
      }
    }
    return true;
  }

  private static Term invoke(Call call, @Nullable Term of, List<Term> arguments) {
    Term.Value self0 = of == null ? (self, tuple, r) -> null : of.value();
    boolean needsSelf = of != null;
    Term.Value a = argument(call, arguments, 0);
    Term.Value b = argument(call, arguments, 1);
    Call.Body body = call.body();
    Term.Value value =
        (self, tuple, r) -> {
          Object owner = self0.of(self, tuple, r);
          return body.apply(
              needsSelf ? present(owner) : owner, a.of(self, tuple, r), b.of(self, tuple, r));
        };
    if (call.result() == boolean.class) {
      return Term.test((self, tuple, r) -> (Boolean) present(value.of(self, tuple, r)));
    }
    if (call.result() == int.class || call.result() == long.class) {
      return Term.number(
          (self, tuple, r) -> ((Number) present(value.of(self, tuple, r))).longValue());
    }
    return Term.of(call.result(), value);
  }

  private static Term.Value argument(Call call, List<Term> arguments, int index) {
    if (index >= arguments.size()) {
      return (self, tuple, r) -> null;
    }
    Term term = arguments.get(index);
    Term.Number number = term.number();
    if (number != null && call.parameters().get(index) == int.class) {
      return (self, tuple, r) -> Math.toIntExact(number.of(self, tuple, r));
    }
    return term.value();
  }
}
