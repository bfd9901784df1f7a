package dev.plumbline.rule;

import dev.plumbline.conclusion.ConclusionTypes;
import dev.plumbline.fact.FactTypes;
import dev.plumbline.fact.RecordType;
import dev.plumbline.fact.RecordType.Property;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Locale;
import org.drools.base.base.BaseClassFieldReader;
import org.drools.base.base.ValueResolver;
import org.drools.base.base.ValueType;
import org.drools.base.base.extractors.SelfReferenceClassFieldReader;
import org.drools.base.rule.accessor.ReadAccessor;
import org.drools.base.rule.accessor.WriteAccessor;
import org.drools.core.base.ClassFieldAccessorCache.CacheEntry;
import org.drools.core.base.FieldAccessorFactory;
import org.jspecify.annotations.Nullable;

/**
 * Readers of the properties that rules name, in place of the engine's own factory, which defines a
 * class for each. Facts and conclusions are read through the generated type tables, everything else
 * by reflection. Found by the engine through {@code META-INF/services}.
 */
public final class FieldReaders implements FieldAccessorFactory {

  @Override
  public int servicePriority() {
    return 100;
  }

  @Override
  public @Nullable ReadAccessor getClassFieldReader(Class<?> type, String name, CacheEntry cache) {
    if (name.equals("this")) {
      return new SelfReferenceClassFieldReader(type);
    }
    RecordType record = FactTypes.of(type) != null ? FactTypes.of(type) : ConclusionTypes.of(type);
    if (record != null) {
      for (int i = 0; i < record.properties().size(); i++) {
        Property property = record.properties().get(i);
        if (property.name().equals(name)) {
          return new RecordReader(i, type, property);
        }
      }
      return null;
    }
    Method method = accessor(type, name);
    return method == null ? null : new MethodReader(method);
  }

  @Override
  public @Nullable WriteAccessor getClassFieldWriter(Class<?> type, String name, CacheEntry cache) {
    return null;
  }

  private static @Nullable Method accessor(Class<?> type, String name) {
    String capital = name.substring(0, 1).toUpperCase(Locale.ROOT) + name.substring(1);
    for (String candidate : new String[] {name, "get" + capital, "is" + capital}) {
      try {
        return type.getMethod(candidate);
      } catch (NoSuchMethodException e) {
        // The next spelling may be the one.
      }
    }
    return null;
  }

  /** Reads one property of a fact or conclusion. */
  private static final class RecordReader extends Reader {

    private static final long serialVersionUID = 1;

    private final transient Class<?> owner;
    private final transient Property property;

    RecordReader(int index, Class<?> owner, Property property) {
      super(index, property.type());
      this.owner = owner;
      this.property = property;
    }

    @Override
    public @Nullable Object getValue(ValueResolver resolver, Object object) {
      return property.reader().apply(object);
    }

    @Override
    public long getLongValue(ValueResolver resolver, Object object) {
      return property.number() != null
          ? property.number().applyAsLong(object)
          : super.getLongValue(resolver, object);
    }

    @Override
    public boolean getBooleanValue(ValueResolver resolver, Object object) {
      return property.number() != null
          ? property.number().applyAsLong(object) != 0
          : super.getBooleanValue(resolver, object);
    }

    @Override
    public Method getNativeReadMethod() {
      try {
        return owner.getMethod(property.name());
      } catch (NoSuchMethodException e) {
        throw new IllegalStateException(owner + " has no " + property.name(), e);
      }
    }
  }

  /** Reads one property of any other object, by reflection. */
  private static final class MethodReader extends Reader {

    private static final long serialVersionUID = 1;

    private final transient Method method;

    MethodReader(Method method) {
      super(0, method.getReturnType());
      this.method = method;
    }

    @Override
    public @Nullable Object getValue(ValueResolver resolver, Object object) {
      try {
        return method.invoke(object);
      } catch (IllegalAccessException e) {
        throw new IllegalStateException(method + " cannot be called", e);
      } catch (InvocationTargetException e) {
        throw new IllegalStateException(method + " failed", e.getCause());
      }
    }

    @Override
    public Method getNativeReadMethod() {
      return method;
    }
  }

  /** What every reader does alike: the conversions the engine may ask for. */
  private abstract static class Reader extends BaseClassFieldReader {

    private static final long serialVersionUID = 1;

    Reader(int index, Class<?> type) {
      super(index, type, ValueType.determineValueType(type));
    }

    @Override
    public abstract @Nullable Object getValue(ValueResolver resolver, Object object);

    @Override
    public abstract Method getNativeReadMethod();

    @Override
    public String getNativeReadMethodName() {
      return getNativeReadMethod().getName();
    }

    @Override
    public char getCharValue(ValueResolver resolver, Object object) {
      return getValue(resolver, object) instanceof Character character
          ? character
          : (char) getLongValue(resolver, object);
    }

    @Override
    public int getIntValue(ValueResolver resolver, Object object) {
      return (int) getLongValue(resolver, object);
    }

    @Override
    public byte getByteValue(ValueResolver resolver, Object object) {
      return (byte) getLongValue(resolver, object);
    }

    @Override
    public short getShortValue(ValueResolver resolver, Object object) {
      return (short) getLongValue(resolver, object);
    }

    @Override
    public long getLongValue(ValueResolver resolver, Object object) {
      return number(resolver, object).longValue();
    }

    @Override
    public float getFloatValue(ValueResolver resolver, Object object) {
      return number(resolver, object).floatValue();
    }

    @Override
    public double getDoubleValue(ValueResolver resolver, Object object) {
      return number(resolver, object).doubleValue();
    }

    @Override
    public boolean getBooleanValue(ValueResolver resolver, Object object) {
      return getValue(resolver, object) instanceof Boolean truth && truth;
    }

    @Override
    public boolean isNullValue(ValueResolver resolver, Object object) {
      return getValue(resolver, object) == null;
    }

    @Override
    public int getHashCode(ValueResolver resolver, Object object) {
      Object value = getValue(resolver, object);
      return value == null ? 0 : value.hashCode();
    }

    private Number number(ValueResolver resolver, Object object) {
      if (getValue(resolver, object) instanceof Number number) {
        return number;
      }
      throw new IllegalStateException(getExtractToClassName() + " is not a number");
    }
  }
}
